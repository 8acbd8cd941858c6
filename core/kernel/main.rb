# The object that a program begins as, and the constants that say what runs it.

Primitive.main_object.instance_exec do
  def self.to_s = "main"
  def self.inspect = "main"

  def self.public(*names)
    primitive :main_public
    (@__wrapper || Object).__send__(:public, *names)
  end

  def self.private(*names)
    primitive :main_private
    (@__wrapper || Object).__send__(:private, *names)
  end

  def self.include(*modules)
    (@__wrapper || Object).include(*modules)
  end

  def self.using(mod)
    if Primitive.is_in_method || !Primitive.identical(Primitive.program_module, @__wrapper || Object)
      raise RuntimeError, "main.using is permitted only at toplevel"
    end
    Rutile.use_refinements(mod)
    self
  end

  def self.ruby2_keywords(*names)
    (@__wrapper || Object).__send__(:ruby2_keywords, *names)
  end

  def self.define_method(name, *body, &block)
    (@__wrapper || Object).define_method(name, *body, &block)
  end

  singleton_class.__send__(:private, :public, :private, :include, :using, :ruby2_keywords, :define_method)
end

RUBY_VERSION = "3.4.11".freeze
RUBY_RELEASE_DATE = "2026-09-23".freeze
RUBY_PLATFORM = Primitive.platform.freeze
RUBY_PATCHLEVEL = 0
RUBY_REVISION = "".freeze
RUBY_ENGINE = "rutile".freeze
RUBY_ENGINE_VERSION = Primitive.engine_version.freeze
RUBY_COPYRIGHT = "rutile - Copyright (C) 2026 The Rutile developers".freeze
RUBY_DESCRIPTION = "rutile #{RUBY_ENGINE_VERSION} (like ruby #{RUBY_VERSION}) +PRISM [#{RUBY_PLATFORM}]".freeze
ARGV = []
TOPLEVEL_BINDING = Primitive.top_binding

module Rutile
  # The stand-in for the main object in a file that is loaded into a module: a method that `def` makes there is found in it.
  def self.main_within(wrapper)
    main = Primitive.main_object.clone
    main.extend(wrapper)
    main.instance_exec do
      @__wrapper = wrapper

      def self.public(*names)
        Rutile.warn_of_wrapper("public")
        @__wrapper.__send__(:public, *names)
      end

      def self.private(*names)
        Rutile.warn_of_wrapper("private")
        @__wrapper.__send__(:private, *names)
      end

      singleton_class.__send__(:private, :public, :private)
    end
    main
  end

  def self.warn_of_wrapper(name)
    return unless $VERBOSE
    warn_at(Primitive.caller_position(0), "main.#{name} in the wrapped load is effective only in wrapper module")
  end

  def self.error_position(name = nil)
    error = $!
    error && backtrace_of(error)
  end

  def self.set_error_position(value, name = nil)
    raise ArgumentError, "$! not set" unless $!
    $!.set_backtrace(value)
  end

  def self.program_arguments(name = nil)
    ARGV
  end

  Primitive.hook_global(:$@, :error_position, :set_error_position)
  Primitive.hook_global(:$*, :program_arguments, nil)
end

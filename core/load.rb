# Loading files: require, load, and where features are looked for.

module Rutile
  # What is part of the core, and so "loaded" from the beginning.
  BUILT_IN = ["enumerator", "rational", "complex", "thread", "fiber", "ruby2_keywords"].freeze
  RUBY_ENDINGS = [".rb"].freeze
  NO_ENDINGS = [""].freeze

  @loading = {}
  @real_paths = {}
  # Names of extensions whose native half is part of this program.
  @native_features = []

  class << self
    attr_reader :loading, :real_paths, :native_features
  end

  # The file that a feature's name stands for: [kind, path]; nil where there is none.
  # `kind` is :file, or :built_in for what needs no file.
  def self.find_feature(name)
    return [:built_in, name] if built_in?(name)
    return find_extension(name) if name.end_with?(".so")
    endings = name.end_with?(".rb") ? NO_ENDINGS : RUBY_ENDINGS
    path = Primitive.load_find(name, load_folders, endings)
    path && [:file, path]
  end

  # The half of our own library that stands for an extension: `name.so.rb`, or all of `name`.
  def self.find_extension(name)
    folders = [Primitive.load_library_folder]
    path = Primitive.load_find(name, folders, RUBY_ENDINGS) || Primitive.load_find(name.delete_suffix(".so"), folders, RUBY_ENDINGS)
    path && [:file, path]
  end

  # The file that the load path has for a feature behind our own library, for a file there that adds to it.
  def self.require_behind_library(name)
    own = Primitive.load_library_folder
    folders = load_folders.drop_while { |folder| folder != own }.drop(1)
    path = Primitive.load_find(name, folders, RUBY_ENDINGS) || load_error(name)
    require_feature(path)
  end

  def self.load_folders
    @load_path.map { |folder| to_path(folder) }
  end

  def self.built_in?(name)
    base = name.delete_suffix(".rb").delete_suffix(".so")
    return true if BUILT_IN.include?(base)
    native_features.include?(base) && !name.end_with?(".rb") && (name.end_with?(".so") || !Primitive.load_find(name, load_folders, RUBY_ENDINGS))
  end

  def self.loading_now?(name)
    kind, path = find_feature(name)
    kind == :file && loading.key?(Primitive.load_real_path(path))
  end

  def self.require_feature(name)
    kind, path = find_feature(name)
    return require_from_gems(name) unless kind
    return provide(path) if kind == :built_in
    return false if @loaded_features.include?(path)
    real = Primitive.load_real_path(path)
    return false if feature_loaded?(real)
    if loading[real]
      warn_at(Primitive.caller_position(0), "loading in progress, circular require considered harmful - #{path}") if $VERBOSE
      return false
    end
    loading[real] = path
    begin
      run_file(path, nil)
    ensure
      loading.delete(real)
    end
    real_paths[real] = path
    @loaded_features << path.freeze unless @loaded_features.include?(path)
    true
  end

  # A feature that the load path does not have: RubyGems, which replaces `require`, may know a gem that has it.
  def self.require_from_gems(name)
    load_error(name) unless gems_offered? && !name.start_with?("/", ".", "~")
    Kernel.require("rubygems")
    __send__(:require, name)
  end

  # Whether a file was loaded and is still among the features.
  def self.feature_loaded?(real)
    path = real_paths[real]
    return false unless path
    return true if @loaded_features.include?(path)
    real_paths.delete(real)
    false
  end

  # Notes a feature without a file; true the first time.
  def self.provide(name)
    feature = name.end_with?(".rb", ".so") ? name : "#{name}.so"
    base = feature.delete_suffix(".so").delete_suffix(".rb")
    return false if BUILT_IN.include?(base) || @loaded_features.include?(feature)
    @loaded_features << feature.dup.freeze
    true
  end

  def self.run_file(path, wrap)
    main = wrap && main_within(wrap)
    return Primitive.run_library(path, nil, wrap, main) if Primitive.load_is_library(path)
    source = Primitive.load_read(path)
    load_error(path) if Primitive.is_fixnum(source)
    Primitive.run_source(source, path, wrap, main)
  end

  def self.load_error(name)
    error = LoadError.new("cannot load such file -- #{name}")
    error.__path = name
    raise error
  end

  # The file given to `load`: on the load path, or counted from the current folder.
  def self.find_loadable(name)
    found = Primitive.load_find(name, load_folders, NO_ENDINGS)
    found || Primitive.load_find("./#{name}", load_folders, NO_ENDINGS)
  end

  # The folder that `require_relative` counts from.
  def self.relative_base
    path = Primitive.program_path
    raise LoadError, "cannot infer basepath" if nil.equal?(path) || path.start_with?("(eval")
    return Primitive.current_folder if path == "-e" || path == "-"
    Primitive.load_folder(Primitive.load_real_path(Primitive.load_absolute(path, nil)))
  end

  def self.load_path(name = nil)
    @load_path
  end

  def self.loaded_features(name = nil)
    @loaded_features
  end

  def self.resolve_feature(name)
    kind, path = find_feature(to_path(name))
    return nil unless kind
    kind == :built_in ? [:so, path] : [:rb, path]
  end

  @load_path = []
  @loaded_features = []
  BUILT_IN.each { |name| @loaded_features << (name == "ruby2_keywords" ? "#{name}.rb" : "#{name}.so") }
  def @load_path.resolve_feature_path(name) = Rutile.resolve_feature(name)
  Primitive.hook_global(:$LOAD_PATH, :load_path, nil)
  Primitive.hook_global(:$LOADED_FEATURES, :loaded_features, nil)
end

alias $: $LOAD_PATH
alias $-I $LOAD_PATH
alias $" $LOADED_FEATURES

module Kernel
  def require(name)
    Rutile.require_feature(Rutile.to_path(name))
  end

  def require_relative(name)
    Rutile.require_feature(Primitive.load_absolute(Rutile.to_path(name), Rutile.relative_base))
  end

  def load(name, wrap = false)
    name = Rutile.to_path(name)
    path = Rutile.find_loadable(name) || Rutile.load_error(name)
    wrap = case wrap
           when Module then wrap
           when nil, false then nil
           else Module.new
           end
    Rutile.run_file(path, wrap)
    true
  end
  module_function :require, :require_relative, :load
end

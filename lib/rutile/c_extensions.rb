# Loading C extensions, and what their functions ask of Ruby that is easier said here than in Rust. What comes from C code as a
# word, an address or a value that it only passes on, is an Integer here.

require "rutile/c_extensions/blocks"
require "rutile/c_extensions/buffers"
require "rutile/c_extensions/classes"
require "rutile/c_extensions/collections"
require "rutile/c_extensions/conversions"
require "rutile/c_extensions/converters"
require "rutile/c_extensions/facts"
require "rutile/c_extensions/generators"
require "rutile/c_extensions/leaving"
require "rutile/c_extensions/memory"
require "rutile/c_extensions/streams"
require "rutile/c_extensions/texts"
require "rutile/c_extensions/threads"
require "rutile/c_extensions/times"
require "rutile/c_extensions/tracing"
require "rutile/c_extensions/world"

module Rutile
  # The frame of a C function that waits: with the function's self, block and method. It does what the function asks for and
  # gives it the value, until the function is over.
  def self.drive_extension(call)
    value = Primitive.extension_perform(call)
    value = Primitive.extension_perform(call) while Primitive.extension_resume(call, value)
    Primitive.extension_result(call)
  ensure
    Primitive.extension_end(call)
  end

  module CExtensions
    # Libraries by their paths, as the system knows them.
    @handles = {}

    class << self
      # Loads a shared library and runs the function that it begins with.
      def load(path, name)
        handle = Primitive.extension_open(path)
        raise ::LoadError, "#{handle}#{reason_why(path)} - #{path}" if ::String === handle
        function = Primitive.extension_symbol(handle, name)
        raise ::LoadError, "#{path}: undefined symbol: #{name} - #{name}" unless function
        @handles[path] = handle
        Primitive.extension_invoke(function, [], nil)
        true
      end

      # The reason that the system's loader does not give.
      def reason_why(path)
        " (its file system is mounted noexec)" if Primitive.file_forbids_programs(path)
      end

      # The address of what a loaded extension defines; of what this program does for a feature that is no extension here.
      def resolve_symbol(feature, symbol)
        _, path = $LOAD_PATH.resolve_feature_path(feature)
        handle = @handles[path]
        return Primitive.extension_symbol(handle, symbol) if handle
        Primitive.extension_symbol(0, symbol) if ::Rutile.provided(feature)
      end
    end

    GLOBAL_GET = Primitive.extension_symbol(0, "rutile_global_get")
    GLOBAL_SET = Primitive.extension_symbol(0, "rutile_global_set")
    Primitive.extension_offer(self)
  end

  # Calls what C code wants called at a safepoint. Jobs that are asked for meanwhile wait until those are over.
  def self.run_extension_jobs
    while (job = Primitive.extension_job)
      Primitive.extension_invoke(job[0], [job[1]], nil)
    end
  ensure
    Primitive.extension_jobs_end
  end

  # Global variables that extensions keep.
  def self.extension_global(name) = Primitive.extension_invoke(CExtensions::GLOBAL_GET, [[name]], nil)
  def self.set_extension_global(value, name) = Primitive.extension_invoke(CExtensions::GLOBAL_SET, [[name], [value]], nil)
end

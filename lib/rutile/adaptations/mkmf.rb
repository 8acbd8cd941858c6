# The tests of `mkmf` that link a program: `have_func("rb_io_descriptor")` has to find what this Ruby exports and nothing else. An extension
# finds the API in the executable that loads it, but a program can't be linked with an executable: it is linked with a library that
# has the executable's names, which is made when mkmf is loaded.

require "rutile/shared_object"
require "tmpdir"

module Rutile
  # The library of the API's names, and the place where it is while mkmf runs.
  module ApiLibrary
    PREFIXES = /\A(?:rb_|ruby_|rutile_|st_|onig|Onig|setproctitle\z|strl)/

    # As a command line takes it, by its name: behind `-x c++` a file would be taken for source. Nothing where there is no compiler, and so no
    # test that could use it.
    def self.argument
      folder = make&.gsub(/[^\w.\/-]/) { |character| "\\#{character}" }
      folder ? "-L#{folder} -Wl,-rpath,#{folder} -lrutile-api" : ""
    end

    def self.make
      folder = Dir.mktmpdir("rutile-api")
      owner = Process.pid
      at_exit { FileUtils.rm_rf(folder) if Process.pid == owner }
      source = File.join(folder, "api.s")
      library = File.join(folder, "librutile-api.so")
      File.write(source, assembly)
      compiler = MakeMakefile::CONFIG["CC"].shellsplit
      made = system(*compiler, "-shared", "-nostdlib", "-o", library, source, out: File::NULL, err: File::NULL)
      folder if made
    end

    def self.assembly
      SharedObject.open(Primitive.executable_path) do |executable|
        executable.exported.filter_map { |symbol| definition(symbol) if symbol.name.match?(PREFIXES) }.join
      end
    end

    def self.definition(symbol)
      return ".text\n.globl #{symbol.name}\n.type #{symbol.name}, %function\n#{symbol.name}:\n" unless symbol.kind == SharedObject::OBJECT
      size = [symbol.size, 1].max
      ".data\n.balign 8\n.globl #{symbol.name}\n.type #{symbol.name}, %object\n.size #{symbol.name}, #{size}\n#{symbol.name}: .zero #{size}\n"
    end
    private_class_method :make, :assembly, :definition
  end
end

RbConfig::CONFIG["LIBRUBYARG"] = Rutile::ApiLibrary.argument

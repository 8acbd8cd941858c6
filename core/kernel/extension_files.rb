# Extensions in C, as files: which file stands for a feature, and which are not loaded because they were built for another Ruby.

module Rutile
  EXTENSION_ENDINGS = [".so"].freeze

  # The shared object that a feature's name stands for. Our own half of a library wins over one: `find_extension`.
  def self.find_extension_file(name, endings = EXTENSION_ENDINGS)
    path = Primitive.load_find(name, load_folders, endings)
    path && [:extension, path]
  end

  # Loads one and calls the function that it begins with.
  def self.run_extension(path)
    other = built_for_another(path)
    refuse_extension(path, other) if other
    Kernel.require("rutile/c_extensions")
    CExtensions.load(path, extension_function(path))
  end

  # `Init_` and the file's name up to its first dot.
  def self.extension_function(path)
    name = Primitive.path_base(path, nil)
    "Init_#{name[0, name.index(".") || name.size]}"
  end

  # A library that was built with our headers has a note that says so (`include/ruby/defines.h`). One that has none and wants functions of the C API
  # was compiled for objects that are laid out differently. Of another processor's the system's loader says that there is no such file.
  # Whatever is none of these, it finds words for.
  def self.built_for_another(path)
    Kernel.require("rutile/shared_object")
    SharedObject.open(path) do |file|
      next "processor" if file.processor && file.processor != SharedObject::OWN_PROCESSOR
      next if file.notes.any? { |note| note.owner == "Rutile" }
      "Ruby" if file.needed.any? { |library| library.start_with?("libruby") } || file.wanted.any? { |name| name.start_with?("rb_") }
    end
  rescue SystemCallError
    nil
  end

  def self.refuse_extension(path, other)
    gem = path[%r{/(?:gems|extensions/[^/]+/[^/]+)/([^/]+?)-\d[^/]*/}, 1]
    hint = gem ? "gem install #{gem} --platform ruby, or gem pristine #{gem}" : "ruby extconf.rb && make"
    error = LoadError.new("#{path} was built for another #{other}: build it from source with #{hint}")
    error.__path = path
    raise error
  end
end

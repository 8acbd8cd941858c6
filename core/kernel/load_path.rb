# The folders of `$LOAD_PATH`, as what looks for features wants them: made anew when it has changed. A folder that is a link is
# the one that it leads to, so that a file knows itself by one name, whoever finds it (`__FILE__`, `__dir__`, `$LOADED_FEATURES`).

module Rutile
  # What the load path held when these were made, as objects; what all lead to, and with their texts as a set.
  @known_load_path = []
  @load_folders = []
  # Where the folders that begin at the root lead to. Only those of the present load path are known.
  @real_folders = {}
  @load_folder_names = {}
  # One that is no String, or counts from the current folder, may be another folder each time.
  @load_path_varies = false

  def self.load_folders
    read_load_path unless load_path_known?
    @load_folders
  end

  def self.on_load_path?(folder)
    read_load_path unless load_path_known?
    @load_folder_names.key?(folder)
  end

  def self.load_path_known?
    index = Primitive.array_size(@load_path)
    return false if @load_path_varies || Primitive.array_size(@known_load_path) != index
    while (index -= 1) >= 0
      return false unless Primitive.identical(Primitive.array_at(@load_path, index), Primitive.array_at(@known_load_path, index))
    end
    true
  end

  def self.read_load_path
    known = @load_path.dup
    varies = false
    names = {}
    real_folders = {}
    folders = known.map do |folder|
      text = to_path(folder)
      varies = true unless Primitive.is_a(folder, String) && text.start_with?("/")
      real = @real_folders[text] || real_folder(text)
      # Where there is no folder yet, a link may come to be.
      real_folders[text] = real unless Primitive.identical(real, text) || !text.start_with?("/")
      names[text] = names[real] = true
      real
    end
    @real_folders = real_folders
    @known_load_path, @load_folders, @load_folder_names, @load_path_varies = known, folders, names, varies
  end

  # Our own library is found by the name that its image has it under. What leads nowhere is the text itself.
  def self.real_folder(text)
    return text if text == Primitive.load_library_folder
    text = Primitive.load_absolute(text, nil) unless text.start_with?("/")
    Primitive.load_real_path(text)
  end
end

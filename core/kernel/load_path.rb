# The folders of `$LOAD_PATH`, as what looks for features wants them: made anew when it has changed.

module Rutile
  # What the load path held when these were made, as objects; the texts of all, and with what they expand to as a set.
  @known_load_path = []
  @load_folders = []
  @load_folder_names = {}
  # One that is no String, or counts from the current folder, may be another folder each time.
  @load_path_varies = false

  # The folders as texts.
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
    folders = known.map do |folder|
      text = to_path(folder)
      varies = true unless Primitive.is_a(folder, String) && text.start_with?("/")
      names[text] = names[File.expand_path(text)] = true
      text
    end
    @known_load_path, @load_folders, @load_folder_names, @load_path_varies = known, folders, names, varies
  end
end

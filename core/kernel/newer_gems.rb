# Gems that came with the library and of which another version is installed. RubyGems chooses between them; it is not there from the
# start, and this is one reason to load it.

module Rutile
  # Whether RubyGems is to be asked for a feature that the library has. Once it is there it is asked first anyway.
  def self.has_newer_gem?(name, path)
    return false unless gems_offered?
    gems = @newer_gems ||= find_newer_gems
    return false if gems.empty? || !path.start_with?(standard_library, Primitive.load_library_folder)
    name = name.delete_suffix(".rb").downcase
    return false unless gems.any? { |gem| name.start_with?(gem) && (name.size == gem.size || name[gem.size] == "/") }
    @newer_gems = [].freeze
    true
  end

  # Beginnings of the features of such gems: `net/http` of net-http.
  def self.find_newer_gems
    return [] if nil.equal?(standard_library)
    own = own_gems
    folders = gem_folders(own).map { |folder| "#{folder}/specifications" }
    Primitive.load_newer_gems("#{own}/specifications/default", folders).map { |name| name.tr("-", "/") }
  end

  # The gems that come with the library lie beside it, under its version.
  def self.own_gems
    library = Primitive.load_folder(standard_library)
    "#{library}/gems#{standard_library.delete_prefix(library)}"
  end

  # Where RubyGems looks for gems, as long as no file of its settings says otherwise.
  def self.gem_folders(own)
    home, path = ENV["GEM_HOME"], ENV["GEM_PATH"]
    return [*path.split(":"), home || own] if path
    user = ENV["HOME"]
    data = ENV["XDG_DATA_HOME"] || "#{user}/.local/share"
    version = own.delete_prefix(Primitive.load_folder(own))
    ["#{user}/.gem/rutile#{version}", "#{data}/gem/rutile#{version}", own, *home]
  end
end

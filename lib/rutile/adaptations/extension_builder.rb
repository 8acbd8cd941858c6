# Extensions that are built for no engine but those whose names they know, and that work here; and one that reads the reference's
# code where it stands: Rutile has that half itself.

class Gem::Ext::ExtConfBuilder
  module LeavingOut
    def build(extension, dest_path, results, ...)
      return super unless extension == "ext/debug/extconf.rb"
      results << "the native half of the gem debug is Rutile's own: nothing is built"
    end
  end
  singleton_class.prepend LeavingOut

  module NamingEngine
    FOLDERS = %w[/ext/ffi_c /ext/skiptrace /ext/debug_inspector].freeze

    def run(command, results, command_name = nil, dir = Dir.pwd, *rest)
      return super unless command.include?("extconf.rb") && FOLDERS.any? { |folder| dir.end_with?(folder) }
      super([command[0], "-rrutile/adaptations/engine_name", *command.drop(1)], results, command_name, dir, *rest)
    end
  end
  singleton_class.prepend NamingEngine
end

# Extensions that are built for no engine but those whose names they know, and that work here.

class Gem::Ext::ExtConfBuilder
  module NamingEngine
    FOLDERS = %w[/ext/ffi_c].freeze

    def run(command, results, command_name = nil, dir = Dir.pwd, *rest)
      return super unless command.include?("extconf.rb") && FOLDERS.any? { |folder| dir.end_with?(folder) }
      super([command[0], "-rrutile/adaptations/engine_name", *command.drop(1)], results, command_name, dir, *rest)
    end
  end
  singleton_class.prepend NamingEngine
end

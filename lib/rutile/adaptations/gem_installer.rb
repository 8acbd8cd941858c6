# How the programs that RubyGems writes find their Ruby. Its own way names the executable in the `#!` line, which the
# system refuses if there is a space in the path and which is wrong as soon as an installation is moved. Where RbConfig
# says that it can be moved, ours is a script of the shell that goes from its own place to the executable where both were
# installed together, and by a whole path where they were not; Ruby reads on at the line `#!ruby`, by which RubyGems
# knows its programs again too.

class Gem::Installer
  module FindingRuby
    def shebang(bin_file_name)
      return super if @env_shebang || Gem.configuration[:custom_shebang] || !load_relative_enabled?
      first = File.open(File.join(gem_dir, spec.bindir, bin_file_name), "rb", &:gets).to_s
      options = first[/\A#!.*?(?:ruby|rutile)\S*((?:\s+\S+)+)/, 1].to_s.rstrip
      <<~PROGRAM.chomp
        #!/bin/sh
        here=$(readlink -f "$0") && exec #{executable_for_shell} -x "$0" "$@"
        #!ruby#{options}
      PROGRAM
    end

    private

    # The executable as a word of the shell, which knows the program's whole path as $here.
    def executable_for_shell
      installed = "#{File.dirname(Gem.default_bindir)}/"
      folder = "#{File.realdirpath(@bin_dir)}/"
      return quoted(RbConfig.ruby) unless folder.start_with?(installed) && RbConfig.ruby.start_with?(installed)
      upwards = "../" * folder.delete_prefix(installed).count("/")
      %("${here%/*}"/#{quoted(upwards + RbConfig.ruby.delete_prefix(installed))})
    end

    def quoted(word)
      "'#{word.gsub("'") { "'\\''" }}'"
    end
  end
  prepend FindingRuby
end


# A folder that nobody may write to is told of in one line: what to do about it is not found by reading RubyGems, whose own words are
# followed by the way that led there.

class Gem::CommandManager
  module TellingOfFolders
    def process_args(...)
      super
    rescue Gem::FilePermissionError, Errno::EROFS => error
      alert_error clean_text("#{error.message.chomp(".")}; GEM_HOME may name another folder for gems")
      terminate_interaction(1)
    end
  end
  prepend TellingOfFolders
end

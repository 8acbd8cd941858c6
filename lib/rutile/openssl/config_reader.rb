# OpenSSL's format of settings: `[section]`, `key = value`, `section::key = value`, `.include file`, `# comment`. In a value
# stand quotes, backslashes, and settings made before: `$key`, `${key}`, `$(section::key)`.

module Rutile
  class ConfigReader
    DEFAULT = "default"
    # How deep files may include others.
    DEEPEST = 100
    # A comment begins outside of quotes; a backslash hides what follows it.
    TEXT = /\A(?:\\.|'(?:\\.|[^'\\])*'?|"(?:\\.|[^"\\])*"?|[^#\\'"])*/m
    NAME = "[\\w!.%&*+,/;?@^~|\\\\-]*"
    ASSIGNMENT = /\A(?:(#{NAME})::)?(#{NAME})\s*=(.*)\z/m
    PIECE = /\G(?:'((?:\\.|[^'\\])*)'?|"((?:\\.|[^"\\])*)"?|\\(.)|\$([{(]?)(?:(\w+)::)?(\w+)([})]?)|(.))/m
    ESCAPES = { "r" => "\r", "n" => "\n", "b" => "\b", "t" => "\t" }.freeze
    private_constant :DEFAULT, :DEEPEST, :TEXT, :NAME, :ASSIGNMENT, :PIECE, :ESCAPES

    # A setting of the section, of the environment, or of the section that stands for all.
    def self.find(sections, section, key)
      found = sections.dig(section, key)
      found = ENV[key] if found.nil? && section == "ENV"
      found || sections.dig(DEFAULT, key)
    end

    def initialize(text)
      @text = text.b
      @sections = { DEFAULT => {} }
      @section = DEFAULT
    end

    def read
      read_text(@text, 0)
      @sections
    end

    private

    def read_text(text, depth)
      whole = nil
      text.each_line.with_index(1) do |line, number|
        @line = number
        line = line.chomp
        line = "#{whole}#{line}" if whole
        next whole = line.chop if line.match?(/(?<!\\)(?:\\\\)*\\\z/)
        whole = nil
        read_line(line[TEXT].strip, depth)
      end
    end

    def read_line(line, depth)
      return if line.empty?
      return open_section(line) if line.start_with?("[")
      return include_file(line[/\A\.include\s*=?\s*(.*)/, 1], depth) if line.match?(/\A\.include[\s=]/)
      match = ASSIGNMENT.match(line) or refuse("missing equal sign", "HERE-->#{line}")
      (@sections[match[1] || @section] ||= {})[match[2]] = value_of(match[3].strip)
    end

    def open_section(line)
      match = /\A\[\s*(.*?)\s*\]/.match(line) or refuse("missing close square bracket")
      @section = match[1]
      @sections[@section] ||= {}
    end

    # Of a folder all its settings; what can't be read is passed over.
    def include_file(path, depth)
      refuse("recursive directory include") if depth == DEEPEST
      path = value_of(path.strip)
      paths = File.directory?(path) ? Dir.glob("#{path}/*.{cnf,conf}") : [path]
      here = @line
      paths.each { |one| read_text(File.read(one), depth + 1) if File.file?(one) && File.readable?(one) }
      @line = here
    end

    def value_of(text)
      value = +""
      position = 0
      while piece = PIECE.match(text, position)
        position = piece.end(0)
        value << meaning(piece)
      end
      value
    end

    def meaning(piece)
      quoted = piece[1] || piece[2]
      return quoted.gsub(/\\./m) { |pair| ESCAPES[pair[1]] || pair[1] } if quoted
      return ESCAPES[piece[3]] || piece[3] if piece[3]
      return piece[8] unless piece[6]
      refuse("no close brace") unless { "{" => "}", "(" => ")" }.fetch(piece[4], piece[7]) == piece[7]
      found = ConfigReader.find(@sections, piece[5] || @section, piece[6]) or refuse("variable has no value")
      piece[4].empty? ? found + piece[7] : found
    end

    def refuse(words, detail = nil)
      raise OpenSSL::ConfigError, "error in line #{@line}: #{words} (#{detail}line #{@line})"
    end
  end
end

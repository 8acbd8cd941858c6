# What the reference says of wrong code where its words, or the method that is told of them, are others than the reader's
# own: what its lexer and its checks find goes to `compile_error`, what its grammar does to `on_parse_error`.

class Ripper
  module Complaints
    # A pattern of the reader's words, and those of the reference; nil where what the pattern catches are its words.
    COMPILE = {
      /\A('.*' (?:without identifiers )?is not allowed as an? \w+ variable name)/ => nil,
      /\A(unterminated (?:regexp|string) meets end of file)/ => nil,
      /\A(?:unterminated quoted string|expected a closing delimiter for the `%x`)/ => "unterminated string meets end of file",
      /\Aunterminated list/ => "unterminated list meets end of file", /\Aunterminated heredoc; (can't find string .*)/ => nil,
      /(no anonymous (?:block|rest|keyword rest) parameter)/ => nil, /\Aunexpected \.\.\. when/ => "unexpected ...",
      /\A(embedded document meets end of file)/ => nil, /\Aincomplete expression at `\?`/ => "incomplete character syntax",
      /\A(?:trailing '_' in|invalid underscore placement in) number/ => "trailing '_' in number",
      /\A(unknown regexp options - \w+)/ => nil
    }.freeze
    GRAMMAR = {
      /\A(Invalid (?:redo|retry|yield|break|next|return).*)/ => nil, /\A(BEGIN is permitted only at toplevel)/ => nil,
      /\A(unknown type of %string)/ => nil, /\A(duplicated argument name)\z/ => nil, /(numeric literal without digits)/ => nil,
      /(setter method cannot be defined in an endless method definition)/ => nil,
      /\Ainvalid hex escape/ => "invalid hex escape", /\A(Invalid escape character syntax)/ => nil
    }.freeze
    # Errors of which the parser's events tell.
    OWN_EVENTS = Regexp.union(
      /\Adynamic constant assignment\z/, /\ACan't (?:assign to|change the value of|set variable) /, /formal argument cannot be /, /\Aidentifier \S+[?!] is not valid to set\z/,
      /can't make alias for the number variables\z/, %r{class/module name must be CONSTANT\z}
    )
    # A pattern of the reader's warnings, the method that is told, the reference's words (nil: the reader's) and what stands in them.
    WARNINGS = [
      [/\A('when' clause on line )(\d+)( duplicates 'when' clause on line )(\d+)( and is ignored)\z/, :warning,
        "'when' clause on line %d duplicates 'when' clause on line %d and is ignored", ->(match, more) { [match[2].to_i + more, match[4].to_i + more] }],
      [/\Akey (.+) is duplicated and overwritten on line (\d+)\z/m, :warn, "key %+li\v is duplicated and overwritten on line %d",
        ->(match, more) { [key(match[1]), match[2].to_i + more] }],
      [/\Ainvalid value for (\S+): (.*)\z/, :warning, "invalid value for %s: %s", ->(match, _) { match.captures }],
      [/\A'(\w+)' is ignored after any tokens\z/, :warning, "'%s' is ignored after any tokens", ->(match, _) { match.captures }],
      [/\Amismatched indentations at '(.*)' with '(.*)' at (\d+)\z/, :warn, "mismatched indentations at '%s' with '%s' at %d",
        ->(match, more) { [match[1], match[2], match[3].to_i + more] }],
      [/\Aambiguous `(.*)` has been interpreted as an argument prefix\z/, :warning, nil, ->(match, _) { ["'#{match[1]}' interpreted as argument prefix"] }],
      [/\A(?:encountered \\r in middle of line|found '= literal' in conditional|(?:regex|string) literal in condition)/, :warn, nil, ->(match, _) { [match.string] }],
      [/\A(?:statement not reached|literal in condition)\z/, :warning, nil, ->(match, _) { [match.string] }]
    ].freeze
    private_constant :COMPILE, :GRAMMAR, :OWN_EVENTS, :WARNINGS

    module_function

    # [the method that is told, the words]
    def of(message)
      words = found(COMPILE, message)
      return [:compile_error, words] if words
      [:on_parse_error, found(GRAMMAR, message) || "syntax error, #{message}"]
    end

    def own_event?(message) = OWN_EVENTS.match?(message)

    # [the method that is told, its arguments]; nil for a warning that the reference's parser doesn't give. Lines are `more` than the reader says.
    def warning(message, more)
      WARNINGS.each do |pattern, method, words, arguments|
        match = pattern.match(message) or next
        return [method, *words, *arguments.call(match, more)]
      end
      nil
    end

    # The key of a Hash by how it is shown.
    def key(shown)
      case shown
      when /\A:"/ then shown.delete_prefix(":").undump.to_sym
      when /\A:/ then shown.delete_prefix(":").to_sym
      when /\A-?\d+\z/ then shown.to_i
      when /\A-?\d+\.\d/ then shown.to_f
      when /\A"/ then shown.undump
      else shown
      end
    end

    def found(table, message)
      table.each { |pattern, words| pattern.match(message)&.then { |match| return words || match[1] } }
      nil
    end
  end
  private_constant :Complaints
end

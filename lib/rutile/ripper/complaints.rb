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
      /\A(unknown type of %string)/ => nil, /(numeric literal without digits)/ => nil,
      /\Ainvalid hex escape/ => "invalid hex escape", /\A(Invalid escape character syntax)/ => nil
    }.freeze
    private_constant :COMPILE, :GRAMMAR

    module_function

    # [the method that is told, the words]
    def of(message)
      words = found(COMPILE, message)
      return [:compile_error, words] if words
      [:on_parse_error, found(GRAMMAR, message) || "syntax error, #{message}"]
    end

    def found(table, message)
      table.each { |pattern, words| pattern.match(message)&.then { |match| return words || match[1] } }
      nil
    end
  end
  private_constant :Complaints
end

# Random Ruby programs that mean the same on every Ruby: they end, print what they compute, and take nothing from
# time, addresses or the order of unordered things. Everything comes from the seed. Expressions are typed, so that
# most of a program runs; now and then an operand of the wrong type goes in, so that errors are compared too.
class Generator
  TYPES = %i[integer float string array hash symbol boolean].freeze
  DEEPEST = 4

  def initialize(seed)
    @random = Random.new(seed)
    @variables = Hash.new { |variables, type| variables[type] = [] }
    @methods = []
    @serial = 0
    @depth = 0
  end

  def program
    lines = ["def show(value) = puts(value.inspect)"]
    2.times { lines << method_definition }
    @random.rand(6..14).times { lines << top_level_statement }
    lines.join("\n") << "\n"
  end

  private

  def pick(list) = list[@random.rand(list.size)]
  def chance(percent) = @random.rand(100) < percent
  # A factor: a text or an array that gets among the numbers must not be multiplied into gigabytes.
  def small = @random.rand(-9..99)
  def fresh_name = "v#{@serial += 1}"

  # Every statement of the top is guarded: one that raises shows what, and the next still runs.
  def top_level_statement
    body = chance(65) ? assignment : statement
    "begin\n#{indent(body)}\nrescue StandardError => error\n  puts error.class, error.message\nend"
  end

  def assignment
    type = pick(TYPES)
    value = expression(type)
    name = fresh_name
    @variables[type] << name
    "#{name} = #{default(type)}\n#{name} = #{value}\nshow(#{name})"
  end

  def default(type)
    { integer: "0", float: "0.0", string: "+\"\"", array: "[]", hash: "{}", symbol: ":none", boolean: "false" }.fetch(type)
  end

  def statement
    @depth += 1
    return "show(#{expression(pick(TYPES))})" if @depth > DEEPEST
    case @random.rand(8)
    when 0 then "if #{expression(:boolean)}\n#{indent(statement)}\nelse\n#{indent(statement)}\nend"
    when 1 then "#{expression(:array)}.each_with_index { |item, index| show([item, index]) }"
    when 2 then "#{@random.rand(1..4)}.times do |round|\n#{indent(statement)}\nend"
    when 3 then guarded
    when 4 then pattern_match
    when 5 then fiber
    when 6 then catch_throw
    else "show(#{expression(pick(TYPES))})"
    end
  ensure
    @depth -= 1
  end

  def guarded
    "begin\n#{indent(statement)}\nrescue TypeError, NoMethodError => error\n  show(error.message)\n" \
      "else\n  show(:else)\nensure\n  show(:ensure)\nend"
  end

  def pattern_match
    "case #{expression(pick(TYPES))}\nin Integer | Float => number then show(number)\n" \
      "in [first, *rest] then show([rest, first])\nin { a: value, **others } then show([value, others])\n" \
      "in String => text if text.size > 3 then show(text[0, 3])\nin other then show(other)\nend"
  end

  def fiber
    name = fresh_name
    "#{name} = Fiber.new { |given| show(given); back = Fiber.yield(#{expression(:integer)}); show(back); :done }\n" \
      "show(#{name}.resume(#{expression(:symbol)}))\nshow(#{name}.resume(#{expression(:string)}))"
  end

  def catch_throw
    "show(catch(:out) { #{expression(:array)}.each { |item| throw(:out, item) if #{expression(:boolean)} }; :through })"
  end

  def method_definition
    name = "helper#{@serial += 1}"
    @methods << name
    "def #{name}(number, text = #{literal(:string)}, *rest, key: #{small}, &block)\n" \
      "  return block.call(number) if block && number > #{@random.rand(50)}\n  number * key + text.size + rest.size\nend"
  end

  # An expression of the type, or, one time in forty, of another.
  def expression(type)
    type = pick(TYPES) if chance(3)
    @depth += 1
    return leaf(type) if @depth > DEEPEST || chance(25)
    send("#{type}_expression")
  ensure
    @depth -= 1
  end

  def leaf(type)
    known = @variables[type]
    known.any? && chance(50) ? pick(known) : literal(type)
  end

  def literal(type)
    case type
    when :integer then pick([@random.rand(-20..20), @random.rand(1000), 2**@random.rand(62..70), 0, -1]).to_s
    when :float then pick([0.0, 1.5, -2.25, 1e20, 0.1, @random.rand(1000) / 8.0]).to_s
    when :string then pick(["", "a", "Hello", "two words", "äöü", "日本", "line\nnext", "x" * @random.rand(30)]).dup.inspect
    when :array then "[#{Array.new(@random.rand(4)) { literal(pick(%i[integer string symbol])) }.join(", ")}]"
    when :hash then "{ a: #{literal(:integer)}, \"k\" => #{literal(:string)}, #{@random.rand(9)} => #{literal(:symbol)} }"
    when :symbol then pick([":a", ":b", ":name", ":\"odd one\"", ":+", ":[]="])
    when :boolean then pick(%w[true false nil])
    end
  end

  def integer_expression
    case @random.rand(10)
    when 0 then "(#{expression(:integer)} #{pick(%w[+ - / % & | ^])} #{expression(:integer)})"
    when 1 then "(#{expression(:integer)} * #{small})"
    when 2 then "(#{expression(:integer)} #{pick(%w[<< >>])} #{@random.rand(80)})"
    when 3 then "#{expression(:string)}.#{pick(%w[size bytesize hex to_i sum])}"
    when 4 then "#{expression(:array)}.size"
    when 5 then "#{expression(:array)}.count { |item| item.is_a?(#{pick(%w[Integer String Symbol])}) }"
    when 6 then "#{pick(@methods)}(#{expression(:integer)}, key: #{small})#{chance(40) ? " { |n| n - 1 }" : ""}"
    when 7 then "(#{expression(:integer)} <=> #{expression(:integer)})"
    when 8 then "#{expression(:float)}.#{pick(%w[floor ceil round truncate])}"
    else "#{expression(:integer)}.#{pick(%w[abs succ pred -@ ~ bit_length])}"
    end
  end

  def float_expression
    case @random.rand(4)
    when 0, 1 then "(#{expression(:float)} #{pick(%w[+ - * /])} #{expression(pick(%i[float integer]))})"
    when 2 then "#{expression(:integer)}.to_f"
    else "#{expression(:float)}.#{pick(%w[abs -@ to_f])}"
    end
  end

  def string_expression
    case @random.rand(9)
    when 0 then "(#{expression(:string)} + #{expression(:string)})"
    when 1 then "\"<\#{#{expression(pick(TYPES))}}>\""
    when 2 then "#{expression(:string)}.#{pick(%w[upcase downcase capitalize swapcase reverse strip succ chomp chop squeeze dump])}"
    when 3 then "#{expression(:array)}.join(#{literal(:string)})"
    when 4 then "#{expression(:string)}.#{pick(%w[ljust rjust center])}(#{@random.rand(12)}, \"*\")"
    when 5 then "#{expression(:string)}.#{pick(%w[sub gsub])}(/#{pick(['l+', '[aeiou]', '\s', '^.', '(.)\1', 'ä|x'])}/) { |found| found.inspect }"
    when 6 then "#{expression(pick(TYPES))}.#{pick(%w[inspect to_s])}"
    when 7 then "format(#{pick(['"%05d|%-6x"', '"%+d|%o"', '"% d|%b"'])}, #{expression(:integer)}, #{@random.rand(999)})"
    else "#{expression(:string)}[#{@random.rand(-4..4)}, #{@random.rand(5)}].to_s"
    end
  end

  def array_expression
    case @random.rand(9)
    when 0 then "(#{expression(:array)} #{pick(%w[+ - & |])} #{expression(:array)})"
    when 1 then "#{expression(:array)}.map { |item| [item, #{expression(:integer)}] }"
    when 2 then "#{expression(:array)}.#{pick(%w[reverse uniq compact flatten to_a rotate tally.to_a dup])}"
    when 3 then "#{expression(:array)}.#{pick(%w[select reject partition group_by])} { |item| item.to_s.size > #{@random.rand(4)} }.to_a"
    when 4 then "(#{@random.rand(-3..3)}..#{@random.rand(6)}).to_a"
    when 5 then "#{expression(:string)}.#{pick(%w[chars bytes lines split codepoints])}"
    when 6 then "#{expression(:hash)}.#{pick(%w[keys values to_a])}"
    when 7 then "#{expression(:array)}.sort_by(&:to_s)"
    else "#{expression(:array)}.each_slice(#{@random.rand(1..3)}).to_a"
    end
  end

  def hash_expression
    case @random.rand(6)
    when 0 then "#{expression(:hash)}.merge(#{expression(:hash)}) { |_key, old, new| [old, new] }"
    when 1 then "#{expression(:hash)}.transform_values { |value| value.to_s }"
    when 2 then "#{expression(:hash)}.#{pick(%w[select reject])} { |key, _value| key.is_a?(Symbol) }"
    when 3 then "#{expression(:array)}.to_h { |item| [item, #{expression(:integer)}] }"
    when 4 then "#{expression(:hash)}.#{pick(%w[invert compact dup])}"
    else "#{expression(:array)}.group_by { |item| item.class.name }"
    end
  end

  def symbol_expression
    chance(50) ? "#{expression(:string)}.to_sym" : "(#{expression(:boolean)} ? #{expression(:symbol)} : #{expression(:symbol)})"
  end

  def boolean_expression
    case @random.rand(6)
    when 0 then "(#{expression(:integer)} #{pick(%w[< > <= >= == !=])} #{expression(:integer)})"
    when 1 then "#{expression(:string)}.#{pick(%w[empty? ascii_only? valid_encoding?])}"
    when 2 then "(#{expression(:boolean)} #{pick(%w[&& ||])} #{expression(:boolean)})"
    when 3 then "!#{expression(:boolean)}"
    when 4 then "#{expression(:array)}.#{pick(%w[any? none? empty? all?])}"
    else "(#{expression(pick(TYPES))} == #{expression(pick(TYPES))})"
    end
  end

  def indent(text) = text.gsub(/^/, "  ")
end

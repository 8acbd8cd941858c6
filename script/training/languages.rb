# Reading of programs: a scanner, a parser by recursive descent, an interpreter, a template engine, Prism and Ripper.
require "strscan"
require "prism"
require "ripper"

module Calculation
  Number = Struct.new(:value)
  Name = Struct.new(:name)
  Operation = Struct.new(:operator, :left, :right)

  class Scanner
    RULES = { number: /\d+(\.\d+)?/, name: /[a-z_]\w*/, operator: %r{[-+*/()=]}, space: /\s+/ }.freeze

    def tokens(source)
      scanner = StringScanner.new(source)
      found = []
      until scanner.eos?
        kind, = RULES.find { |_, rule| scanner.scan(rule) }
        raise ArgumentError, "at #{scanner.pos}" unless kind
        found << [kind, scanner.matched] unless kind == :space
      end
      found
    end
  end

  class Parser
    STRENGTH = { "+" => 1, "-" => 1, "*" => 2, "/" => 2 }.freeze

    def initialize(tokens) = (@tokens, @place = tokens, 0)
    def parse = binary(0)

    private

    def peek = @tokens[@place]
    def advance = @tokens[@place].tap { @place += 1 }

    def binary(least)
      left = primary
      while (token = peek) && (strength = STRENGTH[token[1]]) && strength >= least
        advance
        left = Operation.new(token[1].to_sym, left, binary(strength + 1))
      end
      left
    end

    def primary
      case advance
      in [:number, text] then Number.new(text.include?(".") ? text.to_f : text.to_i)
      in [:name, text] then Name.new(text.to_sym)
      in [:operator, "("]
        binary(0).tap { advance }
      end
    end
  end

  class Evaluation
    def initialize(values) = @values = values
    def visit(node) = send(:"visit_#{node.class.name.split("::").last.downcase}", node)
    def visit_number(node) = node.value
    def visit_name(node) = @values.fetch(node.name) { |name| raise KeyError, "no #{name}" }
    def visit_operation(node) = visit(node.left).public_send(node.operator, visit(node.right))
  end
end

source = "1 + 2 * (a - 3) / b + 4.5 * c_d - (7 + 1) * 2"
4000.times do |number|
  tree = Calculation::Parser.new(Calculation::Scanner.new.tokens(source)).parse
  3.times { Calculation::Evaluation.new(a: number, b: 2, c_d: 1.5).visit(tree) }
end

# Templates of {{ variable | filter }} and {% for %}.
class Template
  FILTERS = { "upcase" => :upcase.to_proc, "escape" => ->(text) { text.gsub(/[&<>]/, "&" => "&amp;", "<" => "&lt;", ">" => "&gt;") } }.freeze

  def initialize(source) = @parts = source.split(/(\{\{.*?\}\}|\{%.*?%\})/m)

  def render(values, output = +"", parts = @parts)
    index = 0
    while index < parts.size
      case part = parts[index]
      when /\A\{\{\s*(?<path>[\w.]+)\s*(?:\|\s*(?<filters>.*?))?\s*\}\}\z/
        match = $~
        value = match[:path].split(".").inject(values) { |object, name| object.is_a?(Hash) ? object[name] : object.public_send(name) }.to_s
        match[:filters]&.split("|")&.each { |filter| value = FILTERS.fetch(filter.strip).call(value) }
        output << value
      when /\A\{%\s*for (\w+) in (\w+)\s*%\}\z/
        name, list = $1, $2
        close = (index...parts.size).find { |at| parts[at].match?(/endfor/) }
        values[list].each { |each| render(values.merge(name => each), output, parts[index + 1...close]) }
        index = close
      else output << part
      end
      index += 1
    end
    output
  end
end

template = Template.new("<h1>{{ title | upcase }}</h1>{% for item in items %}<p>{{ item.name | escape }} costs {{ item.price }}</p>{% endfor %}<hr>")
items = (1..20).map { |number| { "name" => "<#{number}>", "price" => number * 3 } }
1500.times { template.render({ "title" => "all things", "items" => items }) }

own = File.read(__FILE__)
60.times do
  Prism.parse(own).value
  Ripper.sexp(own)
  Ripper.lex(own).size
  RubyVM::InstructionSequence.compile(own)
end

# A small language of stacks, run by a loop over its instructions.
class Machine
  def initialize(code) = (@code, @stack, @place, @memory, @steps = code, [], 0, Array.new(16, 0), 0)

  def run
    while @place < @code.size
      name, operand = @code[@place]
      @place += 1
      @steps += 1
      case name
      when :push then @stack.push(operand)
      when :load then @stack.push(@memory[operand])
      when :store then @memory[operand] = @stack.pop
      when :add then @stack.push((@stack.pop + @stack.pop) & 0xffff)
      when :less then right = @stack.pop; @stack.push(@stack.pop < right)
      when :jump_if then @place = operand if @stack.pop
      end
    end
    @memory
  end
end
40.times { Machine.new([[:push, 0], [:store, 0], [:load, 0], [:push, 1], [:add], [:store, 0], [:load, 0], [:push, 20_000], [:less], [:jump_if, 2]]).run }

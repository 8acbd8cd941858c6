# Programs made from pieces of real ones. Pieces are the rules of specs and the methods of the core library; of each
# the tree is known, so that most changes give a program that still parses: a node is replaced by one from elsewhere or
# by an awkward value, moved, doubled, wrapped or taken away, a call gets another name. Some changes know only bytes
# and tokens. Everything comes from the seed and the files.
require "prism"

class Mutator
  # Values that few methods expect.
  AWKWARD = [
    "nil", "true", "0", "-1", "1", "2**31", "2**62", "-(2**62)", "2**64", "-(2**64) - 1", "0.0", "-0.0", "1.5", "Float::NAN",
    "Float::INFINITY", "-Float::INFINITY", "1e308", "3r", "(1/3r)", "2i", "Complex(1, 0.5)", "\"\"", "\"a\"", "\"\\xff\"", "\"\\u3042\\u{1f600}\"",
    "\"a\\0b\"", "(\"ab\" * 50)", "\"\\xe3\\x81\".b", "\"ab\".encode(\"UTF-16LE\")", "\"\\u3042\".encode(\"EUC-JP\")", "\"x\".freeze", ":a", ":\"\"", "[]", "[nil]",
    "[1, [2, [3]]]", "(a = []; a << a)", "(h = {}; h[h] = h; h)", "{}", "{ a: 1 }", "Hash.new { |hash, key| hash[key] = key }", "(1..)", "(..1)", "(1...-1)",
    "(\"a\"..\"e\")", "(1.0..2.0)", "(1..10).step(3)", "[1, 2].each", "[3].lazy", "/a(b)?/", "/(?<x>.)/m", "/\\xff/n", "->{}", "proc { |a, (b, *c), d: 1| [a, b, c, d] }",
    "method(:puts)", "String.instance_method(:sub)", "Object.new", "BasicObject.new", "Class.new", "Module.new", "Class.new(String).new(\"s\")", "Class.new(Array).new([1])",
    "Struct.new(:a, :b).new(1)", "Data.define(:a).new(a: 1)", "Fiber.new { Fiber.yield 1 }", "Thread.new { 1 }", "Thread::Queue.new", "Mutex.new", "binding",
    "Enumerator.new { |y| y << 1 << 2 }", "Time.at(0)", "Random.new(1)", "ObjectSpace::WeakMap.new", "RuntimeError.new(\"x\")", "String", "Comparable", "Encoding::UTF_16BE",
    "$~", "self", "$stdout", "ENV", "__method__", "caller", "ARGF", "Process.clock_gettime(1)", "Set[1]", "Rational(1, 3)", "Object.new.tap { |o| def o.to_str = 1 }",
    "Object.new.tap { |o| def o.to_ary = [o] }", "Object.new.tap { |o| def o.coerce(x) = [x, self] }", "Object.new.tap { |o| def o.<=>(x) = 0 }",
    "Object.new.tap { |o| def o.hash = \"x\" }", "Object.new.tap { |o| def o.to_proc = nil }", "Object.new.tap { |o| def o.each = yield }", "Object.new.tap { |o| def o.inspect = nil }",
  ].freeze

  # `%s` is a piece that the mutator had; `%o` is another.
  WRAPPINGS = [
    "(%s rescue %o)", "[%s]", "[%s, %o]", "{ a: %s }", "->{ %s }.call", "Fiber.new { %s }.resume", "Thread.new { %s }.value", "(%s).freeze", "(%s).dup",
    "begin; %s; ensure; %o; end", "begin; raise %o; rescue => e; %s; end", "(%s while false)", "3.times { %s }", "[1, 2, 3].each { |x| %s }", "(%s if %o)",
    "case %s\nin [a, *b] then a\nin {a:} then a\nin x then x\nend", "catch(:x) { %s; throw :x, %o }", "loop { %s; break }", "instance_eval { %s }",
    "Class.new { %s }", "define_method(:fuzzed) { |*a| %s }", "def fuzzed(*) = (%s)", "(%s).then { |x| %o }", "[%s].sort_by { %o }", "eval(\"begin; 1; end\", binding); %s",
    "\"a\#{%s}b\"", "/\#{%s}/", "(%s)..(%o)", "p(*%s)", "p(**%s)", "p(&%s)", "(%s).send(:%m)", "(%s).%m(%o)", "(%s).%m { |*a| %o }", "(%s)&.%m", "(%s).%m(%o, %o)",
    "(%s)[%o] = %o", "a, (b, *c) = %s", "x = %s; GC.start; x", "(%s).instance_variable_set(:@a, %o)", "(%s).extend(Module.new { def to_s = %o })", "Marshal.load(Marshal.dump(%s))",
    "ObjectSpace.each_object(Class) { break %s }", "(%s).each_slice(2).with_index.map { %o }", "format(\"%%5s %%d\", %s, %o)", "[%s].pack(\"N*U\")", "retry_me = 0; begin; %s; rescue; retry if (retry_me += 1) < 3; end",
  ].freeze

  TOKEN = /[a-zA-Z_]\w*[?!]?|\d+|"(?:[^"\\]|\\.)*"|\s+|[^\w\s]/
  PIECE_BYTES = (12..1_200)
  LONGEST = 6_000

  Piece = Struct.new(:text, :nodes, :names)

  # `roots` are folders of Ruby files; of each at most `most` files are taken.
  def initialize(seed, roots, most: 400)
    @random = Random.new(seed)
    @pieces = roots.flat_map { |root| files(root, most).flat_map { |file| pieces(file) } }
    raise ArgumentError, "no pieces in #{roots.join(", ")}" if @pieces.empty?
    @methods = @pieces.flat_map { |piece| piece.names.map { |from, to| piece.text.byteslice(from...to) } }.uniq
    raise ArgumentError, "no method names in #{roots.join(", ")}" if @methods.empty?
  end

  def program
    text = Array.new(@random.rand(4) == 0 ? 2 : 1) { changed(pick(@pieces)).b }.join("\n")
    text.bytesize > LONGEST ? text.byteslice(0, LONGEST) : text
  end

  private

  def pick(list) = list[@random.rand(list.size)]

  def files(root, most)
    return [root] if File.file?(root)
    Dir.glob("**/*.rb", base: root).sort.reject { |path| path.match?(/harness|outside|fixtures|socket|process|kernel\/(?:fork|exec|system|spawn)/) }
       .sample(most, random: @random).map { |path| File.join(root, path) }
  end

  def pieces(file)
    source = File.binread(file).force_encoding("UTF-8")
    return [] unless source.valid_encoding?
    result = Prism.parse(source)
    result.success? ? bodies(result.value).filter_map { |node| piece(source, node) } : []
  end

  # What a rule does, and methods.
  def bodies(root)
    found = []
    walk(root) do |node|
      case node
      when Prism::CallNode
        found << node.block.body if %i[spec it].include?(node.name) && node.block.is_a?(Prism::BlockNode) && node.block.body
      when Prism::DefNode then found << node
      end
    end
    found
  end

  def walk(node, &block)
    yield node
    node.compact_child_nodes.each { |child| walk(child, &block) }
  end

  def piece(source, body)
    from, to = body.location.start_offset, body.location.end_offset
    return nil unless PIECE_BYTES.cover?(to - from)
    nodes, names = [], []
    walk(body) do |node|
      place = node.location
      next if place.end_offset == place.start_offset || place.end_offset > to # of a heredoc, behind the body
      nodes << [place.start_offset - from, place.end_offset - from] unless node.equal?(body)
      name = node.is_a?(Prism::CallNode) && node.name.match?(/\A[a-z]\w*[?!]?\z/) ? node.message_loc : nil
      names << [name.start_offset - from, name.end_offset - from] if name
    end
    nodes.empty? ? nil : Piece.new(source.byteslice(from...to), nodes, names)
  end

  # Changes go from the back to the front, so that the places before them stay right.
  def changed(piece)
    text = piece.text.dup
    places = Array.new(@random.rand(1..4)) { pick(piece.nodes) }.sort_by { |from, _| -from }
    limit = text.bytesize
    places.each do |from, to|
      next if to > limit
      limit = from
      text.bytesplice(from...to, change(text.byteslice(from...to)))
    end
    text = renamed(text, piece) if limit == piece.text.bytesize || @random.rand(4) == 0
    @random.rand(12) == 0 ? scrambled(text) : text
  rescue IndexError, ArgumentError
    text
  end

  def change(node)
    case @random.rand(10)
    when 0, 1, 2 then pick(AWKWARD)
    when 3, 4 then elsewhere
    when 5 then ""
    when 6 then "#{node}; #{node}"
    else filled(pick(WRAPPINGS), node)
    end
  end

  def elsewhere
    piece = pick(@pieces)
    from, to = pick(piece.nodes)
    piece.text.byteslice(from...to)
  end

  def filled(wrapping, node)
    wrapping.gsub(/%[som%]/) do |mark|
      case mark
      when "%s" then node
      when "%o" then @random.rand(3) == 0 ? elsewhere : pick(AWKWARD)
      when "%m" then pick(@methods)
      else "%"
      end
    end
  end

  def renamed(text, piece)
    return text if piece.names.empty?
    from, to = pick(piece.names)
    text.byteslice(from...to)&.match?(/\A\w+[?!]?\z/) ? text.tap { text.bytesplice(from...to, pick(@methods)) } : text
  end

  def scrambled(text)
    tokens = text.scan(TOKEN)
    return text if tokens.size < 2
    at = @random.rand(tokens.size)
    case @random.rand(5)
    when 0 then tokens.delete_at(at)
    when 1 then tokens.insert(at, pick(tokens))
    when 2 then tokens[at], tokens[-1] = tokens[-1], tokens[at]
    when 3 then tokens.insert(at, pick(pick(@pieces).text.scan(TOKEN)))
    else return text.b.tap { |bytes| bytes.setbyte(@random.rand(bytes.bytesize), @random.rand(256)) }
    end
    tokens.join
  end
end

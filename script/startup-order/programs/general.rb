# What nearly every program does after its start: the functions behind it are laid next to those of the start itself.
# Run by script/link-ordered; what it prints goes nowhere.

Point = Struct.new(:x, :y) do
  def +(other) = Point.new(x + other.x, y + other.y)
end

class Shelf
  include Enumerable
  attr_reader :name

  def initialize(name, *items, limit: 10, **options, &block)
    @name, @items, @limit, @options, @block = name, items, limit, options, block
  end

  def each
    return to_enum(:each) unless block_given?
    @items.each { |item| yield item }
  end

  def method_missing(name, *) = name == :absent ? :found : super
  def respond_to_missing?(name, all = false) = name == :absent || super
end

shelf = Shelf.new("books", 3, 1, 2, limit: 5, colour: :red) { |x| x }
shelf.sort.map(&:to_s).each_with_index.to_a
shelf.each_slice(2).inject([]) { |sum, pair| sum + pair }
shelf.absent
p shelf.name, shelf.to_a, Point.new(1, 2) + Point.new(3, 4)

counts = Hash.new(0)
"the quick brown fox jumps over the lazy dog".scan(/\w+/) { |word| counts[word.capitalize.to_sym] += 1 }
counts.sort_by { |word, count| [-count, word] }.first(3).to_h.transform_values(&:to_f)
puts format("%-5s %03d %.2f", "a", 7, 2.5), "#{1.5}/#{10**20}".gsub(/\d/) { |digit| (digit.to_i + 1).to_s }.tr("a-y", "b-z")
puts "äöü".encode("UTF-16LE").unpack("v*").pack("U*").upcase.split("").reverse.join(",")

begin
  raise ArgumentError, "no" if counts.size > 1
rescue ArgumentError => error
  error.full_message(highlight: false)
ensure
  catch(:done) { 3.times { |i| throw :done if i == 1 } }
end

case { name: "x", list: [1, [2, 3]] }
in { name: String => name, list: [Integer, [*, 3]] } then name.freeze
end

Fiber.new { Fiber.yield 1 }.resume
queue = Queue.new
Thread.new { queue << 1 }.join
queue.pop
File.read(__FILE__).each_line.count { |line| line.start_with?("#") }
Dir.children(File.dirname(File.expand_path(__FILE__)))
Time.at(0).utc.strftime("%Y-%m-%d")
list = 20_000.times.map { |i| [i, i.to_s] }
GC.start
list.size.then { |size| Integer.sqrt(size) }
eval("1 + 1", binding)

# For the compiler: the statements that are left.
module Rest
  CONSTANT = 1
  refine(String) { def shout = upcase }
  @@count ||= 0
  class << self
    private attr_accessor :held
  end

  def self.each_kind(value)
    first, (second, *rest), last = 1, [2, 3, 4], 5
    value ||= first && !second ? rest : last
    for i in 0..3
      next if i == 1
      break unless i < 3
    end
    i += 1 while i < 5
    i -= 1 until i.zero?
    case value when Integer, nil then :number when /x/i then $~ else [*rest, **{}] end
    begin
      raise "again" if (i += 1) < 2
    rescue StandardError
      retry
    else
      defined?(@held) || defined?(CONSTANT)
    end
    @held, self.held = value, "#{value}" 'b' << <<~TEXT
      text #{i}
    TEXT
    [%w[a b], %i[a b], `true`, 1r, 2i, -> (x, y = 1, *z, k:, **o) { x }, (value if i..i), value&.to_s, __method__]
  end
  each_kind(2)
  alias_method(:other, :hash)
end

# Methods that many programs call.
ENV["STARTUP_ORDER"] = ENV.fetch("HOME", "/")
Random.srand(1)
Random.new(2).rand(3) + rand
Process.clock_gettime(Process::CLOCK_MONOTONIC).then { |now| [now.to_i, now.round(2), now.floor, (now * 1000).truncate, now / 3, now % 2, now.to_s] }
[3, 1, 2].then do |a|
  [a.sum, a.sum(0.0), a.min, a.max, a.minmax, a.reverse, a.rotate, a.take_while(&:odd?), a.each_cons(2).to_a, a.zip(a), a.flatten, a.compact,
   a.include?(2), a.index(1), a.partition(&:even?), a.group_by(&:odd?), a.tally, a.product(a).transpose, a.pack("C*"), a[1..], a[0, 2], a.last,
   a * ",", a - [1], a & [1], a | [4], a + a, a.uniq, a.shuffle, a.sample, a.combination(2).to_a, a.each_with_object([]).to_a, a.find { |x| x > 1 },
   a.dup.push(1).unshift(2).insert(1, 5), a.dup.tap { |b| b.pop; b.shift; b.concat([1]); b.delete(1); b.delete_at(0); b.fill(0); b.clear },
   a.any?, a.all?(Integer), a.none?, a.count(1), a.reject(&:zero?), a.filter_map { |x| x if x > 1 }, a.flat_map { |x| [x, x] }, a.bsearch { |x| x >= 2 }, Array.new(2) { 0 }, Array.new(3, 1)]
end
{ a: 1, "b" => 2 }.then do |h|
  [h.keys, h.values, h.map { |k, v| [v, k] }.to_h, h.merge(c: 3), h.select { |_, v| v > 1 }, h.min_by { |_, v| v }, h.key?(:a), h.dig(:a), h.fetch(:z, 0), h.invert,
   h.dup.tap { |g| g.delete(:a); g.store(:x, 1); g.each_pair { }; g.compare_by_identity }, h.sum { |_, v| v }, h.to_a, h.inspect, h.hash, h == h.dup, h.sort_by { |_, v| -v }, h.any?, h.empty?]
end
"Text, more text".then do |s|
  [s.upcase, s.downcase, s.swapcase, s.strip, s.chomp, s.chop, s.sub("T", "t"), s.index("m"), s.rindex("t"), s[0, 4], s[/\w+/], s[-3..], s.start_with?("T"), s.bytes, s.chars,
   s.unpack1("N"), s.ljust(20), s.rjust(20), s.center(20), s * 2, s + s, s <=> s, s == s, s.hash, s.to_sym, s.squeeze, s.delete("e"), s.count("e"), s.sum, s.ord, s.succ, s.partition(","),
   s.each_char.to_a, s.each_byte.to_a, s.bytesize, s.getbyte(0), s.byteslice(0, 2), s.encoding, s.force_encoding("BINARY"), s.valid_encoding?, s.inspect, s.dump, s.hex, s.to_i, s.to_f, s =~ /m(o)re/, $1,
   s.match(/(?<x>m)/)[:x], s.match?(/m/), s.dup.insert(1, "x").prepend("y").concat("z").replace("w"), s.lines, s.split(", "), s.tr("a-z", "b-y"), "%x %o %e %s %p" % [1, 2, 3.0, 4, nil]]
end
[1.5.to_s, 2**70, (2**70).to_s, -7 / 2, -7 % 3, 7.fdiv(2), 10.digits, 5.clamp(1, 3), 6.gcd(4), 3.7.ceil, 1e20.to_i, Integer("12"), Float("1.5"), 255.to_s(2), 5[0], 1 << 3, ~1, 6 ^ 3, 9.pow(2, 5), Math.sqrt(2), Math.sin(1), Rational(1, 2) + 1, 1 <=> 2, 3.zero?, 4.even?]
[1.step(9, 3).to_a, (1..5).each_slice(2).to_a, (1..).lazy.map { |x| x * 2 }.first(2), ("a".."e").to_a, (1..10).step(3).to_a, 5.downto(1).to_a, (1...3).sum, loop { break }, Enumerator.new { |y| y << 1 }.next]
[Comparable, Kernel].each { |m| m.instance_methods(false) }
Object.new.instance_variable_set(:@a, 1)
Class.new(StandardError) { define_method(:message) { "m" } }.new.then { |error| [error.message, error.backtrace, error.class.name, error.class.ancestors] }
[Object.new.inspect, Object.const_get(:Shelf), Shelf.instance_method(:each), 1.method(:+).call(2), :upcase.to_proc.call("b"), 1.respond_to?(:x), nil.to_a, Time.now.to_f, Time.now.to_s]
$stdout.write("x")
$stdout.flush
$stderr.sync
warn("") if $DEBUG

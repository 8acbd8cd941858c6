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

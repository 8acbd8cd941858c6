# rutile-only
require_relative "../harness"
require_relative "../outside"

# RUTILE_GC_PROTECT makes what a warm-up kept read-only and names whoever writes there. Running code must write nothing.
# The core library is that of the image (RUTILE_CORE), whose methods are loaded at their first call.

def reports_of(program)
  reader, writer = IO.pipe
  process = spawn({ "RUTILE_GC_PROTECT" => "1", "RUTILE_CORE" => "" }, ruby_command, "--disable-gems", "-e", program, err: writer, out: writer)
  writer.close
  output = reader.read
  Process.wait(process)
  assert_equal true, $?.success?
  output.lines.map(&:chomp)
end

spec "running loaded code for the first time after a warm-up writes to nothing permanent" do
  lines = reports_of(<<~RUBY)
    class Point
      LIMIT = 10
      def initialize(x) = @x = x
      def limit = LIMIT + @x
      def each = yield(@x)
    end
    class Late
      def initialize(x, y) = (@x, @y = x, y)
      def sum = @x + @y
    end
    point = Point.new(1)
    text = "plain text"
    list = Array.new(100) { |number| "number \#{number}" }
    def work(point, text, list)
      sum = 0
      50.times { |number| sum += Point.new(number).limit + point.limit }
      point.each { |x| sum += x }
      list.each { |item| sum += item.size + text.length }
      list.map(&:hash)
      sum += Late.new(1, 2).sum # the first of its class
      GC.start(full_mark: false)
      GC.start
      sum
    end
    # A method's code is loaded when it is called first, or when it is asked for its parameters.
    methods = [Point, Late].flat_map { |type| type.instance_methods(false).push(:initialize).map { |name| type.instance_method(name) } }
    methods.push(method(:work)).each(&:parameters)
    Process.warmup
    p work(point, text, list)
    exit!(0) # the top level's variables are kept for `at_exit` when it ends, which is a write
  RUBY
  assert_equal ["4169"], lines
end

spec "a write to a permanent object is reported and done" do
  lines = reports_of(<<~RUBY)
    list = [1, 2, 3]
    Process.warmup
    list[0] = 7
    p list
    exit!(0)
  RUBY
  assert_equal true, lines.any? { |line| line.start_with?("write to permanent Array") }
  assert_equal "[7, 2, 3]", lines.last
end

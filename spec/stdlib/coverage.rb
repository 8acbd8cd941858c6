# Coverage: which lines, branches and methods of a file ran.

require_relative "../harness"
require "coverage"
require "tmpdir"

# The text is written to a file and loaded; answers what `Coverage` tells of it.
def covered(text, *modes, **options)
  Dir.mktmpdir do |folder|
    path = File.join(folder, "covered.rb")
    File.write(path, text)
    Coverage.start(*modes, **options)
    begin
      load path
      yield if block_given?
      Coverage.peek_result[path]
    ensure
      Coverage.result
    end
  end
end

def covered_lines(text) = covered(text, lines: true)[:lines]

def covered_branches(text)
  covered(text, branches: true)[:branches].map { |key, branches| [key, branches.map { |branch, count| [branch, count] }] }
end

spec "a line counts how often a statement on it began" do
  text = <<~RUBY
    def cov_twice(x)
      x += 1

      return x if x > 1
      x
    end
    cov_twice(0); cov_twice(1)
    [1, 2].each { |x| x }
    [1, 2].map do |x|
      x
    end
    x = 1 if nil
    # nothing
    __END__
    here
  RUBY
  lines = [1, 2, nil, 2, 1, nil, 1, 3, 1, 2, nil, 1, nil, nil, nil]
  assert_equal lines, covered_lines(text)
  assert_equal lines, covered(text)
end

spec "a statement over several lines counts where its first part stands" do
  text = <<~RUBY
    a =
      [a,
       2]
    b = [
      b,
      [3]
    ]
    c = { a: 1,
      b: 2 }
    d = {
      a: [1],
      b: b
    }
    p.nil?.
      to_s
    e = begin
      a
    end
    f = case
        when a then 1
        end
    g = if a
      1
    elsif b
      2
    end
    puts(*[
    ])
    h = "a\#{
      a
    }"
  RUBY
  assert_equal [nil, 1, nil, nil, 1, nil, nil, 1, nil, nil, 1, nil, nil, 1, nil, nil, 1, nil, nil, 2, nil, 1, 1, 0, 0, nil, 1, nil, 1, nil, nil], covered_lines(text)
end

spec "what is never evaluated for its value has no line" do
  text = <<~RUBY
    1
    :a
    nil
    if true
      p.nil?
    else
      p.nil?
    end
    def cov_endless = 1
    cov_endless
    def cov_endless_begin = begin
      1
    end
    cov_endless_begin
  RUBY
  assert_equal [nil, nil, nil, nil, 1, nil, nil, nil, 1, 1, 1, 1, nil, 1], covered_lines(text)
end

spec "lines of loops, clauses and what is tried again" do
  text = <<~RUBY
    list = [1, 2, nil]
    while (x = list.shift)
      x.to_s
    end
    tries = 0
    begin
      tries += 1
      raise "x" if tries < 3
    rescue
      retry
    else
      tries.to_s
    ensure
      tries.to_s
    end
    i = 3
    until (i -= 1) == 0
      i.to_s
    end
    begin
      i += 1
    end while i < 2
    for y in [1, 2]
      y.to_s
    end
  RUBY
  assert_equal [1, 4, 2, nil, 1, nil, 3, 3, nil, 2, nil, 1, nil, 1, nil, 1, 4, 2, nil, 1, 2, nil, 1, 2, nil], covered_lines(text)
end

spec "branches of conditions" do
  text = <<~RUBY
    x = nil
    if x
      1
    end
    y = x ? 1 : 2
    unless x then 3 else 4 end
    5 if true
    6 unless x
    if x
    elsif y
      7
    end
  RUBY
  expected = [
    [[:if, 0, 2, 0, 4, 3], [[[:then, 1, 3, 2, 3, 3], 0], [[:else, 2, 2, 0, 4, 3], 1]]],
    [[:if, 3, 5, 4, 5, 13], [[[:then, 4, 5, 8, 5, 9], 0], [[:else, 5, 5, 12, 5, 13], 1]]],
    [[:unless, 6, 6, 0, 6, 26], [[[:else, 7, 6, 21, 6, 22], 0], [[:then, 8, 6, 14, 6, 15], 1]]],
    [[:unless, 9, 8, 0, 8, 10], [[[:else, 10, 8, 0, 8, 10], 0], [[:then, 11, 8, 0, 8, 1], 1]]],
    [[:if, 12, 9, 0, 12, 3], [[[:then, 13, 9, 4, 9, 4], 0], [[:else, 14, 10, 0, 12, 3], 1]]],
    [[:if, 15, 10, 0, 12, 3], [[[:then, 16, 11, 2, 11, 3], 1], [[:else, 17, 10, 0, 12, 3], 0]]]
  ]
  assert_equal expected, covered_branches(text)
end

spec "branches of case, loops and safe navigation, in the order of the reference's compiler" do
  text = <<~RUBY
    case 1
    when (1 ? 1 : 2), 3 then x ? 3 : 4 if nil
    when 4
    end
    case [1, 2]
    in [Integer, a] if a ? true : false then 1
    in nil
      2
    else
      3
    end
    x = 3
    while (x ? x > 1 : nil)
      x -= x ? 1 : 2
    end
    x&.abs
    x&.then { 1 }&.to_s
    nil&.foo = x&.abs
  RUBY
  expected = [
    [[:case, 0, 1, 0, 4, 3], [[[:when, 1, 2, 25, 2, 41], 1], [[:when, 2, 3, 0, 3, 6], 0], [[:else, 3, 1, 0, 4, 3], 0]]],
    [[:case, 4, 5, 0, 11, 3], [[[:in, 5, 6, 41, 6, 42], 1], [[:in, 6, 8, 2, 8, 3], 0], [[:else, 7, 10, 2, 10, 3], 0]]],
    [[:if, 8, 6, 19, 6, 35], [[[:then, 9, 6, 23, 6, 27], 1], [[:else, 10, 6, 30, 6, 35], 0]]],
    [[:while, 11, 13, 0, 15, 3], [[[:body, 12, 14, 2, 14, 16], 2]]],
    [[:if, 13, 14, 7, 14, 16], [[[:then, 14, 14, 11, 14, 12], 2], [[:else, 15, 14, 15, 14, 16], 0]]],
    [[:if, 16, 13, 7, 13, 22], [[[:then, 17, 13, 11, 13, 16], 3], [[:else, 18, 13, 19, 13, 22], 0]]],
    [[:"&.", 19, 16, 0, 16, 6], [[[:then, 20, 16, 0, 16, 6], 1], [[:else, 21, 16, 0, 16, 6], 0]]],
    [[:"&.", 22, 17, 0, 17, 7], [[[:then, 23, 17, 0, 17, 7], 1], [[:else, 24, 17, 0, 17, 7], 0]]],
    [[:"&.", 25, 17, 0, 17, 19], [[[:then, 26, 17, 0, 17, 19], 1], [[:else, 27, 17, 0, 17, 19], 0]]],
    [[:"&.", 28, 18, 0, 18, 17], [[[:then, 29, 18, 0, 18, 17], 0], [[:else, 30, 18, 0, 18, 17], 1]]],
    [[:"&.", 31, 18, 11, 18, 17], [[[:then, 32, 18, 11, 18, 17], 0], [[:else, 33, 18, 11, 18, 17], 0]]]
  ]
  assert_equal expected, covered_branches(text)
end

spec "methods count their calls, however they were defined" do
  text = <<~RUBY
    class CovCounted
      def called(x = 1)
        x
      end
      def never; end
      def self.of_class = 1
      define_method(:by_block) { |x|
        x
      }
      define_method(:by_lambda, ->(x) { x })
      alias other called
    end
    thing = CovCounted.new
    thing.called
    thing.other(2)
    thing.by_block(1)
    thing.by_lambda(1)
    CovCounted.of_class
  RUBY
  methods = covered(text, methods: true)[:methods]
  expected = {
    [CovCounted, :called, 2, 2, 4, 5] => 2, [CovCounted, :never, 5, 2, 5, 16] => 0,
    [CovCounted.singleton_class, :of_class, 6, 2, 6, 23] => 1,
    [CovCounted, :by_block, 7, 27, 9, 3] => 1, [CovCounted, :by_lambda, 10, 30, 10, 39] => 1
  }
  assert_equal expected, methods
end

spec "oneshot_lines tells each line when it runs first" do
  text = "def cov_once\n  1\nend\n3.times do\n  cov_once\nend\ncov_once\n"
  assert_equal [1, 4, 5, 2, 7], covered(text, oneshot_lines: true)[:oneshot_lines]
end

spec "texts given to eval count where that is asked for" do
  results = nil
  Coverage.start(eval: true, lines: true)
  eval("1\n2\nCOV = 3\n", nil, "cov-eval.rb", 3)
  eval("p.nil?", nil, "cov-eval-short.rb")
  eval("\nx = 1\n", nil, "cov-eval.rb")
  results = Coverage.result
  assert_equal [nil, 1, nil, nil, 1], results["cov-eval.rb"][:lines]
  assert_equal [], results["cov-eval-short.rb"][:lines]
  Coverage.start
  eval("1", nil, "cov-eval.rb")
  assert_equal({}, Coverage.result)
end

spec "counting pauses and goes on" do
  text = "def cov_paused\n  p.nil?\nend\n"
  lines = covered(text, lines: true) do
    cov_paused
    Coverage.suspend
    cov_paused
    Coverage.resume
    cov_paused
  end
  assert_equal [1, 2, nil], lines[:lines]
end

spec "the states" do
  messages = -> { [(Coverage.resume rescue $!.message), (Coverage.suspend rescue $!.message), (Coverage.peek_result rescue $!.message)] }
  assert_equal [false, "coverage measurement is not set up yet", "coverage measurement is not running", "coverage measurement is not enabled"], [Coverage.running?, *messages.()]
  Coverage.setup
  assert_equal [false, "coverage measurement is already setup"], [Coverage.running?, (Coverage.setup rescue $!.message)]
  Coverage.resume
  assert_equal [true, "coverage measurement is already running"], [Coverage.running?, (Coverage.resume rescue $!.message)]
  assert_equal [true, {}], [Coverage.peek_result.frozen?, Coverage.result(stop: false, clear: true)]
  assert_equal [true, {}, false], [Coverage.running?, Coverage.result, Coverage.running?]
  assert_raises(RuntimeError, "coverage measurement is not enabled") { Coverage.result }
  assert_raises(RuntimeError, "cannot enable lines and oneshot_lines simultaneously") { Coverage.setup(lines: true, oneshot_lines: true) }
  assert_raises(TypeError, "no implicit conversion of Integer into Hash") { Coverage.setup(1) }
end

spec "supported? knows the modes" do
  assert_equal [true, true, true, true, true, false], [:lines, :oneshot_lines, :branches, :methods, :eval, :all].map { |mode| Coverage.supported?(mode) }
  assert_raises(TypeError, "wrong argument type String (expected Symbol)") { Coverage.supported?("lines") }
end

spec "what is cleared starts again at zero" do
  text = "def cov_cleared\n  p.nil?\nend\ncov_cleared\n"
  lines = covered(text, lines: true) do
    Coverage.result(stop: false, clear: true)
    cov_cleared
  end
  assert_equal [0, 1, nil, 0], lines[:lines]
end

spec "line_stub tells the lines of a file that none ran of" do
  Dir.mktmpdir do |folder|
    path = File.join(folder, "stub.rb")
    File.write(path, "def a\n  p 1\nend\n\n# b\na")
    assert_equal [0, 0, nil, nil, nil, 0], Coverage.line_stub(path)
  end
end

spec "a condition that is but a value has no branches" do
  ["__LINE__", "__ENCODING__", "-> { a }", "(1)", "(1; 2)", "((1; 2))", "(@x; 2)", "([1]; 2)", "({a: 1}; 2)", "((3..4); 2)", "(self; 2)", "a && false", "a || true"].each do |condition|
    assert_equal [condition, []], [condition, covered_branches("def told(a)\n  if #{condition}\n    :a\n  end\nend\n")]
  end
end

spec "a condition that the reference asks at run time has branches, whatever it is" do
  ["__FILE__", "(nil)", "(-> { a })", "(foo; 2)", "(1; a)", "([a]; 2)", "()", "false && true", "true || a"].each do |condition|
    kinds = covered_branches("def told(a)\n  if #{condition}\n    :a\n  end\nend\n").map { |key, _| key[0] }
    assert_equal [condition, [:if]], [condition, kinds]
  end
end

spec "the body of a lambda that is a condition is not counted, in parentheses it is" do
  assert_equal [], covered_branches("def told(a)\n  if -> { a ? 1 : 2 }\n    :a\n  end\nend\n")
  assert_equal [[2, 2], [2, 11]], covered_branches("def told(a)\n  if (-> { a ? 1 : 2 })\n    :a\n  end\nend\n").map { |key, _| key[2, 2] }.sort
end

# Runs random sequences of changes to what caches rely on (cache_sequence.rb) and prints what their sites answered, one line a
# sequence. Between them it collects, compacts, warms up and forks now and then: none of it may change an answer.
#
#   RUBY fuzz/cache_answers.rb SEED COUNT
require_relative "cache_sequence"

# Asks the sites of a sequence's module.
class CacheAnswers
  def self.of(home) = (@of ||= {})[home] ||= new(home)

  # What belongs to sequences that are over goes with them.
  def self.forget = @of = nil

  def initialize(home) = @home = home

  def answer(site, object)
    @home.public_send(:"s#{site}", object).then { |value| value.is_a?(CacheAnswers) || value.is_a?(Proc) ? value.class : shown(value) }
  rescue NoMethodError => error
    [:no_method, error.name]
  rescue StandardError, SystemStackError => error
    error.class
  end

  private

  def shown(value)
    case value
    when Symbol, Integer, String, nil, true, false then value
    when Array then value.map { |element| shown(element) }
    else :object
    end
  end
end

# Operators of built-in classes, changed in a child: the program that prints the answers needs them.
BUILT_IN_CHANGES = [
  ["Integer", "+", "[1 + 2, 1.5 + 1, [1] + [2], 3 - 1]"], ["Integer", "<", "[1 < 2, 1 > 2, 1.0 < 2]"], ["Float", "*", "[1.5 * 2, 2 * 3]"],
  ["String", "==", "['a' == 'a', 'a' != 'a', :a == :a]"], ["Array", "[]", "[[1][0], { 0 => 2 }[0], 'ab'[0]]"],
  ["Array", "<<", "[([] << 1), 1 << 2, (+'' << 'x')]"], ["Hash", "[]", "[{ 1 => 2 }[1], [3][0]]"], ["Hash", "[]=", "(h = {}; h[1] = 2; h)"],
  ["NilClass", "nil?", "[nil.nil?, 1.nil?]"], ["NilClass", "!", "[!nil, !1, !true]"], ["Symbol", "==", "[:a == :a, nil == nil]"],
  ["Integer", "-@", "(x = 3; -x)"], ["Integer", "==", "[1 == 1, 1 != 1, 1.0 == 1.0]"], ["Symbol", "to_proc", "[1].map(&:to_s)"]
].freeze

# What an expression answers before and after its operator is changed in some way, and after that is undone.
def built_in_change(seed)
  name, operator, expression = BUILT_IN_CHANGES[seed % BUILT_IN_CHANGES.size]
  text = ["def asked = (#{expression})", "3.times { asked }", "answers = [asked.inspect]"]
  text << case seed / 16 % 4
          when 0 then "class #{name}; alias kept #{operator}; def #{operator}(*) = :changed; end; answers << asked; class #{name}; alias #{operator} kept; end"
          when 1 then "#{name}.prepend(Module.new { def #{operator}(*) = :changed }); answers << asked"
          when 2 then "module Comparable; def #{operator}(*) = :shadowed; end; answers << asked"
          else "class Other; def #{operator}(*) = :other; end; answers << asked; answers << (Other.new.#{operator}(1) rescue 0)"
          end
  text << "answers << asked" << "print answers.flatten.map { |x| Symbol === x ? x.name : x.to_s }.join(' ')"
  [name, operator, text.join("\n")]
end

def in_a_child
  reader, writer = IO.pipe
  pid = fork do
    $stdout.reopen(writer)
    $stderr.reopen(File::NULL)
    yield
    $stdout.flush
    exit!(0)
  end
  writer.close
  output = reader.read
  Process.wait(pid)
  output
end

seed, count = ARGV.map { |argument| Integer(argument) }
Warning[:deprecated] = false
$VERBOSE = nil
count.times do |index|
  number = seed + index
  home = "Sequence#{number}"
  case number % 400
  when 100 then Process.warmup
  when 200 then GC.start
  when 300 then GC.compact
  end
  if number % 50 == 7
    _, _, text = built_in_change(number / 50)
    puts "#{number} #{in_a_child { eval(text, TOPLEVEL_BINDING.dup) }}"
    next
  end
  text = CacheSequence.new(number).text(home)
  run = -> { eval(text, TOPLEVEL_BINDING.dup, "#{home}.rb").inspect }
  puts "#{number} #{number % 50 == 23 ? in_a_child { print run.call } : run.call}"
  Object.send(:remove_const, home) if Object.const_defined?(home)
  CacheAnswers.forget
end

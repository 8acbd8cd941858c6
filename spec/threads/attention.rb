# rutile-only
# Work that is one native leaves off where a signal is due or a thread's time to wake has come, and is done all the same.

require "digest"
require "json"
require "timeout"
require "zlib"
require_relative "../harness"
require_relative "../outside"

# Where every safepoint switches, or collections are many, work is a hundredth, and who comes first is another matter.
STRESSED = %w[RUTILE_GC_STRESS RUTILE_GC_MOVE RUTILE_SWITCH_STRESS].any? { |mode| ENV[mode] }

def sized(count) = STRESSED ? count / 100 : count

# More than a piece of a sort has, so that pieces are merged.
numbers = Array.new(sized(300_000)) { |index| (index * 7919) % 300_017 }
texts = numbers.first(sized(140_000)).map(&:to_s)
line = "ab" * sized(200_000)
mixed = "abé" * sized(100_000)
table = texts.first(sized(100_000)).each_with_index.to_h
large = 3**sized(700_000)
factor = (1 << sized(1_500_000)) / 7
source = "a = 1\n" * sized(20_000)

WORK = {
  "uniq" => -> { texts.uniq.size }, "|" => -> { (texts | texts).size }, "-" => -> { (texts - texts.first(100)).size },
  "&" => -> { (texts & texts).size }, "tally" => -> { texts.tally.size }, "sort of Integers" => -> { numbers.sort },
  "sort of Floats" => -> { numbers.map(&:to_f).sort }, "sort of Strings" => -> { texts.sort }, "sort of rows" => -> { texts.zip(numbers).sort },
  "sort_by" => -> { numbers.sort_by { |number| -number } }, "pack" => -> { numbers.pack("w*").unpack("w*") == numbers },
  "inspect" => -> { texts.inspect }, "join" => -> { texts.join(",") }, "gsub" => -> { line.gsub("a", "xyz").size },
  "gsub by a pattern" => -> { line.gsub(/a/, "xyz").size }, "split" => -> { line.split("b").size }, "chars" => -> { line.chars.size },
  "zip" => -> { texts.zip(numbers).size }, "rehash" => -> { table.dup.rehash.size }, "unpack of bits" => -> { line.unpack1("b*").size },
  "unpack of Base64" => -> { [line].pack("m").unpack1("m") == line }, "scan" => -> { line.scan("ab").size },
  "marshal" => -> { Marshal.load(Marshal.dump(texts)) == texts }, "JSON" => -> { JSON.parse(texts.to_json) == texts },
  "encode" => -> { ("é" * sized(200_000)).encode("UTF-16LE").encode("UTF-8").size }, "unicode_normalize" => -> { ("é" * sized(100_000)).unicode_normalize(:nfd).size },
  "deflate" => -> { Zlib.inflate(Zlib.deflate(line * 4)).size }, "digest" => -> { Digest::SHA256.hexdigest(line * 12) },
  "to_s" => -> { large.to_s.hash }, "product" => -> { (large * factor).hash }, "quotient" => -> { (large * factor + 1).divmod(factor) == [large, 1] },
  "power" => -> { (3**sized(700_000)) == large }, "modulo" => -> { large.pow(sized(9_000), factor % 10**sized(300)) },
  "gcd" => -> { (large * 5).gcd(5**sized(150_000)) }, "sqrt" => -> { Integer.sqrt(large * large) == large }, "digits" => -> { large.digits.sum },
  "to_i" => -> { large.to_s.to_i == large && Integer(large.to_s) == large },
  "merge" => -> { table.merge(table.transform_keys { |key| key + "x" }).size }, "merge!" => -> { {1 => 2}.merge!(table).hash }, "invert" => -> { table.invert.size },
  "== of Hashes" => -> { table == table.dup }, "hash of a Hash" => -> { table.hash }, "merge of odd keys" => -> { table.merge([1.5] => 1, Object => 2).size },
  "tr" => -> { mixed.tr("a-c", "x") }, "squeeze" => -> { mixed.squeeze.size }, "delete" => -> { mixed.delete("a") }, "count" => -> { mixed.count("aé") },
  "upcase" => -> { mixed.upcase }, "swapcase" => -> { mixed.swapcase }, "capitalize" => -> { mixed.capitalize }, "reverse" => -> { mixed.reverse },
  "dump" => -> { mixed.dump.undump == mixed }, "inspect of a String" => -> { mixed.inspect }, "codepoints" => -> { mixed.codepoints.sum },
  "random bytes" => -> { Random.new(1).bytes(sized(3_000_000)).sum }, "unpack of hexadecimals" => -> { mixed.unpack1("H*").size },
  "pack of Base64" => -> { [line * 8].pack("m0").size + [line * 8].pack("m").size }, "pack of hexadecimals" => -> { [line].pack("H*").sum },
  "shuffle" => -> { numbers.shuffle(random: Random.new(3)).first(9) }, "eval" => -> { eval(source + "a + 1") }, "compile" => -> { RubyVM::InstructionSequence.compile(source + "a + 2").eval },
}

before = WORK.transform_values(&:call)

spec "work that signals interrupt again and again has the answers of work that is left alone" do
  count = 0
  old = trap("USR1") { count += 1 }
  worker = Process.pid
  sender = fork { loop { Process.kill("USR1", worker); sleep 0.003 } }
  begin
    answers = WORK.transform_values(&:call)
  ensure
    Process.kill("KILL", sender)
    Process.wait(sender)
    trap("USR1", old)
  end
  assert_equal [], WORK.keys.reject { |name| answers[name] == before[name] }
  assert_equal true, count > 0
end

STRESSED or spec "threads whose time has come have their turn within one native" do
  elements = Array.new(1_500_000, &:to_s)
  order = []
  thread = Thread.new { sleep 0.001; order << :woken }
  Thread.pass
  elements.uniq
  order << :done
  thread.join
  assert_equal %i[woken done], order
end

STRESSED or spec "the digits of a large Integer are worked out beside others" do
  order = []
  thread = Thread.new { 3.times { sleep 0.001 }; order << :woken }
  Thread.pass
  (3**2_000_000).to_s
  order << :done
  thread.join
  assert_equal %i[woken done], order
end

STRESSED or spec "a long text is compiled beside others" do
  order = []
  thread = Thread.new { sleep 0.001; order << :woken }
  Thread.pass
  eval("a = 1\n" * 50_000)
  order << :done
  thread.join
  assert_equal %i[woken done], order
end

spec "a rehash that is interrupted has lost nothing" do
  table = Array.new(STRESSED ? 2_000 : 200_000) { |index| ["k#{index}", index] }.to_h
  size = table.size
  begin
    Timeout.timeout(0.02) { loop { table.rehash } }
  rescue Timeout::Error
  end
  assert_equal size, table.size
end

spec "a signal that arrives while finalizers run is not theirs" do
  program = <<~'RUBY'
    $stdout.sync = true
    200.times { ObjectSpace.define_finalizer(Object.new, proc { Process.kill("TERM", Process.pid); sleep }) }
    GC.start
    loop { Object.new }
  RUBY
  run_code(program)
  assert_equal 15, $?.termsig
end

spec "what a finalizer raises of itself, a SignalException too, is told and forgotten" do
  program = <<~'RUBY'
    last = Object.new
    ObjectSpace.define_finalizer(last, proc { raise SignalException, "TERM" })
    ObjectSpace.define_finalizer(Object.new, proc { raise "mine" })
    GC.start
    puts "end"
  RUBY
  text, status = run_code(program)
  assert_equal [0, "end\n"], [status, text[/^end\n/]]
end

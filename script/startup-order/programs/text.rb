# Strings, Symbols, encodings and regular expressions, as a program that reads and writes text uses them.
text = +<<~TEXT
  name:  Anna Berg <anna@example.org>
  born:  1980-05-17, phone +46 (0)8-123 45 67
  note:  "likes" tea & cake; caf\u00e9 \u2014 na\u00efve
TEXT
fields = text.each_line(chomp: true).map { |line| line.split(/:\s+/, 2) }.to_h
fields["name"] =~ /\A(?<first>\w+)\s+(?<last>\w+)\s+<(?<mail>[^>]+)>\z/ and puts $~[:first], $~["mail"], $1, $`, $', $~.pre_match, $~.names.inspect
match = /(\d+)-(\d+)-(\d+)/.match(fields["born"])
puts match.captures.map(&:to_i).inspect, match.begin(1), match.offset(2).inspect, match.to_a.size, match.values_at(1, 3).inspect
text.scan(/\b[a-z]+\b/i).map(&:downcase).uniq.sort_by { |word| [word.size, word] }.each_slice(4) { |words| puts words.join(", ") }
text.gsub(/[aeiou]/) { |vowel| vowel.upcase }.gsub("t", "t" => "T").gsub(/(?<l>[A-Z])/, '<\k<l>>').sub!(/x/, "") || text.tr("a-m", "n-z").delete("^a-z\n").squeeze("a-z").count("e")
words = text.unicode_normalize(:nfd).split
words.map(&:capitalize).map(&:swapcase).each { |word| word.length + word.bytesize + word.hash + word.sum + (word.ascii_only? ? 1 : 0) }
text.each_char.with_index.select { |char, _| char.match?(/[[:upper:]]/) }.map(&:last).sum
text.each_grapheme_cluster.first(3).join.codepoints.pack("U*").encode("UTF-16BE").bytes.each_slice(2).map { |high, low| high << 8 | low }
text.encode("ISO-8859-1", undef: :replace, invalid: :replace).force_encoding("BINARY").scrub("?").b.unpack("C*").pack("c*").valid_encoding?
"\xff\xfeabc".scrub { |bytes| "<#{bytes.unpack1("H*")}>" }.inspect
begin
  "\xff".encode("UTF-16")
rescue EncodingError => error
  error.message
end
line = format("%-10s|%5d|%08.3f|%x|%+d|%e|%s|%%|%c|%<a>d %{b}" .sub(/\|%<.*/, ""), "left", 42, 3.14159, 255, 7, 12345.678, [1, :a], "c")
puts line, format("%<a>05d %{b}", a: 1, b: 2), "%s and %p" % ["a", nil], "a".ljust(5, ".") + "b".rjust(5) + "c".center(5, "*")
buffer = +""
1000.times { |i| buffer << i.to_s << "," << "x" * (i % 3) }
buffer.slice!(0, 10)
buffer[0] = "y"
buffer[/\d+/] = "#"
buffer["x"] &&= "z"
buffer.insert(-1, "end").prepend("start ").chomp!("end")
buffer.start_with?("start", /s/) && buffer.end_with?("d", "x") && buffer.include?("99") && buffer.index("100", 5) && buffer.rindex(",") && buffer.byteindex("1")
buffer.byteslice(3, 5).setbyte(0, 65)
buffer.partition(",").last.rpartition(",").first.delete_prefix("y").delete_suffix("1").lstrip.rstrip!.nil?
buffer.split(",").each_with_index { |part, index| part.to_i + index }.reject(&:empty?).map(&:to_sym).first(3).map(&:to_proc)
buffer.upcase!.downcase!.reverse!.replace("short").freeze
buffer.dup.concat("a", "b").casecmp?("SHORTAB") && buffer.casecmp("b") && buffer.eql?("short") && buffer.equal?(buffer) && buffer <=> "shorter"
"a1b22".each_char.chunk { |char| char.match?(/\d/) }.map { |_, chars| chars.join }
"az".succ.next.ord.chr("UTF-8").unpack("U*")
"%08b" % 37 + 37.to_s(16).rjust(4, "0") + "0b101".to_i(0).to_s + "12abc".to_i.to_s + "1e3".to_f.to_s + "0x1f".hex.to_s + "17".oct.to_s + "3/4".to_r.to_s + "1+2i".to_c.to_s
"crypt me".unpack("m").pack("m0").unpack1("m0") + ["text"].pack("m") + ["6162"].pack("H*") + [1, 2.5, "x"].pack("NGa4").unpack("NGa4").inspect
"The Cat".tr("A-Za-z", "N-ZA-Mn-za-m").each_byte { |byte| byte ^ 1 }
:symbol.to_proc.call("x") rescue :symbol.size + :a.length + (:a <=> :b) + :"odd name".inspect.size
%i[b a].sort.map(&:upcase).map(&:to_s).include?("A") && "str".intern.end_with?("r") && :x[0]
"snake_case_name".split("_").each_with_index.map { |part, index| index.zero? ? part : part.capitalize }.join.gsub(/([A-Z])/) { "_" + $1.downcase }
"k=v; k2=\"v 2\"".scan(/(\w+)=(?:"([^"]*)"|(\w+))/).map { |key, quoted, plain| [key, quoted || plain] }.to_h
Regexp.union("a.b", /c|d/i).source + Regexp.escape("[x]") + /#{"x"}+?(?=y)(?!z)(?<=w)/mx.inspect + Regexp.new("^\\s*#", Regexp::IGNORECASE).to_s
%r{\A(/[^/?#]*)*(\?(?<query>.*))?\z}.match("/a/b?c=d").named_captures
"aXbXc".each_line("X").to_a + "one two".split(nil, 2) + "a,b;c".split(/[,;]/) + "abc".split("") + "a b".unpack("a1xa1")
"x".encoding.name + Encoding.default_external.to_s + Encoding.list.size.to_s + "x".force_encoding(Encoding::ASCII_8BIT).inspect + "é".dump.undump + "\e\t\u0001".inspect
puts "Größe".upcase, "ÀÉ".downcase, "ß".upcase, "日本語".chars.reverse.join, "日本語".bytes.size, "日本".encode("EUC-JP").encode("UTF-8"), "日本語".center(10).inspect
numbers = "3 + 4 * (2 - 1)".scan(/\d+|[-+*()]/)
precedence = { "+" => 1, "-" => 1, "*" => 2 }
output, operators = [], []
numbers.each do |token|
  case token
  when /\d/ then output << Integer(token, 10)
  when "(" then operators << token
  when ")"
    output << operators.pop while operators.last != "("
    operators.pop
  else
    output << operators.pop while operators.any? && (precedence[operators.last] || 0) >= precedence[token]
    operators << token
  end
end
puts (output + operators.reverse).join(" ")
puts "z".unpack1("C").to_s.rjust(3, "0").tr("0-9", "a-j").each_char.to_a.tally.inspect, "abc".sum, "a".upto("e").to_a.join

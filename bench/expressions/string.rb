text = "It was a bright cold day in April, and the clocks were striking thirteen. " * 2
wide = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. " * 2
list = "alpha, beta,gamma ,delta"
__END__
"a" + "b"
"#{text.size} characters"
"#{:name}: #{text.size}, #{nil}"
"abc" * 5
text.upcase
wide.upcase
wide.downcase
wide.swapcase
wide.casecmp("ZWÖLF")
wide.casecmp?("ZWÖLF")
wide.length
wide[20, 10]
wide.reverse
wide.chars
wide.index("ü")
text.split
list.split(",")
list.split(/\s*,\s*/)
text.scan(/\w+/)
text.sub("bright", "dark")
text.gsub(/[aeiou]/, "*")
text.gsub(/\w+/) { |word| word }
text.tr("a-y", "b-z")
text.delete("aeiou")
text.squeeze
text.count("a-f")
text.lines
text.bytes
text.include?("clocks")
text.start_with?("It")
text.hash
text.inspect
text.encode("UTF-16LE")
text.unpack("C*")
[text].pack("m0")
"abc".center(21)
"abc".ljust(20, ".")
"abc".succ
"abc".unpack1("a*")
"a,b".partition(",")
"12345".to_i
"12.5".to_f
format("%05d %-8s %.2f", 42, "x", 1.5)
String.new(capacity: 64)
buffer = +""; 10.times { buffer << "word " }
text.downcase
text.swapcase
text.capitalize
wide.capitalize
text.casecmp(text)
text.casecmp?(text.upcase)
text == text.dup
text.eql?(text.dup)
text <=> wide
text =~ /clocks/
text.match?(/clocks/)
text.match(/(?<what>clocks) were/)[:what]
text[/bright \w+/]
text["bright"]
text[0]
text[3..9]
text[-5, 5]
text.slice(3, 5)
text.byteslice(3, 20)
wide.byteslice(3, 20)
text.bytesize
wide.bytesize
text.getbyte(3)
text.each_char { }
wide.each_char { }
text.each_byte { }
text.each_line { }
text.chars
text.codepoints
wide.codepoints
wide.each_grapheme_cluster.to_a
text.index("April")
text.index(/April/)
text.rindex("April")
text.byteindex("April")
text.end_with?("thirteen. ")
text.start_with?(/It/)
text.delete_prefix("It")
text.delete_suffix(" ")
text.gsub("bright", "dark")
text.gsub("a", "a" => "b")
text.gsub(/b(\w+)/, '\1')
wide.gsub(/ü/, "ue")
wide.scan(/\p{L}+/)
wide.tr("äöü", "aou")
wide.split(" ")
wide.split("")
wide.count("äöü")
wide.delete("ä")
wide.squeeze("ß")
wide.hash
wide.inspect
wide.dump
wide.encode("UTF-16LE").encode("UTF-8")
wide.encode("ISO-8859-1", undef: :replace)
wide.unicode_normalize(:nfd)
wide.valid_encoding?
wide.scrub
wide.force_encoding("UTF-8")
wide.b
wide.ascii_only?
wide == wide.dup
wide.sub(/(\w+)/) { |word| word.upcase }
wide.start_with?("Zw")
wide.ljust(200)
wide.unpack("U*")
wide.to_sym
wide.slice(5..20)
wide.rindex("ü")
wide.partition("ü")
text.split(/ /)
text.split(" ", 3)
text.split(//)
text.partition(/,/)
text.rpartition(",")
text.lstrip
text.rstrip
text.strip
text.chomp
text.chop
text.chomp(". ")
text.squeeze("l")
text.tr_s("l", "r")
text.tr("^a-z", " ")
text.sum
text.crypt("ab")
text.unpack("a5 a5")
text.unpack1("@10a5")
text.unpack("b*")
text.to_sym
"abc".freeze.frozen?
text.dup
text + text
text * 2
text.each_line.map(&:size)
text.upto("x").first(1)
text.ord
text.hex
text.succ
text.between?("a", "z")
text.encoding
text.unicode_normalized?
text.to_s
text.to_str
text.scan("a")
text.scan(/(\w)(\w)/)
text.slice(/\w+/)
"a".ord
"0x1f".hex
"0b11".to_i(2)
"777".oct
"1e5".to_f
"3/4".to_r
"1+2i".to_c
"abc".to_sym
"abc" "def"
"az".next
"a".upto("h").to_a
"abc".each_char.with_index.to_a
"abc".sum
"abc" =~ /b/
"abc" !~ /x/
"abc".tr("a-c", "A-C")
"ab\tc\n".inspect
"ab\tc\n".dump.undump
"a-b_c d".split(/[-_ ]/)
"CamelCaseName".gsub(/([A-Z])/) { "_" + $1.downcase }
"snake_case_name".split("_").map(&:capitalize).join
"path/to/file.rb".rpartition("/").last
"key=value; other=thing".split(/;\s*/).map { |pair| pair.split("=", 2) }
"%s and %p" % ["one", :two]
"<a href='x'>&</a>".gsub(/[<>&']/, "<" => "&lt;", ">" => "&gt;", "&" => "&amp;", "'" => "&#39;")
"abc".unpack("C*").pack("C*")
["abc"].pack("m").unpack1("m")
["616263"].pack("H*")
"abc".center(11, "*")
"abc".rjust(11)
"line one\nline two\n".lines.map(&:chomp)
"line one\nline two\n".each_line(chomp: true).to_a
buffer = +""; buffer.concat("a", "b")
buffer = +"abc"; buffer[1] = "xyz"
buffer = +"abc"; buffer.replace("xyz")
buffer = +"abc"; buffer.upcase!
buffer = +"abc"; buffer.gsub!(/b/, "x")
buffer = +"abc"; buffer.sub!("b", "x")
buffer = +"abc "; buffer.strip!
buffer = +"abc"; buffer.setbyte(0, 65)
buffer = +"abc"; buffer.clear
buffer = +"abc"; buffer.insert(1, "xyz")
buffer = +"abc"; buffer.bytesplice(0, 1, "xy")
buffer = +""; 20.times { |number| buffer << number.to_s << "," }
:name.to_s
:name.size
:name <=> :other
:name.to_proc
:name.inspect
:name.start_with?("n")
:name[1]
:name.length
:"a b".inspect
:name == :name
:name.succ
"a,b".rpartition(",")
buffer = +"aBc"; buffer.swapcase!
buffer = +"abc"; buffer.capitalize!
buffer = +"ABC"; buffer.downcase!
buffer = +" abc"; buffer.lstrip!
buffer = +"abc "; buffer.rstrip!
text.casecmp(wide)
text.casecmp(text.upcase)
wide.scrub("?")
piece = +"some text of it"; piece.slice!("text")
piece = +"some text of it"; piece.slice!(2, 3)
"abcdefgh".unpack1("N", offset: 4)
"some text".encode("UTF-16LE")

text = "It was a bright cold day in April, and the clocks were striking thirteen. " * 2
wide = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. " * 2
list = "alpha, beta,gamma ,delta"
__END__
"a" + "b"
"#{text.size} characters"
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

text = "It was a bright cold day in April, and the clocks were striking thirteen. " * 40
shouted = text.upcase
wide = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. " * 40
binary = (0..255).to_a.pack("C*") * 12
numbers = (1..3000).to_a
shuffled = numbers.shuffle(random: Random.new(1))
floats = numbers.map { |number| number * 0.5 }
strings = numbers.map(&:to_s)
symbols = strings.map(&:to_sym)
table = numbers.to_h { |number| [number, number] }
foreign = "Съешь ещё этих мягких французских булок " * 40
named = strings.to_h { |string| [string, string] }
huge = 7**2000
__END__
text.upcase
text.downcase
text.swapcase
text.capitalize
text.casecmp(shouted)
text.casecmp?(shouted)
text == text.dup
text <=> shouted
text.hash
text.reverse
text.index("thirteen!")
text.rindex("zzz")
text.count("aeiou")
text.delete("aeiou")
text.squeeze
text.tr("a-y", "b-z")
text.gsub("clocks", "bells")
text.gsub(/clocks/, "bells")
text.scan(/\w+/)
text.split
text.split(",")
text.chars
text.bytes
text.each_char { }
text.inspect
text.encode("UTF-16LE")
text.unpack("C*")
text.start_with?("x")
text.include?("zzz")
text.ascii_only?
text * 3
text + text
text.sub("zzz", "")
text.strip
text.sum
text[1000, 1000]
text.match?(/zebra/)
text.lines
[text].pack("m")
[text].pack("m").unpack1("m")
wide.upcase
wide.downcase
wide.swapcase
wide.capitalize
wide.casecmp?(wide.upcase)
wide.length
wide.reverse
wide.chars
wide.codepoints
wide.index("zzz")
wide[1000, 500]
wide.valid_encoding?
wide.inspect
wide.hash
wide.gsub("ü", "ue")
wide.scan(/\p{L}+/)
wide.encode("UTF-16LE")
wide.encode("ISO-8859-1")
foreign.encode("ISO-8859-1", undef: :replace)
wide.unicode_normalize(:nfd)
wide.tr("äöü", "aou")
wide.scrub
binary.hash
binary.inspect
binary.unpack("n*")
binary.unpack("N*")
binary.unpack1("H*")
binary.count("\x00-\x20")
binary.force_encoding("UTF-8").scrub; binary.force_encoding("BINARY")
numbers.sum
numbers.max
numbers.min
numbers.map { |number| number + 1 }
numbers.select(&:even?)
numbers.inject(:+)
numbers.reverse
numbers.rotate(100)
numbers.dup
numbers + numbers
numbers - shuffled
numbers & shuffled
numbers | shuffled
numbers == numbers.dup
numbers.hash
numbers.include?(0)
numbers.index(2999)
numbers.count(5)
numbers.tally
numbers.uniq
numbers.group_by { |number| number % 10 }
numbers.partition(&:even?)
numbers.each_slice(10).to_a
numbers.each_with_index { |number, index| index }
numbers.zip(shuffled)
numbers.join(",")
numbers.inspect
numbers.pack("N*")
numbers.to_h { |number| [number, number] }
numbers.flat_map { |number| [number, number] }
numbers.shuffle
numbers.sample(10)
numbers.first(1000)
numbers.fill(7, 0, 100); numbers.replace((1..3000).to_a)
numbers.each_slice(100).to_a.flatten
numbers.each_slice(100).to_a.transpose
shuffled.sort
shuffled.sort { |one, two| one <=> two }
shuffled.sort_by { |number| number }
shuffled.max(10)
shuffled.minmax
floats.sum
floats.sort
floats.max
floats.map { |number| number * 2 }
floats.join(",")
strings.sort
strings.join
strings.uniq
strings.map(&:to_i)
strings.map(&:to_sym)
strings.max
strings.tally
strings.group_by(&:size)
strings.include?("none")
strings.pack("A5" * 3000)
symbols.sort
symbols.map(&:to_s)
table.dup
table.keys
table.values
table.to_a
table.map { |key, value| value }
table.select { |key, value| value.even? }
table.reject { |key, value| value.even? }
table.merge(named)
table.invert
table.each { |key, value| value }
table.sum { |key, value| value }
table.sort_by { |key, value| -value }
table.transform_values { |value| value + 1 }
table.to_h { |key, value| [value, key] }
table.inspect
table.hash
table == table.dup
table.min_by { |key, value| value }
table.group_by { |key, value| value % 7 }
table.find { |key, value| value == 2999 }
table.any? { |key, value| value > 2999 }
table.each_slice(7).to_a
table.compact
table.filter_map { |key, value| key if value.even? }
named.keys
named.key?("2999")
named.transform_keys(&:to_sym)
named.map { |key, value| "#{key}=#{value}" }
named.sort
named.dup
all = {}; numbers.each { |number| all[number] = number }
all = {}; strings.each { |string| all[string] = true }
all = []; numbers.each { |number| all << number }
all = +""; strings.each { |string| all << string }
Marshal.dump(table)
Marshal.load(Marshal.dump(numbers))
huge * huge
huge / (huge >> 300)
huge.to_s
huge ** 2
huge + huge
huge.digits.size
Integer(huge.to_s)
huge.gcd(huge + 2)

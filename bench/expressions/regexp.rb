line = '127.0.0.1 - - [06/May/2024:07:08:09 +0000] "GET /index.html?a=1&b=2 HTTP/1.1" 200 1234'
source = "def greet(name)\n  puts \"hello, \#{name}\" if name.size > 3 # a comment\nend\n" * 5
found = line.match(/\[(?<day>\d+)\/(?<month>\w+)/)
escapes = /[&<>"']/
words = /\b[a-z]+\b/i
__END__
line =~ /GET/
line.match?(/HTTP\/1\.[01]/)
line.match(/"(\w+) (\S+) HTTP/)
line[/\d+\.\d+/]
line.scan(/\d+/)
line.gsub(/\d/, "#")
line.gsub(escapes) { |character| character.ord.to_s }
line.split(/\s+/)
line.sub(/\?.*? /, " ")
line =~ /\A(\S+) \S+ \S+ \[([^\]]+)\] "(\w+) (\S+) ([^"]+)" (\d+) (\d+)\z/
line.match?(/(?:foo|bar|index)\.html/)
line.match?(/none|nothing|absent/)
line.match?(/(?<=GET )\S+/)
line.match?(/GET(?! \/none)/)
line.index(/\d{4}/)
line.rindex(/\d{4}/)
line.slice(/[a-z]+/)
line.tr("/", "-")
line =~ /get/i
line.scan(/(\w+)=(\w+)/)
source.scan(words)
source.scan(/\w+|\s+|[^\w\s]/)
source.gsub(/^\s+/, "")
source.gsub(/#.*$/, "")
source.lines.grep(/puts/)
source.lines.grep_v(/end/)
source.match?(/^end$/)
source =~ /"(?:[^"\\]|\\.)*"/
source.split(/\n/)
source.each_line.count { |text| text =~ /name/ }
source.partition(/\n/)
source.start_with?(/def/)
source.match(/def (?<name>\w+)/)[:name]
found[:day]
found[1]
found.captures
found.named_captures
found.pre_match
found.post_match
found.begin(0)
found.end(:day)
found.to_a
found.values_at(1, 2)
found.deconstruct_keys([:day])
found.names
$~ = found; $1
/\d+/ === "12"
/(\d+)-(\d+)/ =~ "12-34"; $1
/(?<one>\d+)/ =~ "12"
/a.c/m.match?("a\nc")
/\p{Lu}\p{Ll}+/.match("Äpfel Birnen")
/ä+/i.match?("ÄÄ")
/\h{8}-\h{4}/.match?("0123abcd-ef01")
/\R/.match?("a\r\nb")
/(a|b)*c/.match?("abababc")
/(?>a+)b/.match?("aaab")
/a{2,3}?/.match("aaaa")
/(\w)\1/.match("hello")
/[[:alpha:]]+/.match("abc1")
/^$/.match?("")
Regexp.new("a.c")
Regexp.escape("a.c*d")
Regexp.union("a", /b/)
Regexp.last_match
words.source
words.to_s
words.inspect
words == /\b[a-z]+\b/i
words.match?("one two", 3)
words.names
case line when /POST/ then 1 when /GET/ then 2 end
found.end(0)
found.values_at(0, -1)
Regexp.new(/a+b/)

require "json"
require "stringio"
require "strscan"
require "digest"
require "securerandom"
records = (1..20).map { |number| { "id" => number, "name" => "name #{number}", "tags" => %w[a b], "price" => number / 4.0 } }
json = JSON.generate(records)
dump = Marshal.dump(records)
lines = "one\ntwo\nthree\n"
__END__
JSON.generate(records)
JSON.parse(json)
{ a: [1, nil, "x"] }.to_json
"text".to_json
Marshal.dump(records)
Marshal.load(dump)
StringIO.new(lines).gets
StringIO.new(lines).each_line.to_a
StringIO.new.write("abc")
StringScanner.new(lines).scan(/\w+/)
Digest::SHA256.hexdigest("abc")
SecureRandom.hex(8)
File.basename("/a/b.rb", ".rb")
File.join("a", "b")
File.expand_path("a/b")
File.exist?("/")
File.read("/etc/hostname")
File.binread("/etc/hostname")
ENV["PATH"]
JSON.pretty_generate(records)
JSON.parse(json, symbolize_names: true)
JSON.parse("[1, 2.5, null, true]")
[1, 2.5, nil, true].to_json
records.to_json
Marshal.load(Marshal.dump([1, 2.5, :a, "b", nil]))
StringIO.new(lines).read
StringIO.new(lines).readlines
StringIO.new(lines).getc
StringIO.new.puts("abc", 1)
StringIO.new.printf("%d", 1)
StringIO.new(lines).each_char { }
scanner = StringScanner.new(lines); scanner.scan_until(/two/)
scanner = StringScanner.new(lines); scanner.skip(/\w+/); scanner.getch
scanner = StringScanner.new(lines); scanner.check(/one/); scanner.peek(3)
scanner = StringScanner.new(lines); nil until scanner.eos? || !scanner.scan(/\w+|\n/)
Digest::MD5.hexdigest("abc")
Digest::SHA1.base64digest("abc")
SecureRandom.uuid
SecureRandom.random_number(100)
SecureRandom.alphanumeric(8)
File.dirname("/a/b.rb")
File.extname("/a/b.rb")
File.split("/a/b.rb")
File.file?("/etc/hostname")
File.directory?("/etc")
File.stat("/etc/hostname").size
File.mtime("/etc/hostname")
File.size("/etc/hostname")
File.open("/etc/hostname") { |file| file.gets }
File.foreach("/etc/hostname") { }
File.readlines("/etc/hostname")
File.absolute_path?("/a")
File.fnmatch("*.rb", "a.rb")
File.realpath("/etc")
File.write("/dev/null", "text")
IO.pipe.each(&:close)
Dir.exist?("/etc")
Dir.glob("/etc/host*")
Dir.children("/etc/ssl")
Dir.pwd
ENV.fetch("HOME", nil)
ENV.key?("NONE")
Process.clock_gettime(Process::CLOCK_MONOTONIC)
Process.pid
JSON.parse("{\"a\": 1}", symbolize_names: true)
StringIO.new.puts("abc\n")
out = StringIO.new; out << "a"; out.write("b", "c"); out.string
JSON.load(json)
JSON.dump(records)
JSON.parse(json, freeze: true)
JSON.parse(json, object_class: Hash)
{ status: :ok, kind: :x }.to_json
:status.to_json

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
ENV["PATH"]

# Reads and writes records in the usual forms: JSON, YAML, CSV, Marshal, dates, digests, packed.
require "json"
require "yaml"
require "date"
require "time"
require "digest"
require "zlib"
require "stringio"
require "strscan"
require "securerandom"
require "set"
require "ostruct"
require "bigdecimal" rescue nil

record = { "id" => 7, "name" => "caf\u00e9", "tags" => %w[a b], "score" => 1.25e3, "nested" => { "on" => true, "off" => nil, "big" => 2**70 }, "text" => "q\"\\\n\u2028/" }
text = JSON.generate(record)
puts text, JSON.pretty_generate(record), record.to_json, [1, "x", nil].to_json, "s".to_json, JSON.parse(text) == record, JSON.parse(text, symbolize_names: true).keys.inspect
puts JSON.parse("[1, -2.5e-3, \"\\ud83d\\ude00\", [], {}]").inspect, JSON.dump([1]), (JSON.parse("{bad") rescue $!.class), JSON.parse("2")
list = Array.new(300) { |n| record.merge("id" => n, "score" => n / 3.0) }
puts JSON.parse(JSON.generate(list)).sum { |entry| entry["score"] }.round(2)
puts Marshal.load(Marshal.dump([record, :sym, 1.5, 2**80, "x".b, nil, Time.at(0), 1..2, Struct.new(:a).name])).inspect
puts YAML.load(YAML.dump(record.except("nested")))["name"], YAML.load("- 1\n- a: b\n  c: [1, 2.5, ~, true]\n- |\n  text\n").inspect
puts Date.new(2024, 2, 29).next_year.to_s, (Date.parse("2024-03-01") - Date.new(2024, 1, 1)).to_i, Date.strptime("03/04/24", "%d/%m/%y").strftime("%a %d %b"), DateTime.now.to_time.class, Time.parse("12:30").hour, Time.iso8601("2024-01-01T00:00:00Z").httpdate, Date.today.cwday.class, Date.valid_date?(2023, 2, 29)
puts Digest::SHA256.hexdigest("x"), Digest::MD5.base64digest("x"), Digest::SHA1.new.update("a").hexdigest
puts Zlib.inflate(Zlib.deflate("text " * 100)).size, Zlib.crc32("x"), Zlib.gunzip(Zlib.gzip("y"))
io = StringIO.new("line 1\nline 2\n")
puts io.gets, io.read(3), io.eof?, io.rewind, io.each_line.to_a.size, io.string.size, StringIO.new.tap { |out| out.puts(1); out.printf("%d", 2); out.write("x") }.string
scanner = StringScanner.new("key = 12")
puts scanner.scan(/\w+/), scanner.skip(/\s*=\s*/), scanner.scan_until(/\d+/), scanner.eos?, scanner.pos, scanner.matched
puts SecureRandom.hex(4).size, SecureRandom.uuid.size, SecureRandom.random_number(5).class, Set.new([1, 2]).add(3).subset?(Set[1, 2, 3, 4]), Set[1] ^ Set[2], OpenStruct.new(a: 1).a

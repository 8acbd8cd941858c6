# What one parser makes of random inputs: ruby fuzz/input_answers.rb KIND FIRST COUNT [show]
#
# An input is a sample that has been changed in a few places, or several spliced; its number says which. The answer is the value, in one text, or the
# class of the error. With `show` input and answer are printed, else one digest for all of a run, the slowest input and how far memory grew.
require "digest"
require "openssl"

KIND, FIRST, COUNT, SHOW = ARGV
# Errors of these classes mean the same: a limit, whose place is each implementation's own.
LIMITS = { "SystemStackError" => "limit", "NoMemoryError" => "limit" }.freeze

# A certificate of its own, over a key of P-256 that nobody kept.
CERTIFICATE = <<~TEXT.unpack1("m")
  MIIBYDCCAQagAwIBAgIBBzAKBggqhkjOPQQDAjAhMRIwEAYDVQQDDAlhLmV4
  YW1wbGUxCzAJBgNVBAoMAsOpMB4XDTcwMDEwMTAwMDAwMFoXDTM4MDExOTAz
  MTQwOFowITESMBAGA1UEAwwJYS5leGFtcGxlMQswCQYDVQQKDALDqTBZMBMG
  ByqGSM49AgEGCCqGSM49AwEHA0IABFNBWta3XoZN+WQiKOC8358UzrJmrWHK
  0pnuzghpp/0pO5JzrjQk9u9Op6r8jcsny1zmhdD4SGZK6xdvtnHyW5qjLzAt
  MBoGA1UdEQQTMBGCCWEuZXhhbXBsZYcEfwAAATAPBgNVHRMBAf8EBTADAQH/
  MAoGCCqGSM49BAMCA0gAMEUCIQDuQoYgLeqHUodfQjc49hoWnO5JoKbB+QE+
  FP68QR2WrAIgTVNdspjMu2HsoJKs061hqJ4zkdRhZQvLPJSUMsMzZCk=
TEXT

# For each kind: samples, what is spliced in, and how an input is parsed.
Parser = Struct.new(:samples, :pieces, :parse)

def parser(kind)
  case kind
  when "regexp"
    Parser.new(["a(b|c)*?d+", "(?<x>[a-f\\d&&[^c]])\\k<x>", "(?i:ä|ö)\\p{Alpha}{2,3}", "^(?=a)(?<!b)\\b.\\z", "(?:a(?:b(?:c)?)?)++", "\\A[[:space:]]\\h\\R\\X\\G", "(a)?(?(1)b|c)\\g<1>"],
      ["(", ")", "[", "]", "{", "}", "*", "+?", "|", "\\", "\\p{", "(?<", "(?#", "\\u{", "\\x", "&&", "[^", "(?~", "\\k<", "{1,", "\\1", "(?>", "é"],
      lambda { |text|
        regexp = Regexp.new(text)
        ["abcd", "aab\nc d", "äöÄ x1", "((ab)c)"].map { |subject| regexp.match(subject)&.offset(0) }
      })
  when "json"
    require "json"
    Parser.new(['{"a": [1, 2.5e3, -0, null, true], "b": {"c": "d\\u00e9\\n"}}', "[[[]], {}, \"\", 1e400, 12345678901234567890]", " /* c */ [1 // d\n, \"\\ud83d\\ude00\"] "],
      ["{", "}", "[", "]", ",", ":", '"', "\\", "\\u", "e", "-", "NaN", "Infinity", "null", "/*", "\xff", "\\ud800"], lambda { |text| JSON.parse(text.force_encoding("UTF-8")) })
  when "yaml"
    require "yaml"
    Parser.new(["a: 1\nb:\n  - x\n  - {c: d, e: [f, 2.5]}\n", "- &a !ruby/sym b\n- *a\n- |\n  text\n   more\n- >-\n  folded\n", "--- \"q\\u00e9\"\n...\n? k\n: 'v'\n- 2001-02-03\n", "<<: {a: ~}\nb: 0x1F\n"],
      ["- ", ": ", "? ", "&a ", "*a", "!!str ", "!<", "|", ">", "{", "}", "[", "]", ",", "#", "'", '"', "\n", "\n  ", "\t", "---\n", "...\n", "%YAML 1.1\n", "\xff", "<<: "],
      lambda { |text| YAML.safe_load(text.force_encoding("UTF-8"), aliases: true, permitted_classes: [Symbol, Date, Time]) })
  when "marshal"
    structure = Struct.new(:a, :b)
    Object.const_set(:Sample, structure)
    values = [[1, -300, 2**70, 2.5, nil, true], { a: "b", "c" => [:a, :a] }, structure.new(1, "x"), 1..2, /a/i, Class, Comparable, "\xff".b, Rational(1, 2), Time.at(0, 5), RuntimeError.new("m")]
    Parser.new(values.map { |value| Marshal.dump(value) }, ["[", "{", "i", "I", ":", ";", "@", "\"", "o", "S", "U", "u", "e", "C", "c", "m", "l+", "f", "}", "\x06", "\xff", "\xfa", "\x04\x00\x00\x00\x7f"].map(&:b),
      lambda { |text| Marshal.load(text) })
  when "time"
    require "time"
    Parser.new(["2024-02-29 12:34:56.789 +0900", "Thu, 29 Feb 2024 12:34:56 GMT", "20240229T123456Z", "H31.04.30", "10:20 pm 3rd Feb '01", "2024-W09-4", "2024-060", "Feb 29 12:34 JST 2024"],
      ["-", ":", "/", ".", "T", "Z", "+09:00", "am", "BC", "'", "12", "0", "99999", "Jan", "Mon", " ", "W", "th", ","], lambda { |text| Time.parse(text, Time.at(0).utc).then { |time| [time.to_r, time.utc_offset] } })
  when "date"
    require "date"
    ways = [->(text) { Date._parse(text) }, ->(text) { DateTime.parse(text) }, ->(text) { Date._iso8601(text) }, ->(text) { Date._rfc2822(text) }, ->(text) { Date._jisx0301(text) }, ->(text) { Date._strptime(text, "%Y-%m-%dT%H:%M:%S%z") }]
    Parser.new(["2024-02-29T12:34:56.789+09:00", "Thu, 29 Feb 2024 12:34:56 GMT", "20240229T123456Z", "H31.04.30T01:02:03", "10:20 pm 3rd Feb '01", "2024-W09-4", "2024-060", "Feb 29 12:34 JST 2024 BC"],
      ["-", ":", "/", ".", "T", "Z", "+09:00", "am", "BC", "'", "12", "0", "99999", "Jan", "Mon", " ", "W", "th", ",", "EST", "[+9:X]"], lambda { |text| answers(ways.map { |way| -> { way.call(text) } }) })
  when "number"
    ways = [->(text) { Integer(text) }, ->(text) { Integer(text, 16) }, ->(text) { Float(text) }, ->(text) { Rational(text) }, ->(text) { Complex(text) }, :to_i.to_proc, ->(text) { text.to_i(36) }, :to_f.to_proc, :to_r.to_proc, :to_c.to_proc, :hex.to_proc, :oct.to_proc, ->(text) { begin; eval("[#{text}]"); rescue SyntaxError; "no literal"; end if text.match?(/\A[\w.+-]*\z/) && !text.match?(/[a-z]{3}|[A-Z]{3}/) }]
    Parser.new(["123_456", "0x1f", "-0b101", "1.5e10", "3/4", "1+2i", "0o17", "-1_0.2_5e-1_0", "1e400", "2@3", "0x1.8p3", "12r", " 42 "],
      ["_", ".", "e", "E+", "-", "0x", "0b", "0", "9" * 20, "i", "r", "/", "@", " ", "\n", "\0", "+", "f", "p-"], lambda { |text| answers(ways.map { |way| -> { way.call(text) } }) })
  when "unpack"
    Parser.new(["CcSsLlQqJj", "n2N*v3V", "a3A2Z*B8b*H4h*", "U*w*", "m0u", "M", "eEgGdDfF", "@2x3X1", "s>l<q!", "C*@0a*", "ZZ*a*"], ["*", "!", "<", ">", "@", "x", "X", "1", "99", "w", "U", "u", "m", "P", "%", " ", "#x\n"],
      lambda { |text| ["\x01\x02\xff\x80abc=20=\n", "\u3042\0AQID\n", ""].then { |all| answers(all.map { |bytes| -> { bytes.b.unpack(text) } } + [-> { [1, -2, "ab", 2.5, 300].pack(text) }, -> { ["ab", 1].pack(text) }]) } })
  when "encoding"
    names = %w[UTF-8 UTF-16LE UTF-16BE UTF-32LE EUC-JP Shift_JIS ISO-2022-JP Windows-1252 ISO-8859-15 GBK Big5 EUC-KR KOI8-R UTF-7 IBM437 GB18030]
    Parser.new(["a\u00e9\u3042\u{1f600}z", "\u65e5\u672c\u8a9e", "\u00ff\u20ac", "\u4e2d\u6587\uac00"].map { |text| text.encode("UTF-8") } + ["\u65e5\u672c".encode("EUC-JP"), "\u65e5\u672c".encode("Shift_JIS"), "\u65e5\u672c".encode("ISO-2022-JP"), "ab\u00e9".encode("UTF-16LE")],
      ["\xff", "\xe3\x81", "\x8e", "\x1b$B", "\x1b(B", "\xd8\x00", "\x00", "\xa1\xa1", "\xf0\x9f"].map(&:b), lambda { |text|
        answers(names.each_with_index.flat_map { |name, index|
          text = text.dup.force_encoding(name)
          other = names[(text.bytesize + index) % names.size]
          [-> { [name, other, text.valid_encoding?, text.length] }, -> { text.encode(other) }, -> { text.encode(other, invalid: :replace, undef: :replace) }, -> { text.scrub }]
        })
      })
  when "zlib"
    require "zlib"
    require "stringio"
    texts = ["", "a", "hello " * 20, Random.new(1).bytes(300), "\0" * 200]
    # Without the time of day.
    zipped = texts.map { |text| Zlib.gzip(text).tap { |bytes| bytes[4, 4] = "\0\0\0\0".b } }
    compressed = texts.map { |text| Zlib.deflate(text) } + zipped + texts.map { |text| Zlib::Deflate.new(9, -15).deflate(text, Zlib::FINISH) }
    Parser.new(compressed, ["\x1f\x8b\x08".b, "\x78\x9c".b, "\0\0\xff\xff".b, "\x03\0".b], lambda { |text|
      answers([-> { Zlib.inflate(text) }, -> { Zlib.gunzip(text) }, -> { Zlib::Inflate.new(-15).inflate(text) }, -> { Zlib::GzipReader.new(StringIO.new(text)).read }])
    })
  when "uri"
    require "uri"
    Parser.new(["http://user:pw@example.com:8080/a/b;c?d=e&f=%20#g", "mailto:a@b.example?subject=x", "ftp://h/%2Fa;type=i", "ldap://h/dc=a?cn?sub?(x=1)", "urn:isbn:1", "http://[::1]:80/", "//h/p", "../a?b#c"],
      ["%", "%2", ":", "/", "//", "?", "#", "@", "[", "]", "::", ";", "é", " ", "\n", "\\", "{", "..", "65536", "http:", "mailto:"],
      lambda { |text| URI.parse(text).then { |uri| [uri.class, uri.to_s, uri.host, uri.port, uri.path, uri.query, uri.fragment] } })
  when "http"
    require "net/http"
    require "stringio"
    Parser.new(["HTTP/1.1 200 OK\r\nContent-Length: 5\r\nA: b\r\n c\r\n\r\nhello", "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\nT: v\r\n\r\n", "HTTP/1.0 404 Not Found\r\nContent-Type: text/html; charset=\"x\"\r\nContent-Range: bytes 0-4/5\r\n\r\nx"],
      ["\r\n", "\r\n\r\n", ":", ";", "HTTP/1.1 ", "Content-Length: ", "chunked", "0\r\n\r\n", "ffffffff\r\n", "-1", " ", "\t", "\0", "\xff", ","].map(&:b), lambda { |text|
        stream = Net::BufferedIO.new(StringIO.new(text))
        response = Net::HTTPResponse.read_new(stream)
        response.reading_body(stream, true) { response.read_body }
        [response.code, response.message, response.to_hash, response.body, response.content_type]
      })
  when "certificate"
    Parser.new([CERTIFICATE, OpenSSL::X509::Name.parse("/CN=a/O=b").to_der, OpenSSL::ASN1::Sequence([OpenSSL::ASN1::Integer(1), OpenSSL::ASN1::UTF8String("x"), OpenSSL::ASN1::ObjectId("CN")]).to_der],
      ["\x30\x80", "\x02\x01", "\x30\x84\xff\xff\xff\xff", "\0\0", "\xa0\x03", "\x06\x03\x55\x04\x03", "\x17\x0d"].map(&:b), lambda { |text|
        answers([-> { OpenSSL::X509::Certificate.new(text).then { |one| [one.subject.to_s, one.serial.to_i, one.extensions.map(&:oid)] } }, -> { OpenSSL::ASN1.decode_all(text).map(&:class) }, -> { OpenSSL::X509::Name.new(text).to_s }])
      })
  else abort "no parser of that kind: #{kind}"
  end
end

# What several ways make of an input, each on its own.
Answers = Struct.new(:all)

def answers(ways) = Answers.new(ways.map { |way| answer(&way) })

def answer
  value = yield
  case value
  when Answers then value.all.join(" | ")
  when String then value.b.dump
  else value.inspect.b
  end
rescue StandardError, NoMemoryError, SystemStackError, NotImplementedError => error
  LIMITS.fetch(error.class.name, error.class.name)
end

# The input of a number.
def input(parser, number)
  random = Random.new(number)
  text = parser.samples[random.rand(parser.samples.size)].b
  random.rand(0..4).times do
    place = random.rand(text.bytesize + 1)
    case random.rand(7)
    when 0 then text.setbyte(place, random.rand(256)) if place < text.bytesize
    when 1 then text.bytesplice(place, random.rand(1..4).clamp(0, text.bytesize - place), "".b)
    when 2, 3 then text.bytesplice(place, 0, parser.pieces[random.rand(parser.pieces.size)].b)
    when 4 then text = text.byteslice(0, place)
    when 5 then text.bytesplice(place, 0, text.byteslice(random.rand(text.bytesize + 1), random.rand(12)) || "".b)
    else text << parser.samples[random.rand(parser.samples.size)].b
    end
  end
  text
end

def memory = File.read("/proc/self/status")[/VmHWM:\s+(\d+)/, 1].to_i

$VERBOSE = nil
Regexp.timeout = 2.0 if KIND == "regexp"
parser = parser(KIND)
textual = %w[regexp time uri date number unpack].include?(KIND)
digest, slowest, longest, before = Digest::SHA256.new, [0, nil], 0, nil
FIRST.to_i.step(FIRST.to_i + COUNT.to_i - 1) do |number|
  text = input(parser, number)
  text.force_encoding("UTF-8") if textual
  longest = text.bytesize if text.bytesize > longest
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  said = answer { parser.parse.call(text) }
  took = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
  slowest = [took, number] if took > slowest[0]
  digest << said << "\n"
  puts "#{number}\t#{text.b.dump}\t#{said}" if SHOW
  before ||= memory
end
puts "#{digest.hexdigest} slowest #{(slowest[0] * 1000).round(1)} ms: #{slowest[1]} memory +#{memory - before} kB longest #{longest}" unless SHOW

# The external and internal encoding that a stream has, by what opening names and what the defaults are.
require_relative "../harness"
require "stringio"
require "tempfile"

LATIN = Tempfile.create("latin").tap { |file| File.binwrite(file.path, "a\xE9\n".b) }.path
MARKED = Tempfile.create("marked").tap { |file| File.binwrite(file.path, "\xEF\xBB\xBFabc\n".b) }.path

def with_defaults(internal, external = "UTF-8")
  before = [Encoding.default_internal, Encoding.default_external]
  verbose, $VERBOSE = $VERBOSE, nil
  Encoding.default_internal = internal
  Encoding.default_external = external
  yield
ensure
  Encoding.default_internal, Encoding.default_external = before
  $VERBOSE = verbose
end

def names(stream)
  [stream.external_encoding, stream.internal_encoding].map { |encoding| encoding && encoding.name }
ensure
  stream.close
end

def opened(*arguments, path: LATIN, **options)
  names(File.open(path, *arguments, **options))
end

def chosen(*arguments, mode: "r")
  names(File.open(LATIN, mode).tap { |file| file.set_encoding(*arguments) })
end

spec "text is converted to the default internal encoding, whichever way the external one is named" do
  with_defaults("UTF-8") do
    expected = ["ISO-8859-1", "UTF-8"]
    assert_equal expected, opened("r:ISO-8859-1")
    assert_equal expected, opened("rb:ISO-8859-1")
    assert_equal expected, opened(encoding: "ISO-8859-1")
    assert_equal expected, opened(encoding: Encoding::ISO_8859_1)
    assert_equal expected, opened(external_encoding: "ISO-8859-1")
    assert_equal expected, opened(universal_newline: true, encoding: "ISO-8859-1")
    assert_equal expected, chosen("ISO-8859-1")
    assert_equal expected, chosen(Encoding::ISO_8859_1, mode: "rb")
    assert_equal expected, names(IO.popen(["cat", LATIN], "r:ISO-8859-1"))
    assert_equal expected, names(IO.new(IO.sysopen(LATIN), "r:ISO-8859-1"))
    assert_equal "aé\n", File.read(LATIN, encoding: "ISO-8859-1")
    assert_equal ["aé\n"], File.readlines(LATIN, encoding: "ISO-8859-1")
    assert_equal "aé\n", IO.foreach(LATIN, encoding: "ISO-8859-1").first
  end
end

spec "an internal encoding that is declined converts nothing" do
  with_defaults("UTF-8") do
    expected = ["ISO-8859-1", nil]
    assert_equal expected, opened("r:ISO-8859-1:-")
    assert_equal expected, opened("r:ISO-8859-1:ISO-8859-1")
    assert_equal expected, opened(encoding: "ISO-8859-1:-")
    assert_equal expected, opened(external_encoding: "ISO-8859-1", internal_encoding: nil)
    assert_equal expected, opened(external_encoding: "ISO-8859-1", internal_encoding: "-")
    assert_equal expected, chosen("ISO-8859-1:-")
    assert_equal expected, chosen("ISO-8859-1", "-")
  end
end

spec "text that is binary or has the internal encoding already is not converted" do
  with_defaults("UTF-8") do
    assert_equal ["UTF-8", nil], opened
    assert_equal ["UTF-8", nil], opened("r:UTF-8")
    assert_equal ["UTF-8", nil], opened(internal_encoding: "UTF-8")
    assert_equal ["BINARY", nil], opened("rb").map { |name| name&.sub("ASCII-8BIT", "BINARY") }
    assert_equal [Encoding::BINARY.name, nil], opened("r:BINARY:UTF-8")
    assert_equal [Encoding::BINARY.name, nil], chosen("BINARY", "UTF-8")
    assert_equal [Encoding::BINARY.name, nil], chosen("BINARY")
  end
end

spec "what names no encoding has the default ones, those of opening where there is an internal one" do
  with_defaults("UTF-8", "ISO-8859-1") do
    file = File.open(LATIN)
    Encoding.default_external = "EUC-JP"
    assert_equal ["ISO-8859-1", "UTF-8"], names(file)
  end
  with_defaults(nil, "ISO-8859-1") do
    file = File.open(LATIN)
    Encoding.default_external = "EUC-JP"
    assert_equal ["EUC-JP", nil], names(file)
  end
  with_defaults("EUC-JP") { assert_equal ["UTF-8", "EUC-JP"], chosen(nil) }
end

spec "set_encoding with two encodings takes them as they are" do
  with_defaults("EUC-JP") do
    assert_equal ["ISO-8859-1", "UTF-8"], chosen("ISO-8859-1", "UTF-8")
    assert_equal ["UTF-8", nil], chosen("UTF-8", "UTF-8")
    assert_raises(TypeError, "no implicit conversion of nil into String") { chosen(nil, "UTF-8") }
  end
end

spec "a byte order mark decides; without one the text is taken for the internal encoding's" do
  with_defaults(nil) do
    assert_equal ["UTF-8", "EUC-JP"], opened("r:BOM|UTF-8:EUC-JP", path: MARKED)
    assert_equal ["EUC-JP", nil], opened("r:BOM|UTF-8:EUC-JP")
    assert_equal ["UTF-8", nil], opened("rb:BOM|UTF-16LE", path: MARKED)
  end
  with_defaults("UTF-8") do
    assert_equal ["UTF-8", nil], opened("r:BOM|UTF-8", path: MARKED)
    assert_equal ["UTF-8", nil], opened("rb:BOM|UTF-16LE")
  end
  with_defaults("EUC-JP") do
    assert_equal ["UTF-8", "EUC-JP"], names(File.open(MARKED, "rb").tap(&:set_encoding_by_bom))
  end
  assert_raises(ArgumentError, "unknown encoding name - bom|utf-8") { opened(external_encoding: "bom|utf-8") }
end

spec "both ends of a pipe have the default encodings beside an internal one" do
  with_defaults("EUC-JP") do
    assert_equal [["UTF-8", "EUC-JP"], ["UTF-8", "EUC-JP"]], IO.pipe.map { |stream| names(stream) }
    assert_equal [["ISO-8859-1", "EUC-JP"], ["UTF-8", "EUC-JP"]], IO.pipe("ISO-8859-1").map { |stream| names(stream) }
  end
  with_defaults(nil) { assert_equal [["UTF-8", nil], [nil, nil]], IO.pipe.map { |stream| names(stream) } }
end

spec "what is written to a stream that has an encoding of its own is converted" do
  with_defaults("UTF-8") do
    path = "#{LATIN}.out"
    File.write(path, "é".encode("ISO-8859-1"))
    assert_equal "é".b, File.binread(path)
    File.open(path, "w") { |file| file.write("é".encode("ISO-8859-1")) }
    assert_equal "é".b, File.binread(path)
    assert_raises(Encoding::UndefinedConversionError) { File.write(path, "\xE9".b) }
    File.delete(path)
  end
end

spec "a StringIO with a mode, or without a string, has the internal encoding" do
  with_defaults("EUC-JP") do
    assert_equal %w[EUC-JP EUC-JP UTF-8], [StringIO.new("x", "r"), StringIO.new, StringIO.new("x")].map { |io| io.external_encoding.name }
    assert_equal Encoding::BINARY, StringIO.new("x", "rb").external_encoding
  end
end

File.delete(LATIN, MARKED)

require_relative "../harness"

# Every encoding, byte for byte. What a table says is too long to be written here, so its checksum is, as the reference gives it.

# Of what each byte stands for, and of the byte its character goes back to.
def page_sum(encoding)
  (0..255).inject(7) do |sum, byte|
    seldom_stress_collections do
      character = byte.chr.force_encoding(encoding).encode("UTF-8") rescue nil
      back = character ? (character.encode(encoding).bytes.sum rescue 999) : 0
      (sum * 33 + (character ? character.ord : 0) + back * 5) % 1_000_000_007
    end
  end
end

# Of how long and how valid each byte is alone and before some others.
def shape_sum(encoding)
  tails = [[], [0x30], [0x40], [0xa1], [0xa1, 0xa1], [0x30, 0x81, 0x30], [0xe1, 0xa1], [0xf1, 0xa1, 0xa1]]
  (0..255).inject(7) do |sum, lead|
    seldom_stress_collections do
      tails.inject(sum) do |inner, tail|
        text = [lead, *tail].pack("C*").force_encoding(encoding)
        (inner * 31 + text.length * 2 + (text.valid_encoding? ? 1 : 0)) % 1_000_000_007
      end
    end
  end
end

PAGES = {
  "ISO-8859-1" => 320768881, "ISO-8859-2" => 515127196, "ISO-8859-3" => 165024463, "ISO-8859-4" => 952735606, "ISO-8859-5" => 404497473,
  "ISO-8859-6" => 273678972, "ISO-8859-7" => 298263981, "ISO-8859-8" => 832045061, "ISO-8859-9" => 108068326, "ISO-8859-10" => 56684575,
  "ISO-8859-11" => 429233287, "ISO-8859-13" => 30728408, "ISO-8859-14" => 751940569, "ISO-8859-15" => 797823826, "ISO-8859-16" => 17269302,
  "KOI8-R" => 806848194, "KOI8-U" => 991764627, "Windows-1250" => 268167595, "Windows-1251" => 707529888, "Windows-1252" => 141583190,
  "Windows-1253" => 134776776, "Windows-1254" => 144232686, "Windows-1257" => 2675973, "IBM437" => 330825267, "IBM720" => 94206308,
  "IBM737" => 382046094, "IBM775" => 108052119, "CP850" => 175220452, "IBM852" => 623777862, "CP852" => 623777862, "IBM855" => 112896480,
  "CP855" => 112896480, "IBM857" => 843985714, "IBM860" => 399377371, "IBM861" => 214673878, "IBM862" => 809137011, "IBM863" => 760895754,
  "IBM864" => 746993156, "IBM865" => 93604771, "IBM866" => 174024184, "IBM869" => 743419349, "macCroatian" => 149042408, "macCyrillic" => 515532369,
  "macGreek" => 57294976, "macIceland" => 770501427, "macRoman" => 345199873, "macRomania" => 568266323, "macTurkish" => 808163964,
  "macUkraine" => 576876716, "IBM037" => 314276038, "Windows-1256" => 114215882, "Windows-1255" => 838467716, "TIS-620" => 755919761,
  "Windows-874" => 566837405,
}.freeze

SHAPES = {
  538482330 => %w[ASCII-8BIT UTF-16 ISO-8859-1 ISO-8859-2 ISO-8859-3 ISO-8859-4 ISO-8859-5 ISO-8859-6 ISO-8859-7 ISO-8859-8 ISO-8859-9
    ISO-8859-10 ISO-8859-11 ISO-8859-13 ISO-8859-14 ISO-8859-15 ISO-8859-16 KOI8-R KOI8-U Windows-1250 Windows-1251 Windows-1252 Windows-1253
    Windows-1254 Windows-1257 IBM437 IBM720 IBM737 IBM775 CP850 IBM852 CP852 IBM855 CP855 IBM857 IBM860 IBM861 IBM862 IBM863 IBM864 IBM865
    IBM866 IBM869 Windows-1258 GB1988 macCentEuro macCroatian macCyrillic macGreek macIceland macRoman macRomania macThai macTurkish macUkraine
    IBM037 ISO-2022-JP ISO-2022-JP-2 CP50220 CP50221 Windows-1256 Windows-1255 TIS-620 Windows-874 UTF-7 ISO-2022-JP-KDDI],
  127907195 => %w[UTF-8 UTF8-MAC CESU-8 UTF8-DoCoMo UTF8-KDDI UTF8-SoftBank],
  978529458 => %w[US-ASCII],
  527505692 => %w[UTF-16BE],
  678602982 => %w[UTF-16LE],
  662909724 => %w[EUC-JP eucJP-ms CP51932 EUC-JIS-2004],
  42236078 => %w[Windows-31J Shift_JIS MacJapanese SJIS-DoCoMo SJIS-KDDI SJIS-SoftBank],
  86131103 => %w[Big5 Big5-HKSCS Big5-UAO CP950 CP951],
  981983607 => %w[CP949],
  868076581 => %w[Emacs-Mule stateless-ISO-2022-JP stateless-ISO-2022-JP-KDDI],
  217637836 => %w[EUC-KR EUC-TW GB2312 GB12345],
  391977264 => %w[GB18030],
  344703873 => %w[GBK],
}.freeze

spec "single-byte encodings stand for what they do in the reference, there and back" do
  PAGES.each { |name, sum| assert_equal [name, sum], [name, page_sum(Encoding.find(name))] }
end

spec "bytes fall into characters as they do in the reference" do
  SHAPES.each do |sum, names|
    names.each { |name| assert_equal [name, sum], [name, shape_sum(Encoding.find(name))] }
  end
end

spec "there are 103 encodings, nine of them dummies" do
  assert_equal 103, Encoding.list.size
  assert_equal %w[UTF-16 UTF-32 IBM037 ISO-2022-JP ISO-2022-JP-2 CP50220 CP50221 UTF-7 ISO-2022-JP-KDDI], Encoding.list.select(&:dummy?).map(&:name)
end

spec "the JIS encodings have what the standards have, those of Windows more" do
  assert_equal ["\xA1\xBD".b, "\x81\x5C".b], ["\u2014".encode("EUC-JP").b, "\u2014".encode("Shift_JIS").b]
  assert_raises(Encoding::UndefinedConversionError) { "\u2460".encode("Shift_JIS") }
  assert_equal ["\x87\x40".b, "\xF0\x40".b], ["\u2460".encode("Windows-31J").b, "\ue000".encode("Windows-31J").b]
  assert_equal "\x8F\xAB\xB1".b, "\u00e9".encode("EUC-JP").b
end

spec "rows that are left to users stand for the private use area, there and back" do
  {
    "Big5" => ["\xC6\xA1", 0xf6b1, "\xC8\xFE", 0xf848], "CP950" => ["\xFA\x40", 0xe000, "\x8D\xFE", 0xf6b0],
    "Windows-31J" => ["\xF0\x40", 0xe000, "\xF9\xFC", 0xe757], "eucJP-ms" => ["\xF5\xA1", 0xe000, "\x8F\xFE\xFE", 0xe757],
  }.each do |name, places|
    places.each_slice(2) do |bytes, number|
      assert_equal [name, number], [name, bytes.dup.force_encoding(name).encode("UTF-8").ord]
      assert_equal [name, bytes.b], [name, number.chr("UTF-8").encode(name).b]
    end
  end
end

spec "what a vendor or a city added has its own place" do
  {
    "eucJP-ms" => ["\u2170" => "\x8F\xF3\xF3", "\u70bb" => "\x8F\xF4\xAE", "\uffe4" => "\x8F\xA2\xC3"],
    "EUC-JP" => ["\u4e28" => "\x8F\xB0\xA9"],
    "Big5-HKSCS" => ["\u31c0" => "\x88\x40", "\u5159" => "\xA2\x59", "\u4e00" => "\xA4\x40"],
  }.each do |name, (pairs)|
    pairs.each do |character, bytes|
      assert_equal [name, bytes.b], [name, character.encode(name).b]
      assert_equal [name, character], [name, bytes.dup.force_encoding(name).encode("UTF-8")]
    end
  end
  assert_equal "\xA1\xAA".b, "\u2015".encode("GB2312").b
  assert_raises(Encoding::UndefinedConversionError) { "\u00a5".encode("Windows-31J") }
end

spec "encodings that switch sets are converted, and say what they miss" do
  assert_equal "\e$BF|K\\\e(Babc".b, "\u65e5\u672cabc".encode("ISO-2022-JP").b
  assert_equal "\e(I6\e(B".b, "\uff76".encode("CP50221").b
  assert_equal "\u65e5\u672c\n", "\u65e5\u672c\n".encode("ISO-2022-JP").encode("UTF-8")
  assert_equal "?\e$BF|\e(B".b, "\u00e9\u65e5".encode("ISO-2022-JP", undef: :replace).b
  assert_raises(Encoding::UndefinedConversionError) { "\uff76".encode("ISO-2022-JP") }
end

spec "CESU-8 has surrogates where UTF-8 has four bytes" do
  bytes = "\xED\xA0\xBD\xED\xB8\x80".b
  assert_equal bytes, "\u{1f600}".encode("CESU-8").b
  text = bytes.dup.force_encoding("CESU-8")
  assert_equal [1, 0x1f600, "\u{1f600}"], [text.length, text.ord, text.encode("UTF-8")]
end

spec "EBCDIC has a place of its own for every letter" do
  assert_equal [0xc8, 0x85, 0x93, 0x93, 0x96], "Hello".encode("IBM037").bytes
end

spec "texts of single bytes are converted both ways, in runs and one by one" do
  text = "Привет, мир! " * 50
  %w[Windows-1251 KOI8-R ISO-8859-5 IBM866].each do |name|
    bytes = text.encode(name)
    assert_equal [650, name], [bytes.bytesize, bytes.encoding.name]
    assert_equal text, bytes.encode("UTF-8")
    assert_equal text.encode("UTF-16LE"), bytes.encode("UTF-16LE")
  end
  assert_equal text.encode("KOI8-R"), text.encode("Windows-1251").encode("KOI8-R")
  assert_equal "a\u20ACb".encode("Windows-1252").bytes, [97, 128, 98]
  assert_raises(Encoding::UndefinedConversionError, "U+0439 from UTF-8 to WINDOWS-1252") { "abc й".encode("Windows-1252") }
  assert_raises(Encoding::UndefinedConversionError, "U+0439 from UTF-8 to MACROMAN") { "abc й".encode("macRoman") }
  assert_equal "ab?", "ab\x81".dup.force_encoding("Windows-1252").encode("ISO-8859-1", undef: :replace)
end

spec "force_encoding takes an encoding, its name, or what converts to one" do
  name = Object.new
  def name.to_str = "UTF-8"
  text = "\xC3\xA4".b
  assert_equal [Encoding::Windows_1252, Encoding::UTF_8, Encoding::UTF_8, Encoding::BINARY],
    [Encoding::Windows_1252, "utf-8", name, "ASCII-8BIT"].map { |encoding| text.force_encoding(encoding).encoding }
  assert_raises(ArgumentError, "unknown encoding name - none") { text.force_encoding("none") }
  assert_raises(TypeError, "no implicit conversion of nil into String") { text.force_encoding(nil) }
  assert_raises(FrozenError, 'can\'t modify frozen String: "a"') { "a".freeze.force_encoding(Encoding::BINARY) }
end

german = "Grüße aus Köln, schöne Straße. " * 10
japanese = "日本語テキスト、東京タワー。" * 10
chinese = "中文文本测试" * 10
russian = "Привет, мир! " * 20
latin = german.encode("ISO-8859-1")
wide = german.encode("UTF-16LE")
shift_jis = japanese.encode("Shift_JIS")
euc = japanese.encode("EUC-JP")
plain = "plain ascii text " * 10
broken = "text \xFF and more"
bytes = german.b
windows = Encoding::Windows_1252
__END__
german.encode("UTF-16LE")
german.encode("UTF-32LE")
wide.encode("UTF-8")
german.encode("ISO-8859-1")
latin.encode("UTF-8")
german.encode(windows)
russian.encode("Windows-1251")
russian.encode("KOI8-R")
japanese.encode("Shift_JIS")
shift_jis.encode("UTF-8")
japanese.encode("EUC-JP")
euc.encode("UTF-8")
chinese.encode("GBK")
chinese.encode("GB18030")
plain.encode("UTF-16LE")
plain.encode(windows)
german.encode("US-ASCII", undef: :replace)
german.encode("UTF-8", invalid: :replace)
german.encode("UTF-8", invalid: :replace, undef: :replace, replace: "")
bytes.encode("UTF-8", "BINARY", invalid: :replace, undef: :replace)
german.encode("UTF-8", "ISO-8859-1")
german.encode("US-ASCII", xml: :text)
german.encode(universal_newline: true)
("\u200b".encode(windows) rescue nil)
german.dup.force_encoding(windows)
german.dup.force_encoding("UTF-8")
broken.scrub
broken.valid_encoding?
german.unicode_normalize(:nfd)
german.length
german[5, 10]
german.index("schöne")
german.upcase
german.tr("äöü", "aou")
german.gsub(/[äöü]/, "ä" => "ae", "ö" => "oe", "ü" => "ue")
japanese.scan(/\p{Han}+/)
japanese.each_char.to_a
shift_jis.length
format("%-20s|%5s", "ü", "ö")
Encoding.compatible?(german, latin)
Encoding.find("utf-8")

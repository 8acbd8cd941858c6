//! Encodings: a small index that a string's header can hold.
//!
//! The table here names every encoding the machine knows; converting between
//! them is the core library's affair.

/// An encoding, as the index in [`TABLE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Encoding(pub u8);

/// How the bytes of an encoding fall into characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    /// One byte, one character.
    SingleByte,
    Utf8,
    /// Fixed-width or surrogate units; `true`: big-endian.
    Utf16(bool),
    Utf32(bool),
    EucJp,
    ShiftJis,
    /// Lead byte 0x81..0xfe and one trail byte (GBK, Big5, EUC-KR, CP949 ...).
    DoubleByte,
    Gb18030,
    /// UTF-8 whose characters beyond 16 bits are two surrogates.
    Cesu8,
    /// A lead byte says how many follow.
    EmacsMule,
    /// Only a name: its strings can be kept, not taken apart.
    Dummy,
}

pub struct EncodingEntry {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    pub scheme: Scheme,
    pub ascii_compatible: bool,
}

macro_rules! encodings {
    ($($constant:ident $name:literal $aliases:expr, $scheme:expr, $ascii:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Position { $($constant),* }
        impl Encoding { $(pub const $constant: Encoding = Encoding(Position::$constant as u8);)* }
        /// Every encoding, in the order of `Encoding.list`; a string's header has room for 128.
        pub const TABLE: &[EncodingEntry] = &[
            $(EncodingEntry { name: $name, aliases: &$aliases, scheme: $scheme, ascii_compatible: $ascii }),*
        ];
    };
}

use Scheme::*;
encodings! {
    BINARY "ASCII-8BIT" ["BINARY"], SingleByte, true;
    UTF_8 "UTF-8" ["CP65001"], Utf8, true;
    US_ASCII "US-ASCII" ["ASCII", "ANSI_X3.4-1968", "646"], SingleByte, true;
    UTF_16BE "UTF-16BE" ["UCS-2BE"], Utf16(true), false;
    UTF_16LE "UTF-16LE" [], Utf16(false), false;
    UTF_32BE "UTF-32BE" ["UCS-4BE"], Utf32(true), false;
    UTF_32LE "UTF-32LE" ["UCS-4LE"], Utf32(false), false;
    UTF_16 "UTF-16" [], Dummy, false;
    UTF_32 "UTF-32" [], Dummy, false;
    UTF8_MAC "UTF8-MAC" ["UTF-8-MAC", "UTF-8-HFS"], Utf8, true;
    EUC_JP "EUC-JP" ["eucJP"], EucJp, true;
    WINDOWS_31J "Windows-31J" ["CP932", "csWindows31J", "SJIS", "PCK"], ShiftJis, true;
    BIG5 "Big5" [], DoubleByte, true;
    BIG5_HKSCS "Big5-HKSCS" ["Big5-HKSCS:2008"], DoubleByte, true;
    BIG5_UAO "Big5-UAO" [], DoubleByte, true;
    CESU_8 "CESU-8" [], Cesu8, true;
    CP949 "CP949" [], DoubleByte, true;
    EMACS_MULE "Emacs-Mule" [], EmacsMule, true;
    EUC_KR "EUC-KR" ["eucKR"], DoubleByte, true;
    EUC_TW "EUC-TW" ["eucTW"], DoubleByte, true;
    GB18030 "GB18030" [], Gb18030, true;
    GBK "GBK" ["CP936"], DoubleByte, true;
    ISO_8859_1 "ISO-8859-1" ["ISO8859-1"], SingleByte, true;
    ISO_8859_2 "ISO-8859-2" ["ISO8859-2"], SingleByte, true;
    ISO_8859_3 "ISO-8859-3" ["ISO8859-3"], SingleByte, true;
    ISO_8859_4 "ISO-8859-4" ["ISO8859-4"], SingleByte, true;
    ISO_8859_5 "ISO-8859-5" ["ISO8859-5"], SingleByte, true;
    ISO_8859_6 "ISO-8859-6" ["ISO8859-6"], SingleByte, true;
    ISO_8859_7 "ISO-8859-7" ["ISO8859-7"], SingleByte, true;
    ISO_8859_8 "ISO-8859-8" ["ISO8859-8"], SingleByte, true;
    ISO_8859_9 "ISO-8859-9" ["ISO8859-9"], SingleByte, true;
    ISO_8859_10 "ISO-8859-10" ["ISO8859-10"], SingleByte, true;
    ISO_8859_11 "ISO-8859-11" ["ISO8859-11"], SingleByte, true;
    ISO_8859_13 "ISO-8859-13" ["ISO8859-13"], SingleByte, true;
    ISO_8859_14 "ISO-8859-14" ["ISO8859-14"], SingleByte, true;
    ISO_8859_15 "ISO-8859-15" ["ISO8859-15"], SingleByte, true;
    ISO_8859_16 "ISO-8859-16" ["ISO8859-16"], SingleByte, true;
    KOI8_R "KOI8-R" ["CP878"], SingleByte, true;
    KOI8_U "KOI8-U" [], SingleByte, true;
    SHIFT_JIS "Shift_JIS" [], ShiftJis, true;
    WINDOWS_1250 "Windows-1250" ["CP1250"], SingleByte, true;
    WINDOWS_1251 "Windows-1251" ["CP1251"], SingleByte, true;
    WINDOWS_1252 "Windows-1252" ["CP1252"], SingleByte, true;
    WINDOWS_1253 "Windows-1253" ["CP1253"], SingleByte, true;
    WINDOWS_1254 "Windows-1254" ["CP1254"], SingleByte, true;
    WINDOWS_1257 "Windows-1257" ["CP1257"], SingleByte, true;
    IBM437 "IBM437" ["CP437"], SingleByte, true;
    IBM720 "IBM720" ["CP720"], SingleByte, true;
    IBM737 "IBM737" ["CP737"], SingleByte, true;
    IBM775 "IBM775" ["CP775"], SingleByte, true;
    CP850 "CP850" ["IBM850"], SingleByte, true;
    IBM852 "IBM852" [], SingleByte, true;
    CP852 "CP852" [], SingleByte, true;
    IBM855 "IBM855" [], SingleByte, true;
    CP855 "CP855" [], SingleByte, true;
    IBM857 "IBM857" ["CP857"], SingleByte, true;
    IBM860 "IBM860" ["CP860"], SingleByte, true;
    IBM861 "IBM861" ["CP861"], SingleByte, true;
    IBM862 "IBM862" ["CP862"], SingleByte, true;
    IBM863 "IBM863" ["CP863"], SingleByte, true;
    IBM864 "IBM864" ["CP864"], SingleByte, true;
    IBM865 "IBM865" ["CP865"], SingleByte, true;
    IBM866 "IBM866" ["CP866"], SingleByte, true;
    IBM869 "IBM869" ["CP869"], SingleByte, true;
    WINDOWS_1258 "Windows-1258" ["CP1258"], SingleByte, true;
    GB1988 "GB1988" [], SingleByte, true;
    MACCENTEURO "macCentEuro" [], SingleByte, true;
    MACCROATIAN "macCroatian" [], SingleByte, true;
    MACCYRILLIC "macCyrillic" [], SingleByte, true;
    MACGREEK "macGreek" [], SingleByte, true;
    MACICELAND "macIceland" [], SingleByte, true;
    MACROMAN "macRoman" [], SingleByte, true;
    MACROMANIA "macRomania" [], SingleByte, true;
    MACTHAI "macThai" [], SingleByte, true;
    MACTURKISH "macTurkish" [], SingleByte, true;
    MACUKRAINE "macUkraine" [], SingleByte, true;
    CP950 "CP950" [], DoubleByte, true;
    CP951 "CP951" [], DoubleByte, true;
    IBM037 "IBM037" ["ebcdic-cp-us"], Dummy, false;
    STATELESS_ISO_2022_JP "stateless-ISO-2022-JP" [], EmacsMule, true;
    EUCJP_MS "eucJP-ms" ["euc-jp-ms"], EucJp, true;
    CP51932 "CP51932" [], EucJp, true;
    EUC_JIS_2004 "EUC-JIS-2004" ["EUC-JISX0213"], EucJp, true;
    GB2312 "GB2312" ["EUC-CN", "eucCN"], DoubleByte, true;
    GB12345 "GB12345" [], DoubleByte, true;
    ISO_2022_JP "ISO-2022-JP" ["ISO2022-JP"], Dummy, false;
    ISO_2022_JP_2 "ISO-2022-JP-2" ["ISO2022-JP2"], Dummy, false;
    CP50220 "CP50220" [], Dummy, false;
    CP50221 "CP50221" [], Dummy, false;
    WINDOWS_1256 "Windows-1256" ["CP1256"], SingleByte, true;
    WINDOWS_1255 "Windows-1255" ["CP1255"], SingleByte, true;
    TIS_620 "TIS-620" [], SingleByte, true;
    WINDOWS_874 "Windows-874" ["CP874"], SingleByte, true;
    MACJAPANESE "MacJapanese" ["MacJapan"], ShiftJis, true;
    UTF_7 "UTF-7" ["CP65000"], Dummy, false;
    UTF8_DOCOMO "UTF8-DoCoMo" [], Utf8, true;
    SJIS_DOCOMO "SJIS-DoCoMo" [], ShiftJis, true;
    UTF8_KDDI "UTF8-KDDI" [], Utf8, true;
    SJIS_KDDI "SJIS-KDDI" [], ShiftJis, true;
    ISO_2022_JP_KDDI "ISO-2022-JP-KDDI" [], Dummy, false;
    STATELESS_ISO_2022_JP_KDDI "stateless-ISO-2022-JP-KDDI" [], EmacsMule, true;
    UTF8_SOFTBANK "UTF8-SoftBank" [], Utf8, true;
    SJIS_SOFTBANK "SJIS-SoftBank" [], ShiftJis, true;
}

impl Encoding {
    pub fn entry(self) -> &'static EncodingEntry {
        &TABLE[self.0 as usize]
    }

    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The name in messages and in `inspect`, where binary has a second one.
    pub fn label(self) -> &'static str {
        if self == Encoding::BINARY { "BINARY (ASCII-8BIT)" } else { self.name() }
    }

    pub fn scheme(self) -> Scheme {
        self.entry().scheme
    }

    pub fn is_ascii_compatible(self) -> bool {
        self.entry().ascii_compatible
    }

    pub fn is_dummy(self) -> bool {
        self.scheme() == Dummy
    }

    /// The encoding of this name or alias, in any case of letters.
    pub fn find(name: &str) -> Option<Encoding> {
        let found = TABLE.iter().position(|entry| {
            entry.name.eq_ignore_ascii_case(name) || entry.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
        })?;
        Some(Encoding(found as u8))
    }
}

//! Reading functions: the mirror of the writer, in the same order.

use super::*;

/// Where a function stands, and what it has from those around it.
#[derive(Clone, Copy, Debug)]
pub struct FunctionSource<'a> {
    pub(super) bytes: &'a [u8],
    /// Of its image: the bodies of methods. None where it stands there itself.
    back: &'a [u8],
    /// As [`Function::name`].
    pub name: &'a str,
    /// As [`Function::file`]; of a nested function that of the one around it.
    pub file: &'a str,
}

/// A function that has been found but not decoded.
#[derive(Clone, Debug)]
pub struct FunctionRecord<'a> {
    source: FunctionSource<'a>,
    own: Range<usize>,
    nested: Vec<Nested<'a>>,
}

/// A nested function, by what the one around it tells.
#[derive(Clone, Debug)]
struct Nested<'a> {
    head: Head<'a>,
    bytes: &'a [u8],
    back: &'a [u8],
    is_body: bool,
}

/// The facts of a nested function that the one around it holds.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// As [`Function::name`].
    pub name: &'a str,
    pub kind: FunctionKind,
    /// As [`Function::primitive`], of methods.
    pub primitive: Option<&'a str>,
    /// Positional arguments that a method takes, unless it takes any number.
    pub most_arguments: Option<u64>,
}

impl<'a> FunctionSource<'a> {
    /// Of a function all of which stands in `bytes`, but for its name and its file.
    pub(super) fn new(bytes: &'a [u8], name: &'a str, file: &'a str) -> FunctionSource<'a> {
        FunctionSource { bytes, back: &[], name, file }
    }

    /// Finds the parts of the function.
    pub fn parse(self) -> Result<FunctionRecord<'a>, FormatError> {
        let mut reader = Reader::new(self.bytes);
        let own_length = reader.length()?;
        let own = reader.range(own_length)?;
        let file = Reader::new(&self.bytes[own.clone()]).file(Some(self.file))?;
        let count = reader.count()?;
        let mut heads = Vec::with_capacity(count.min(1024));
        for _ in 0..count {
            heads.push((reader.head()?, reader.place(self.back)?));
        }
        let mut nested = Vec::with_capacity(heads.len());
        for (head, place) in heads {
            nested.push(match place {
                Place::Here(length) => Nested { head, bytes: reader.bytes(length)?, back: self.back, is_body: false },
                Place::Back(bytes) => Nested { head, bytes, back: &[], is_body: true },
            });
        }
        reader.finish()?;
        Ok(FunctionRecord { source: FunctionSource { file, ..self }, own, nested })
    }

    /// Whether they stand at the same place.
    pub fn is_same(&self, other: &FunctionSource) -> bool {
        std::ptr::eq(self.bytes, other.bytes)
    }
}

impl<'a> FunctionRecord<'a> {
    /// Finds the parts of a function that is nested in none, in its bytes and those of its image's back.
    pub fn parse(bytes: &'a [u8], back: &'a [u8]) -> Result<FunctionRecord<'a>, FormatError> {
        let mut reader = Reader::new(bytes);
        let name = reader.string()?;
        let bytes = reader.rest();
        let mut own = Reader::new(bytes);
        own.length()?;
        let file = own.file(None)?;
        FunctionSource { bytes, back, name, file }.parse()
    }

    /// As [`Function::name`].
    pub fn name(&self) -> &'a str {
        self.source.name
    }

    /// As [`Function::file`].
    pub fn file(&self) -> &'a str {
        self.source.file
    }

    /// Where it stands.
    pub fn source(&self) -> FunctionSource<'a> {
        self.source
    }

    /// The facts of the functions nested directly in this one.
    pub fn heads(&self) -> impl ExactSizeIterator<Item = Head<'a>> + '_ {
        self.nested.iter().map(|nested| nested.head)
    }

    /// The facts of the nested function at `index`.
    pub fn head(&self, index: usize) -> Option<Head<'a>> {
        self.nested.get(index).map(|nested| nested.head)
    }

    /// The nested function at `index`, undecoded.
    pub fn nested(&self, index: usize) -> Option<Result<FunctionRecord<'a>, FormatError>> {
        let Nested { head, bytes, back, is_body } = self.nested.get(index)?;
        if *is_body {
            return Some(FunctionRecord::parse_body(bytes, self.file()).map(|(record, _)| record));
        }
        Some(FunctionSource { bytes, back, name: head.name, file: self.file() }.parse())
    }

    /// The bytes of the method at `index`, if they stand in the back: with its file all that [`FunctionRecord::parse_body`] needs.
    pub fn body(&self, index: usize) -> Option<&'a [u8]> {
        self.nested.get(index).filter(|nested| nested.is_body).map(|nested| nested.bytes)
    }

    /// The parts of a method whose body stands in the back, found without the function that it is nested in; and the name
    /// of that function.
    pub fn parse_body(bytes: &'a [u8], file: &'a str) -> Result<(FunctionRecord<'a>, &'a str), FormatError> {
        let mut reader = Reader::new(bytes);
        let (name, outer) = (reader.string()?, reader.string()?);
        let record = FunctionSource { bytes: reader.rest(), back: &[], name, file }.parse()?;
        Ok((record, outer))
    }

    /// The function with `functions` left empty.
    pub fn decode_own(&self) -> Result<Function, FormatError> {
        let mut reader = Reader::new(&self.source.bytes[self.own.clone()]);
        let mut function = reader.own_part(self.file())?;
        reader.finish()?;
        function.name = self.name().to_string();
        Ok(function)
    }

    /// The function with everything nested in it.
    pub fn decode(&self) -> Result<Function, FormatError> {
        self.decode_at(0)
    }

    fn decode_at(&self, depth: usize) -> Result<Function, FormatError> {
        if depth > DEEPEST_NESTING {
            return Err(FormatError::TooDeep);
        }
        let mut function = self.decode_own()?;
        function.functions.reserve(self.nested.len());
        for index in 0..self.nested.len() {
            if let Some(record) = self.nested(index) {
                function.functions.push(record?.decode_at(depth + 1)?.into());
            }
        }
        Ok(function)
    }
}

/// Where the bytes of a nested function stand.
enum Place<'a> {
    /// Behind what is told of all; their length.
    Here(usize),
    Back(&'a [u8]),
}

/// A position in bytes.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

type Read<T> = Result<T, FormatError>;

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }

    /// All bytes must have been read.
    pub(super) fn finish(&self) -> Read<()> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(FormatError::Excess) }
    }

    /// All bytes that have not been read.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    fn range(&mut self, length: usize) -> Read<Range<usize>> {
        if length > self.bytes.len() - self.at {
            return Err(FormatError::Truncated);
        }
        let start = self.at;
        self.at += length;
        Ok(start..self.at)
    }

    pub(super) fn bytes(&mut self, length: usize) -> Read<&'a [u8]> {
        let range = self.range(length)?;
        Ok(&self.bytes[range])
    }

    fn byte(&mut self) -> Read<u8> {
        let byte = *self.bytes.get(self.at).ok_or(FormatError::Truncated)?;
        self.at += 1;
        Ok(byte)
    }

    fn number(&mut self) -> Read<u64> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = (byte & 0x7f) as u64;
            if part << shift >> shift != part {
                return Err(FormatError::Invalid("number"));
            }
            number |= part << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(FormatError::Invalid("number"))
    }

    fn signed(&mut self) -> Read<i64> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    pub(super) fn number_u32(&mut self) -> Read<u32> {
        u32::try_from(self.number()?).map_err(|_| FormatError::Invalid("number"))
    }

    pub(super) fn number_u16(&mut self) -> Read<u16> {
        u16::try_from(self.number()?).map_err(|_| FormatError::Invalid("number"))
    }

    /// A length in bytes; what is as long is read later.
    pub(super) fn length(&mut self) -> Read<usize> {
        usize::try_from(self.number()?).map_err(|_| FormatError::Truncated)
    }

    /// A count of things that take at least one byte each, so that it is safe to reserve for.
    pub(super) fn count(&mut self) -> Read<usize> {
        let count = self.length()?;
        if count > self.bytes.len() - self.at { Err(FormatError::Truncated) } else { Ok(count) }
    }

    fn flag(&mut self) -> Read<bool> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(FormatError::Invalid("flag")),
        }
    }

    fn block(&mut self) -> Read<&'a [u8]> {
        let length = self.length()?;
        self.bytes(length)
    }

    pub(super) fn string(&mut self) -> Read<&'a str> {
        std::str::from_utf8(self.block()?).map_err(|_| FormatError::Invalid("text"))
    }

    fn text(&mut self) -> Read<String> {
        Ok(self.string()?.to_string())
    }

    fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let count = self.count()?;
        // Things are larger in memory than in bytes: reserve no more than a little ahead of proof.
        let mut list = Vec::with_capacity(count.min(1024));
        for _ in 0..count {
            list.push(one(self)?);
        }
        Ok(list)
    }

    fn head(&mut self) -> Read<Head<'a>> {
        let (name, kind) = (self.string()?, self.kind()?);
        if kind != FunctionKind::Method {
            return Ok(Head { name, kind, primitive: None, most_arguments: None });
        }
        let primitive = if self.flag()? { Some(self.string()?) } else { None };
        Ok(Head { name, kind, primitive, most_arguments: self.number()?.checked_sub(1) })
    }

    fn place(&mut self, back: &'a [u8]) -> Read<Place<'a>> {
        if !self.flag()? {
            return Ok(Place::Here(self.length()?));
        }
        let place = self.digit()? as usize;
        let end = place.saturating_add(self.length()?);
        back.get(place..end).map(Place::Back).ok_or(FormatError::Truncated)
    }

    fn file(&mut self, outer: Option<&'a str>) -> Read<&'a str> {
        if self.flag()? { self.string() } else { outer.ok_or(FormatError::Invalid("file")) }
    }

    fn own_part(&mut self, file: &'a str) -> Read<Function> {
        Ok(Function {
            file: self.file(Some(file))?.to_string(),
            kind: self.kind()?,
            flags: FunctionFlags(self.number_u16()?),
            line: self.number_u32()?,
            primitive: if self.flag()? { Some(self.text()?) } else { None },
            parameters: self.parameters()?,
            registers: self.number_u16()?,
            feedback_slots: self.number_u16()?,
            instructions: self.list(Self::instruction)?,
            literals: self.list(|reader| reader.literal(0))?,
            names: self.list(Self::text)?,
            call_sites: self.list(Self::call_site)?,
            handlers: self.list(Self::handler)?,
            lines: self.lines()?,
            statements: self.lines()?,
            nodes: self.lines()?,
            positions: Vec::new(),
            environment: self.list(Self::text)?,
            locals: self.list(|reader| Ok((reader.text()?, reader.number_u16()?)))?,
            last_match: self.location()?,
            last_line: self.location()?,
            name: String::new(),
            functions: Vec::new(),
        })
    }

    fn kind(&mut self) -> Read<FunctionKind> {
        use FunctionKind::*;
        let kinds = [File, Eval, Method, Block, Lambda, Class, Module, SingletonClass];
        let number = self.byte()?;
        kinds.into_iter().find(|kind| *kind as u8 == number).ok_or(FormatError::Invalid("kind of function"))
    }

    fn parameters(&mut self) -> Read<Parameters> {
        let bits = self.byte()?;
        if bits >= 1 << 5 {
            return Err(FormatError::Invalid("parameters"));
        }
        Ok(Parameters {
            rest: bits & 1 != 0,
            block: bits & 2 != 0,
            auto_splat: bits & 4 != 0,
            excess_comma: bits & 8 != 0,
            implicit_it: bits & 16 != 0,
            required: self.number_u16()?,
            optional: self.number_u16()?,
            post: self.number_u16()?,
            keyword_rest: match self.byte()? {
                0 => KeywordRest::None,
                1 => KeywordRest::Collected,
                2 => KeywordRest::Forbidden,
                _ => return Err(FormatError::Invalid("keyword rest")),
            },
            numbered: self.byte()?,
            keywords: self.list(|reader| Ok(Keyword { name: reader.text()?, required: reader.flag()? }))?,
            optional_entries: self.list(Self::number_u32)?,
            names: self.list(Self::text)?,
        })
    }

    fn instruction(&mut self) -> Read<Instruction> {
        let op = Op::from_number(self.byte()?).ok_or(FormatError::Invalid("operation"))?;
        let widths = self.byte()?;
        let mut fields = [0u16; 4];
        for (index, field) in fields.iter_mut().enumerate() {
            *field = match widths >> (2 * index) & 3 {
                0 => 0,
                1 => self.byte()? as u16,
                2 if index > 0 => self.byte()? as u16 | (self.byte()? as u16) << 8,
                _ => return Err(FormatError::Invalid("operand")),
            };
        }
        let [n, a, b, c] = fields;
        Ok(Instruction::new(op, n as u8, a, b, c))
    }

    fn literal(&mut self, depth: usize) -> Read<Literal> {
        if depth > DEEPEST_LITERAL {
            return Err(FormatError::Invalid("literal"));
        }
        Ok(match self.byte()? {
            0 => Literal::Integer(self.signed()?),
            1 => Literal::BigInteger { negative: self.flag()?, digits: self.list(Self::digit)? },
            2 => {
                let mut bits = [0; 8];
                bits.copy_from_slice(self.bytes(8)?);
                Literal::Float(f64::from_bits(u64::from_le_bytes(bits)))
            }
            3 => Literal::String { bytes: self.block()?.to_vec(), encoding: self.encoding()? },
            4 => Literal::Symbol { bytes: self.block()?.to_vec(), encoding: self.encoding()? },
            5 => Literal::Regexp {
                source: self.block()?.to_vec(),
                encoding: self.encoding()?,
                options: self.byte()?,
            },
            6 => Literal::Rational {
                numerator: Box::new(self.literal(depth + 1)?),
                denominator: Box::new(self.literal(depth + 1)?),
            },
            7 => Literal::Imaginary(Box::new(self.literal(depth + 1)?)),
            8 => self.range_literal(depth)?,
            9 => Literal::Array(self.list(|reader| reader.literal(depth + 1))?),
            10 => Literal::Clauses(self.list(|reader| Ok((reader.literal(depth + 1)?, reader.number_u16()?)))?),
            11 => Literal::Hash(self.list(|reader| Ok((reader.literal(depth + 1)?, reader.literal(depth + 1)?)))?),
            12 => Literal::Nil,
            13 => Literal::True,
            14 => Literal::False,
            _ => return Err(FormatError::Invalid("literal")),
        })
    }

    fn range_literal(&mut self, depth: usize) -> Read<Literal> {
        let bits = self.byte()?;
        if bits >= 1 << 3 {
            return Err(FormatError::Invalid("range"));
        }
        let mut end = |there: bool| -> Read<Option<Box<Literal>>> {
            Ok(if there { Some(Box::new(self.literal(depth + 1)?)) } else { None })
        };
        Ok(Literal::Range { first: end(bits & 1 != 0)?, last: end(bits & 2 != 0)?, exclusive: bits & 4 != 0 })
    }

    fn encoding(&mut self) -> Read<EncodingName> {
        match self.byte()? {
            0 => self.text().map(EncodingName::from),
            place => match COMMON_ENCODINGS.get(place as usize - 1) {
                Some(&encoding) => Ok(encoding.into()),
                None => Err(FormatError::Invalid("encoding")),
            },
        }
    }

    fn digit(&mut self) -> Read<u32> {
        let mut digit = [0; 4];
        digit.copy_from_slice(self.bytes(4)?);
        Ok(u32::from_le_bytes(digit))
    }

    fn call_site(&mut self) -> Read<CallSite> {
        Ok(CallSite {
            name: self.number_u32()?,
            arguments: self.number_u16()?,
            flags: CallFlags(self.number_u16()?),
            keywords: self.list(Self::number_u32)?,
            block: match self.number_u32()? {
                0 => None,
                next => Some(u16::try_from(next - 1).map_err(|_| FormatError::Invalid("block"))?),
            },
        })
    }

    fn handler(&mut self) -> Read<Handler> {
        Ok(Handler {
            start: self.number_u32()?,
            end: self.number_u32()?,
            target: self.number_u32()?,
            register: self.number_u16()?,
            kind: match self.byte()? {
                0 => HandlerKind::Rescue,
                1 => HandlerKind::Ensure,
                2 => HandlerKind::Clause,
                _ => return Err(FormatError::Invalid("kind of handler")),
            },
        })
    }

    fn lines(&mut self) -> Read<Vec<LineEntry>> {
        let mut before = LineEntry { pc: 0, line: 0 };
        self.list(|reader| {
            before = LineEntry { pc: reader.step(before.pc)?, line: reader.step(before.line)? };
            Ok(before)
        })
    }

    /// A number that was written as the difference from `before`.
    fn step(&mut self, before: u32) -> Read<u32> {
        let number = (before as i64).checked_add(self.signed()?);
        number.and_then(|number| u32::try_from(number).ok()).ok_or(FormatError::Invalid("line"))
    }

    fn location(&mut self) -> Read<VariableLocation> {
        Ok(match self.byte()? {
            0 => VariableLocation::None,
            1 => VariableLocation::Register(self.number_u16()?),
            2 => VariableLocation::Environment { slot: self.number_u16()?, depth: self.number_u16()? },
            _ => return Err(FormatError::Invalid("location")),
        })
    }
}

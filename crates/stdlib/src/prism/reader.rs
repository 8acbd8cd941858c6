//! Reading of Prism's binary form.

/// The things that cannot be written for another version, by their names.
#[derive(Debug, PartialEq, Eq)]
pub enum Trouble {
    Unknown(String),
    /// The bytes are not what this version writes.
    Malformed,
}

pub type Outcome<T> = Result<T, Trouble>;

#[derive(Clone, Copy)]
pub struct Reader<'a> {
    pub input: &'a [u8],
    pub at: usize,
}

impl<'a> Reader<'a> {
    pub fn take(&mut self, length: usize) -> Outcome<&'a [u8]> {
        let taken = self.input.get(self.at..).and_then(|rest| rest.get(..length)).ok_or(Trouble::Malformed)?;
        self.at += length;
        Ok(taken)
    }

    pub fn byte(&mut self) -> Outcome<u8> {
        Ok(self.take(1)?[0])
    }

    /// In groups of seven bits, lowest first.
    pub fn number(&mut self) -> Outcome<u32> {
        let mut value = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(Trouble::Malformed)
    }

    pub fn numbers(&mut self) -> Outcome<()> {
        (0..self.number()?).try_for_each(|_| self.number().map(|_| ()))
    }

    pub fn location(&mut self) -> Outcome<()> {
        self.number()?;
        self.number().map(|_| ())
    }

    /// Four bytes.
    pub fn word(&mut self) -> Outcome<u32> {
        Ok(u32::from_ne_bytes(self.take(4)?.try_into().map_err(|_| Trouble::Malformed)?))
    }
}

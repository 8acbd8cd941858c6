//! Times within a dump, as `core/time/marshal.rb` writes them: eight bytes, and variables for what these have no room for.

use rutile_vm::prelude::*;

use crate::marshal::Unusual;
use crate::marshal::dump::{Writer, Written};
use crate::time::calendar;
use crate::time::moment::Told;

/// The years that the eight bytes can tell, from the first one that they do.
const YEARS: std::ops::RangeInclusive<i128> = 0..=0xffff;
const FIRST_YEAR: i128 = 1900;

impl Writer<'_> {
    /// A Time; its year must be one that the eight bytes tell.
    pub fn time(&mut self, time: Value, told: &Told) -> Written {
        let civil = calendar::civil_of(told.seconds.into());
        let years = civil.year - FIRST_YEAR;
        if !YEARS.contains(&years) {
            return Err(Unusual);
        }
        let utc = told.offset.is_none();
        let date = 1 << 31 | i64::from(utc) << 30 | (years as i64) << 14 | (civil.month - 1) << 10 | civil.day << 5 | civil.hour;
        let rest = civil.minute << 26 | civil.second << 20 | told.nanoseconds / 1000;
        self.out.extend(b"Iu");
        self.symbol(Symbol::TIME)?;
        self.long(8);
        self.out.extend([date, rest].into_iter().flat_map(|word| (word as u32).to_le_bytes()));
        let below = told.nanoseconds % 1000;
        self.long(i64::from(below != 0) * 3 + i64::from(!utc) + 1);
        if below != 0 {
            self.below_microseconds(below)?;
        }
        if let Some(offset) = told.offset {
            self.named(b"offset")?;
            self.integer(offset, Value::fixnum(offset))?;
        }
        self.named(b"zone")?;
        self.zone(told)?;
        self.link(time);
        Ok(())
    }

    fn named(&mut self, name: &[u8]) -> Written {
        let name = self.vm.intern(name);
        self.symbol(name)
    }

    /// Nanoseconds below a microsecond, as a fraction and as decimal digits, two a byte.
    fn below_microseconds(&mut self, nanoseconds: i64) -> Written {
        self.named(b"nano_num")?;
        self.integer(nanoseconds, Value::fixnum(nanoseconds))?;
        self.named(b"nano_den")?;
        self.integer(1, Value::fixnum(1))?;
        self.named(b"submicro")?;
        self.remember_unseen();
        let digits = [(nanoseconds / 100 << 4 | nanoseconds / 10 % 10) as u8, (nanoseconds % 10 << 4) as u8];
        self.out.push(b'"');
        self.bytes(if digits[1] == 0 { &digits[..1] } else { &digits });
        Ok(())
    }

    /// Times of one zone lead to one name.
    fn zone(&mut self, told: &Told) -> Written {
        let (name, encoding) = match StringRef::from_value(told.zone) {
            _ if told.offset.is_none() => (b"UTC".to_vec(), Encoding::US_ASCII),
            Some(zone) if matches!(zone.encoding(), Encoding::UTF_8 | Encoding::US_ASCII) => (zone.bytes().to_vec(), zone.encoding()),
            Some(_) => return Err(Unusual),
            None => {
                self.out.push(b'0');
                return Ok(());
            }
        };
        if let Some(&known) = self.zones.get(&name) {
            self.out.push(b'@');
            self.long(known);
            return Ok(());
        }
        let place = self.remember_unseen();
        self.out.extend(b"I\"");
        self.bytes(&name);
        self.zones.insert(name, place);
        self.long(1);
        self.encoding(encoding)
    }
}

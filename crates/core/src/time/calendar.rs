//! The Gregorian calendar, carried back before its time (what `Time` counts in).
//!
//! Days are counted from 1970-01-01. The calendar repeats every 400 years, so all
//! arithmetic is done within one cycle and no year is out of reach.

/// Days of a 400-year cycle.
pub const CYCLE_DAYS: i128 = 146_097;
/// Days from 0000-03-01, where a cycle begins, to 1970-01-01.
pub const EPOCH_SHIFT: i128 = 719_468;
pub const DAY_SECONDS: i128 = 86_400;

/// Quotient and rest, rounded down; most numbers need no wide division.
fn divided(number: i128, by: i64) -> (i128, i64) {
    match i64::try_from(number) {
        Ok(number) => (number.div_euclid(by).into(), number.rem_euclid(by)),
        Err(_) => (number.div_euclid(by.into()), number.rem_euclid(by.into()) as i64),
    }
}

/// A moment as people write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Civil {
    pub year: i128,
    pub month: i64,
    pub day: i64,
    pub hour: i64,
    pub minute: i64,
    pub second: i64,
    /// 0 is Sunday.
    pub weekday: i64,
    /// 1 is the first of January.
    pub year_day: i64,
}

/// The day number of a date; `day` may lie outside its month.
pub fn day_number(year: i128, month: i64, day: i64) -> i128 {
    // Years begin in March here, so that the leap day is the last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let (cycle, year_of_cycle) = divided(year, 400);
    let day_of_cycle = (153 * month + 2) / 5 - 1 + year_of_cycle * 365 + year_of_cycle / 4 - year_of_cycle / 100;
    cycle * CYCLE_DAYS + i128::from(day_of_cycle) + i128::from(day) - EPOCH_SHIFT
}

/// Year, month and day of a day number.
pub fn date_of(day_number: i128) -> (i128, i64, i64) {
    let (cycle, day) = divided(day_number + EPOCH_SHIFT, CYCLE_DAYS as i64);
    let (year, month, day) = date_in_cycle(day);
    (cycle * 400 + i128::from(year), month, day)
}

/// Year, month and day of a day of a cycle.
pub fn date_in_cycle(day: i64) -> (i64, i64, i64) {
    let year_of_cycle = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_cycle + i64::from(month <= 2), month, day)
}

/// The moment that stands `seconds` after the beginning of 1970.
pub fn civil_of(seconds: i128) -> Civil {
    let (days, second) = divided(seconds, DAY_SECONDS as i64);
    let (year, month, day) = date_of(days);
    Civil {
        year,
        month,
        day,
        hour: second / 3600,
        minute: second / 60 % 60,
        second: second % 60,
        weekday: divided(days + 4, 7).1,
        year_day: (days - day_number(year, 1, 1)) as i64 + 1,
    }
}

/// Seconds from the beginning of 1970; day, hour, minute and second may overflow their units.
pub fn seconds_of(year: i128, month: i64, day: i64, hour: i64, minute: i64, second: i64) -> i128 {
    day_number(year, month, day) * DAY_SECONDS + hour as i128 * 3600 + minute as i128 * 60 + second as i128
}

/// The ISO 8601 week of a date: the year it belongs to, and its number.
pub fn iso_week(civil: &Civil) -> (i128, i64) {
    let weekday = (civil.weekday + 6) % 7;
    let week = (civil.year_day - 1 - weekday + 10) / 7;
    if week < 1 {
        (civil.year - 1, weeks_in(civil.year - 1))
    } else if week > weeks_in(civil.year) {
        (civil.year + 1, 1)
    } else {
        (civil.year, week)
    }
}

/// 53 for a year that begins or ends on a Thursday.
fn weeks_in(year: i128) -> i64 {
    let weekday_of = |days: i128| (days + 4).rem_euclid(7);
    let is_long = weekday_of(day_number(year, 1, 1)) == 4 || weekday_of(day_number(year, 12, 31)) == 4;
    52 + i64::from(is_long)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_are_each_others_inverse() {
        for day in (-1_000_000..1_000_000).step_by(97) {
            let (year, month, date) = date_of(day);
            assert_eq!(day, day_number(year, month, date));
        }
        assert_eq!((1970, 1, 1), date_of(0));
        assert_eq!((2000, 2, 29), date_of(11_016));
    }

    #[test]
    fn weeks_belong_to_the_year_of_their_thursday() {
        let week = |year, month, day| iso_week(&civil_of(seconds_of(year, month, day, 0, 0, 0)));
        assert_eq!((2026, 47), week(2026, 11, 21));
        assert_eq!((2020, 53), week(2021, 1, 3));
        assert_eq!((2025, 1), week(2024, 12, 30));
    }
}

require_relative "../harness"
require "date"
require "time"

spec "parts of a day" do
  day = Date.new(2026, 11, 21)
  assert_equal [2026, 11, 21, 325, 6, 2026, 47, 6, 2461366], [day.year, day.month, day.day, day.yday, day.wday, day.cwyear, day.cweek, day.cwday, day.jd]
  assert_equal ["#<Date: 2026-11-21 ((2461366j,0s,0n),+0s,2299161j)>", "2026-11-21"], [day.inspect, day.to_s]
end

spec "moving" do
  day = Date.new(2026, 1, 31)
  assert_equal [Date.new(2026, 2, 1), Date.new(2026, 2, 28), Date.new(2025, 12, 31), Date.new(2027, 1, 31)], [day + 1, day >> 1, day << 1, day.next_year]
  assert_equal [Rational(30), [1, 3, 5]], [day - Date.new(2026, 1, 1), Date.new(2026, 1, 1).step(Date.new(2026, 1, 5), 2).map(&:day)]
end

spec "what there is not" do
  assert_raises(Date::Error, "invalid date") { Date.new(2026, 2, 29) }
  assert_raises(Date::Error, "invalid date") { Date.new(1582, 10, 10) }
  assert_raises(TypeError, "invalid year (not numeric)") { Date.new("x") }
  assert_equal [true, false, true, false], [Date.valid_date?(2024, 2, 29), Date.valid_date?(2023, 2, 29), Date.valid_commercial?(2020, 53, 7), Date.valid_ordinal?(2023, 366)]
end

spec "two calendars" do
  assert_equal [Date.new(1582, 10, 15), true, "1500-02-29"], [Date.new(1582, 10, 4) + 1, Date.new(1582, 10, 4).julian?, Date.new(1500, 2, 29).to_s]
  assert_equal [Date.new(2024, 12, 31), Date.ordinal(2024, 366), Date.commercial(2025, 1, 2)], [Date.new(2024, -1, -1)] * 3
end

spec "hours and offsets" do
  moment = DateTime.new(2026, 11, 21, 5, 6, 7.25r, "+09:00")
  assert_equal [5, 6, 7, Rational(1, 4), Rational(3, 8), "+09:00"], [moment.hour, moment.minute, moment.second, moment.sec_fraction, moment.offset, moment.zone]
  assert_equal ["2026-11-21T05:06:07+09:00", "2026-11-20T20:06:07+00:00", "2026-11-21T05:06:07.250+09:00"], [moment.to_s, moment.new_offset(0).to_s, moment.iso8601(3)]
  assert_equal [Time.utc(2026, 11, 20, 20, 6, 7.25r), Date.new(2026, 11, 21)], [moment.to_time, moment.to_date]
end

spec "text of many forms" do
  day = { year: 2026, mon: 11, mday: 21 }
  ["2026-11-21", "21 Nov 2026", "Nov 21, 2026", "20261121", "2026/11/21", "21.11.2026", "21-Nov-2026"].each do |text|
    assert_equal day, Date._parse(text)
  end
  assert_equal({ hour: 22, min: 20, sec: 30, sec_fraction: Rational(1, 2) }, Date._parse("10:20:30.5 pm"))
  assert_equal({ wday: 6, year: 2026, mon: 11, mday: 21, hour: 5, min: 6, sec: 7, zone: "GMT", offset: 0 }, Date._parse("Sat, 21 Nov 2026 05:06:07 GMT"))
  assert_raises(Date::Error, "invalid date") { Date.parse("foo") }
  assert_raises(ArgumentError, "string length (200) exceeds the limit 128") { Date.parse("x" * 200) }
end

spec "text of a given form" do
  assert_equal [Date.new(2026, 11, 21)] * 3, [Date.strptime("2026 325", "%Y %j"), Date.strptime("21 Nov 26", "%d %b %y"), Date.strptime("2026-47-6", "%G-%V-%u")]
  assert_equal [{ hour: 22, min: 20 }, nil, { year: 2026, leftover: "x" }], [Date._strptime("10:20 PM", "%I:%M %p"), Date._strptime("x", "%Y"), Date._strptime("2026x", "%Y")]
  assert_equal ["Sat, 21 Nov 2026 00:00:00 GMT", "R08.11.21", "Sat 21 Nov 2026"], [Date.new(2026, 11, 21).httpdate, Date.new(2026, 11, 21).jisx0301, Date.new(2026, 11, 21).strftime("%a %d %b %Y")]
end

spec "Time reads text" do
  assert_equal [Time.utc(2026, 11, 21, 5, 6, 7)] * 3, [Time.parse("2026-11-21 05:06:07 UTC"), Time.iso8601("2026-11-21T05:06:07Z"), Time.httpdate("Sat, 21 Nov 2026 05:06:07 GMT")]
  assert_equal [Date.new(2026, 11, 21), 2026], [Time.utc(2026, 11, 21, 23).to_date, Time.strptime("2026", "%Y").year]
end

spec "dumping" do
  assert_equal [Date.new(2026, 1, 2), DateTime.new(2026, 1, 2, 3, 4, 5, "+1")], Marshal.load(Marshal.dump([Date.new(2026, 1, 2), DateTime.new(2026, 1, 2, 3, 4, 5, "+1")]))
end

spec "fractions in floats are rounded to nanoseconds" do
  assert_equal [Rational(111111, 200000), Rational(1, 2)], [DateTime.civil(2009, 6, 1, 3, 20, 30.555555).sec_fraction, DateTime.civil(2009, 6, 1, 3, 20, 30.5).sec_fraction]
  noon = DateTime.civil(2009, 6, 1, 10, 20, 30)
  assert_equal [noon + Rational(1, 6), noon - Rational(1, 6)], [noon + 1 / 6.0, noon - 1 / 6.0]
  assert_equal [Rational(857142857, 1_000_000_000), Rational(142857143, 1_000_000_000)], [noon + 1 / 7.0, noon - 1 / 7.0].map(&:sec_fraction)
  assert_equal DateTime.new(2009, 6, 1, 6), DateTime.civil(2009, 6, 1.25)
end

spec "what is now is of the class that was asked" do
  assert_equal [true] * 2, [DateTime, Date].map { |kind| made = Class.new(kind); (kind == DateTime ? made.now : made.today).instance_of?(made) }
end

spec "zones are known by name, with their daylight time" do
  offsets = ["EAT", "acwst", "CHAST", "e. south america standard time", "Tokyo Standard Time", "new zealand daylight time", "cet dst", "w", "XYZ"]
    .map { |zone| Date._parse("10:00 #{zone}")[:offset] }
  assert_equal [10800, 31500, 45900, -10800, 32400, 46800, 7200, -36000, nil], offsets
end

spec "what _parse found of a time stands in the order zone, hour, minute, second, fraction" do
  assert_equal %i[zone hour min sec sec_fraction offset], Date._parse("10:20:30.5 EAT").keys
end

spec "a date's directives that mean nothing stand for themselves, and widths end somewhere" do
  date = DateTime.new(2001, 2, 3, 4, 5, 6, "+09:00")
  assert_equal ["%E%", "%%", "%"], [date.strftime("%E%"), date.strftime("%%%"), date.strftime("%")]
  assert_equal "+900", date.strftime("%-z")
  assert_raises(Errno::ERANGE) { date.strftime("%100000z") }
  assert_equal 100_000, Time.at(0).strftime("%100000z").size
end

spec "digits before a fraction end with seconds" do
  assert_equal({ hour: 23, min: 55, sec: 21, sec_fraction: Rational(3, 10), zone: "-9 ", offset: -32400 }, Date._parse("235521.3[-9 ]"))
  assert_equal({ year: 2020, mon: 1, mday: 2, hour: 3, min: 5, sec: 6, sec_fraction: Rational(7, 100) }, Date._parse("200102030506,07"))
  assert_equal({ zone: "EST", offset: -18000, sec: 21, sec_fraction: Rational(1, 2) }, Date._parse("21.5[5:EST]"))
end

spec "what looks like a year is one" do
  assert_equal [{ year: 1999, mon: 5, mday: 2 }] * 3, [Date._parse("'99/5/2"), Date._parse("2/5/'99"), Date._parse("may 2nd '99")]
  assert_equal [{ mon: 1, year: 1999 }, { yday: 123 }, { cwday: 2 }], [Date._parse("jan'99"), Date._parse("-123"), Date._parse("-w-2")]
  assert_equal [{ year: -41, mon: 3, mday: 15 }, { mday: 2000, mon: 3, year: 2004, hour: 13, min: 20 }], [Date._parse("15 Mar 42 B.C."), Date._parse("Mar 2004 2000-01-31 13:20")]
end

spec "offsets of zones" do
  zones = ["UTC+9", "+09:30:15", "-5,5", "+24:00", "east dst", "Eastern  Standard Time", "+12345", "z", "j"]
  assert_equal [32400, 34215, -19800, nil, -18000, -18000, 5025, 0, nil], zones.map { |zone| Date._parse("10:00 #{zone}")[:offset] }
end

spec "a long number is read in time" do
  started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  Date._parse("Jan 1#{"0" * 100_000}", limit: nil)
  assert Process.clock_gettime(Process::CLOCK_MONOTONIC) - started < 5
end

spec "ISO 8601 without its hyphens, or without its beginning" do
  assert_equal [{ hour: 5, min: 23 }, { year: 2001 }, {}], [Date._iso8601("0523"), Date._iso8601("2001-"), Date._iso8601("99-05-23 23:55")]
  assert_equal({ cwyear: 2021, cweek: 2, cwday: 3, hour: 4, min: 5, sec: 6, zone: "Z", offset: 0 }, Date._iso8601("21w023T040506Z"))
  assert_equal [{ mday: 3 }, { mon: 2, mday: 3 }, { yday: 34 }], [Date._iso8601("---03"), Date._iso8601("--0203"), Date._iso8601("-034")]
  assert_equal [{}, {}], [Date._xmlschema("2001+00"), Date._rfc2822("Sat, 3 Feb 2001 04:05:06 ESTT")]
end

spec "strptime: blanks, widths and what is missing" do
  assert_equal [{ hour: 6, mday: 2 }, { mday: 9, mon: 6, yday: 160 }], [Date._strptime(" 602", "%k%d"), Date._strptime("06 9160", "%m%e%j")]
  assert_equal [nil, nil, { wday: 6 }], [Date._strptime("", "%d"), Date._strptime("x", "%Ex"), Date._strptime("6", "%Ow")]
  sunday = Date.today - Date.today.wday
  assert_equal [sunday + 5, sunday + 5], [Date.parse("friday"), Date.strptime("fri", "%a")]
  assert_equal [Date.new(2006, 5, 29), 59], [Date.strptime("2006-W22-1", "%G-W%V-%u"), DateTime.parse("2001-03-01T23:59:60").sec]
  assert_raises(Date::Error, "invalid date") { DateTime.parse("2001-03-01T23:59:61") }
end

spec "numbers that are none" do
  odd = Class.new(Numeric) { def to_r = self }.new
  assert_raises(TypeError) { Date.new(2000) + odd }
  assert_raises(TypeError) { DateTime.new(2000).new_offset(odd) }
  assert_raises(TypeError, "expected numeric") { DateTime.new(2000).new_offset(nil) }
  assert_equal [Date.new(2000, 1, 2), 0], [Date.new(2000) + Complex(1, 0), DateTime.new(2000).new_offset(2).offset]
end

spec "steps are compared with zero in their own way" do
  nothing, two = [nil, 2].map { |answer| Object.new.tap { |step| step.define_singleton_method(:<=>) { |_| answer } } }
  assert_raises(ArgumentError, "comparison of Object with 0 failed") { Date.new(2000).step(Date.new(1999), nothing) {} }
  assert_equal [], Date.new(2000).step(Date.new(1999), two).to_a
end

spec "what older versions dumped" do
  texts = ["\x04\x06u:\tDate\x0F\x04\x06[\ai\x03\xE8i%T", "\x04\bU:\tDate[\bU:\rRational[\ai\x03\xCF\xD3Ji\ai\x00o:\x13Date::Infinity\x06:\a@di\xFA"]
  verbose, $VERBOSE = $VERBOSE, nil
  texts.each { |text| assert_equal [Rational(4903887, 2), Date::GREGORIAN], [Marshal.load(text).ajd, Marshal.load(text).start] }
  $VERBOSE = verbose
end

spec "text of dates is ASCII, within bounds" do
  assert_equal [Encoding::US_ASCII] * 5, [Date.today.to_s, DateTime.now.strftime, Date.today.inspect, Date::DAYNAMES[0], Date::ABBR_MONTHNAMES[1]].map(&:encoding)
  assert_raises(Errno::ERANGE) { Date.today.strftime("%100000z") }
  assert_equal 7000, Date.today.strftime("%7000z").size
end

spec "keys of a moment" do
  assert_equal({ hour: 4, min: 5, sec: 6 }, DateTime.new(2001, 2, 3, 4, 5, 6).deconstruct_keys(%i[hour min sec second]))
end

spec "strptime: seconds since 1970 and days of a year" do
  assert_equal [{ seconds: -15 }, { seconds: 1, sec_fraction: 1/2r }, { year: 2018, yday: 91 }], [Date._strptime("-15", "%s"), Date._strptime("1.5", "%s.%N"), Date._strptime("2018-091", "%Y-%j")]
  assert_equal [nil, nil, nil, { yday: 36, leftover: "67" }], [Date._strptime("x", "%s"), Date._strptime("0", "%j"), Date._strptime("367", "%j"), Date._strptime("03667", "%j")]
  assert_equal [{ seconds: 12_345_678_901_234_567_890 }, nil], [Date._strptime("12345678901234567890", "%s"), Date._strptime("+1", "%s")]
  assert_equal [[1, 500_000_000], [-2, 500_000_000]], [Time.strptime("1.5", "%s.%N"), Time.strptime("-1.5", "%s.%N")].map { |time| [time.to_i, time.nsec] }
  assert_equal [[12, 31], [4, 1]], ["2018-365", "2018-091"].map { |text| Time.strptime(text, "%Y-%j").then { |time| [time.mon, time.day] } }
end

spec "what a program makes of a reader of Date changes none of DateTime's" do
  names = %i[parse strptime iso8601 _parse _strptime]
  kept = names.to_h { |name| [name, Date.method(name)] }
  names.each { |name| Date.define_singleton_method(name) { |*given| [name, given] } }
  begin
    assert_equal [:parse, ["2001-02-03"]], Date.parse("2001-02-03")
    assert_equal DateTime.new(2001, 2, 3), DateTime.parse("2001-02-03")
    assert_equal DateTime.new(2001, 2, 3, 4, 5, 6), DateTime.strptime("2001-02-03T04:05:06+00:00")
    assert_equal DateTime.new(2001, 2, 3), DateTime.iso8601("2001-02-03")
  ensure
    kept.each { |name, method| Date.define_singleton_method(name, method) }
  end
  assert_equal DateTime.new(-4712, 1, 1), DateTime.iso8601
end

spec "only the last part given of a DateTime may have a fraction" do
  assert_equal [12, 30, 30], [DateTime.new(2001, 2, 3.5).hour, DateTime.new(2001, 2, 3, 4.5).minute, DateTime.new(2001, 2, 3, 4, 5.5).second]
  assert_equal 1/2r, DateTime.new(2001, 2, 3, 4, 5, 6.5, "+9").sec_fraction
  wrong = [
    -> { DateTime.new(2001, 2, 3.5, 1) }, -> { DateTime.new(2001, 2, 3, 4.5, 5) }, -> { DateTime.new(2001, 2, 3, 4, 5.5, 6) }, -> { DateTime.new(2001, 2, 99.5, 4) },
    -> { DateTime.jd(2451944.5, 0) }, -> { DateTime.ordinal(2001, 34.5, 1) }, -> { DateTime.commercial(2001, 5, 6.5, 1) }
  ]
  wrong.each { |call| assert_raises(Date::Error, "invalid fraction", &call) }
  assert_equal DateTime.new(2001, 2, 3, 4), DateTime.new(2001, 2, 3.0, 4)
end

spec "a date is valid where the calendar has it, counted from the end too" do
  assert_equal [true, false, true, false], [Date.valid_date?(2024, 2, 29), Date.valid_date?(2023, 2, 29), Date.valid_date?(2024, -1, -31), Date.valid_date?(2024, -1, -32)]
  assert_equal [false, false, false, false], [Date.valid_date?(2024, 0, 1), Date.valid_date?(2024, 13, 1), Date.valid_date?(2024, 1, 0), Date.valid_date?(2024, nil, 1)]
  assert_equal [false, true, true], [Date.valid_civil?(1582, 10, 10), Date.valid_civil?(1582, 10, 10, Date::ENGLAND), Date.valid_civil?(-4712, 1, 1)]
  assert_equal %w[2024-12-31 2024-02-29 2023-02-01], [Date.new(2024, -1, -1), Date.new(2024, 2, -1), Date.new(2023, -11, -28)].map(&:to_s)
  assert_raises(Date::Error, "invalid date") { Date.new(2023, 2, -29) }
end

spec "a DateTime is made of a day and its hours, in UTC where no offset is given" do
  assert_equal ["2024-05-06T07:08:09+00:00", "2024-12-31T23:59:59+00:00", "2024-05-07T00:00:00+00:00"], [DateTime.new(2024, 5, 6, 7, 8, 9), DateTime.new(2024, -1, -1, -1, -1, -1), DateTime.new(2024, 5, 6, 24)].map(&:to_s)
  assert_equal "2024-05-06T07:08:09+09:00", DateTime.new(2024, 5, 6, 7, 8, 9, "+09:00").to_s
  assert_raises(Date::Error, "invalid date") { DateTime.new(2024, 5, 6, 7, 60) }
  assert_raises(Date::Error, "invalid date") { DateTime.new(2024, 2, 30, 7) }
end

spec "a date's DateTime is the beginning of the day; today is a Date's to say" do
  assert_equal [DateTime.new(2004, 9, 19), false], [(Date.new(2004, 9, 19) + Rational(3, 4)).to_datetime, DateTime.respond_to?(:today)]
end

spec "a date is compared with what is no date and no number by that object's coerce" do
  number = Class.new { def coerce(other) = [other.ajd, 3_000_000] }.new
  odd = Class.new { def coerce(other) = 5 }.new
  [Date.new(2000, 1, 1), DateTime.new(2000, 1, 1, 12)].each do |date|
    assert_equal [-1, true, false, false, nil, nil], [date <=> number, date < number, date == number, date === number, date <=> "text", date === nil]
    assert_raises(TypeError, "coerce must return [x, y]") { date <=> odd }
    assert_equal [nil, false], [date <=> BasicObject.new, date == BasicObject.new]
  end
  assert_raises(ArgumentError, "comparison of Rational with Complex failed") { Date.new(2000, 1, 1) <=> 1i }
end

spec "dates far away, months in part, and what was only allocated" do
  assert_equal ["1180591620717411303424-01-01", "-1180591620717411303424-01-01"], [2**70, -2**70].map { |year| Date.new(year).to_s }
  assert_equal "11805916207174113034 24", Date.new(2**70).strftime("%C %y")
  assert_equal [Date.new(2023, 12, 29), Date.new(2024, 3, 29)], [Date.new(2024, 2, 29) << 1.5, Date.new(2024, 2, 29) >> 1.5]
  assert_raises(TypeError, "nil can't be coerced into Integer") { Date.new(2024) >> nil }
  assert_equal [Date.new(-4712, 1, 1), DateTime.new(-4712, 1, 1)], [Date.allocate, DateTime.allocate]
  assert_equal [0, Rational(1, 2)], [Date.new(2024).day_fraction, DateTime.new(2024, 1, 1, 12).day_fraction]
end

spec "`Date.today` and `DateTime.now` do not ask a program's `Time.now`" do
  past = Time.at(0).utc
  Time.singleton_class.class_eval do
    alias_method :own_now, :now
    define_method(:now) { |**| past }
  end
  begin
    assert_equal true, Date.today.year > 2000
    assert_equal true, DateTime.now.year > 2000
  ensure
    Time.singleton_class.class_eval do
      alias_method :now, :own_now
      remove_method :own_now
    end
  end
end

spec "what a text says of a time comes in the reference's order, and bytes that are no text are left over" do
  assert_equal({ mday: 29, year: 2024, mon: 2, hour: 12, min: 34, sec: 56, sec_fraction: 1/2r, zone: "Z", offset: 0 }.to_a, Date._iso8601("2024-02-29T12:34:56.5Z").to_a)
  assert_equal %i[zone offset sec_fraction], Date._rfc3339("2024-02-29T12:34:56.5Z").keys.last(3)
  assert_equal({ year: 2024, leftover: "-\x9C2" }, Date._strptime("2024-\x9C2", "%Y"))
  assert_equal nil, Date._strptime("2024-\x9C2", "%Y-%m")
  assert_equal [2840, 2024], [(DateTime.parse("2024-02-29T12:34:56+0.789").offset * 86400).to_i, Date._rfc2822("Thu, 29 Feb 024 12:34:56 GMT")[:year]]
end

spec "what is no int of C's is out of range before it is out of the calendar" do
  large = 1 << 40
  too_big = "integer #{large} too big to convert to 'int'"
  assert_raises(RangeError, too_big) { Date.new(2024, large, 1) }
  assert_raises(RangeError, too_big) { Date.valid_civil?(2024, 2, large) }
  assert_raises(RangeError, too_big) { Date.ordinal(2024, large) }
  assert_raises(RangeError, too_big) { Date.valid_commercial?(2024, large, 1) }
  assert_raises(RangeError, too_big) { DateTime.new(2024, 1, 1, 1, large) }
  assert_raises(RangeError, "integer -#{large} too small to convert to 'int'") { Date.new(2024, 1, -large) }
  assert_raises(RangeError) { Date.parse("Feb 2920240229T12312345456Z") }
end

spec "strptime takes a zone from text of US-ASCII alone, and a zone in brackets has hours up to 23" do
  assert_raises(ArgumentError, "invalid byte sequence in US-ASCII") { Date._strptime("2024 +09:00\u00e9", "%Y %z") }
  assert_raises(ArgumentError, "invalid byte sequence in US-ASCII") { DateTime.strptime("2024 \xFF", "%Y %Z") }
  assert_equal({ year: 2024, mon: 1, leftover: " \xFF" }, Date._strptime("2024 Jan \xFF", "%Y %b"))
  assert_equal [nil, 82800], ["[+24:ABC]", "[+23:ABC]"].map { |zone| Date._parse("20240229T123456#{zone}")[:offset] }
end

spec "weeks and days of a year where the calendars meet, and at its ends" do
  days = [Date.new(1582, 10, 4), Date.new(1582, 10, 15), Date.new(1582, 12, 31), Date.new(1583, 1, 1), Date.new(1583, 1, 2), Date.new(1583, 1, 3), Date.new(9999, 12, 31), Date.new(10_000, 1, 1)]
  assert_equal [[1582, 40, 4], [1582, 40, 5], [1582, 51, 5], [1582, 51, 6], [1582, 51, 7], [1583, 1, 1], [9999, 52, 5], [9999, 52, 6]], days.map { |day| [day.cwyear, day.cweek, day.cwday] }
  assert_equal [277, 278, 355, 1, 2, 3, 365, 1], days.map(&:yday)
  assert_equal [false, false, false, false, false, false, false, true], days.map(&:leap?)
  assert_equal [true, false], [Date.new(1700, 2, 1, Date::ENGLAND), Date.new(1700, 2, 1)].map(&:leap?)
  assert_equal [false, true], [Date.new(2024, 5, 6).sunday?, DateTime.new(2024, 5, 5, 23, 0, 0, "-05:00").sunday?]
end

spec "dates of a year's days and weeks" do
  assert_equal [Date.new(2024, 12, 31), Date.new(2024, 12, 31), Date.new(1583, 1, 1)], [Date.ordinal(2024, 366), Date.ordinal(2024, -1), Date.ordinal(1583, 1)]
  assert_raises(Date::Error, "invalid date") { Date.ordinal(2023, 366) }
  assert_equal [Date.new(2021, 1, 3), Date.new(2024, 12, 30), Date.new(2027, 1, 3)], [Date.commercial(2020, 53, 7), Date.commercial(2025, 1, 1), Date.commercial(2026, -1, -1)]
  assert_raises(Date::Error, "invalid date") { Date.commercial(2024, 53, 1) }
  assert_raises(TypeError, "invalid cweek (not numeric)") { Date.commercial(2024, nil, 1) }
  assert_equal [Class, DateTime], [Class.new(Date).ordinal(2024, 1).class.class, DateTime.ordinal(2024, 1).class]
end

spec "months on, of every kind of step" do
  moment = DateTime.new(2024, 1, 31, 23, 30, 0, "-05:00")
  texts = [moment >> 1, moment << 2, moment.next_month(13), moment.prev_month, moment.next_year(-1), moment.prev_year(2), moment >> -1.5].map(&:to_s)
  assert_equal %w[2024-02-29 2023-11-30 2025-02-28 2023-12-31 2023-01-31 2022-01-31 2023-11-30].map { |day| "#{day}T23:30:00-05:00" }, texts
  assert_equal [Date.new(1582, 10, 4), Date.new(1582, 12, 20)], [Date.new(1582, 11, 10) << 1, Date.new(1582, 10, 20) >> 2]
  assert_raises(TypeError, "expected numeric") { moment.prev_month(nil) }
  assert_raises(ArgumentError, "wrong number of arguments (given 2, expected 0..1)") { moment.next_month(1, 2) }
end

spec "a part of a day is added to the nanosecond" do
  moment = DateTime.new(2024, 5, 6, 7, 8, 9)
  assert_equal [Rational(0), Rational(1, 5), Rational(4, 5)], [(moment + 0.5).sec_fraction, (moment + 0.2 / 86_400).sec_fraction, (moment + -0.2 / 86_400).sec_fraction]
  assert_equal [moment, "2024-05-05T19:08:09+00:00"], [moment + 0.0, (moment + -0.5).to_s]
  assert_raises(FloatDomainError, "NaN") { moment + Float::NAN }
end

spec "one hash code for what is one day, however it was made" do
  marked = Class.new(Date) { def initialize(*) = (@mark = 1; super) }.new(2024, 5, 6)
  day = Date.new(2024, 5, 6)
  assert_equal [day.hash] * 4, [marked, DateTime.new(2024, 5, 6), Date.jd(day.jd), Marshal.load(Marshal.dump(day))].map(&:hash)
  assert_equal [true, true, false, false], [day.eql?(marked), marked.eql?(day), day.eql?(day + 1), day.eql?(nil)]
end

spec "== asks an own <=>, but not of what is the same object" do
  never = Class.new(Date) { def <=>(_other) = nil }.new(2024, 5, 6)
  always = Class.new(Date) { def <=>(_other) = 0 }.new(2024, 5, 6)
  assert_equal [false, true, true, true], [never == Date.new(2024, 5, 6), never == never, always == Date.new(1999, 1, 1), always == 5]
  assert_equal [true, false], [never.eql?(Date.new(2024, 5, 6)), always.eql?(Date.new(1999, 1, 1))]
end

spec "offsets that new_offset takes" do
  moment = DateTime.new(2024, 5, 6, 7, 8, 9)
  zones = ["+09:00", "-0530", "+01", "UTC", "JST", "EST", 0, Rational(3, 8), 0.25, 1, "+24:00", "nowhere"].map { |offset| moment.new_offset(offset).zone }
  assert_equal %w[+09:00 -05:30 +01:00 +00:00 +09:00 -05:00 +00:00 +09:00 +06:00 +24:00 +00:00 +00:00], zones
  assert_equal [moment, "2024-05-06T16:08:09+09:00"], [moment.new_offset("+09:00"), moment.new_offset("+09:00").to_s]
  assert_raises(TypeError, "expected numeric") { moment.new_offset(nil) }
end

spec "forms of a DateTime in text" do
  moment = DateTime.new(2024, 5, 6, 7, 8, Rational(19, 2), "-05:30")
  assert_equal %w[2024-05-06T07:08:09-05:30 2024-05-06T07:08:09.500-05:30 2024-05-06T07:08:09.500000000000-05:30], [moment.to_s, moment.iso8601(3), moment.rfc3339(12)]
  assert_equal ["Mon, 6 May 2024 07:08:09 -0530", "Mon, 06 May 2024 12:38:09 GMT", "Wed, 16 Oct 2024 00:00:00 +0000"], [moment.rfc2822, moment.httpdate, Date.new(2024, 10, 16).rfc2822]
  assert_equal ["-0001-01-02T00:00:00+00:00", "1582-10-04T00:00:00+00:00"], [DateTime.new(-1, 1, 2).to_s, Date.new(1582, 10, 4).rfc3339]
  assert_equal [Encoding::US_ASCII, Encoding::US_ASCII, false], [moment.to_s.encoding, moment.rfc2822.encoding, moment.iso8601.frozen?]
end

spec "between Date and Time" do
  moment = DateTime.new(2024, 5, 6, 7, 8, Rational(19, 2), "+09:00").to_time
  assert_equal ["2024-05-06 07:08:09.5 +0900", 32_400, false], [moment.inspect, moment.utc_offset, moment.utc?]
  assert_equal [Time.local(2024, 5, 6), Time.local(1582, 10, 14)], [Date.new(2024, 5, 6).to_time, Date.new(1582, 10, 4).to_time]
  assert_equal [Date.new(2024, 5, 7), Date.new(2024, 5, 6), Date.new(1582, 10, 4)], [Time.utc(2024, 5, 6, 20).getlocal("+09:00").to_date, Time.utc(2024, 5, 6, 20).to_date, Time.utc(1582, 10, 14).to_date]
  assert_equal [Date, DateTime, Rational(Time.now.utc_offset, 86_400)], [Class.new(Time).now.to_date.class, DateTime.now.class, DateTime.now.offset]
end

spec "the last of several that are no numbers is named" do
  assert_raises(TypeError, "invalid day (not numeric)") { Date.new(nil, nil, nil) }
  assert_raises(TypeError, "invalid minute (not numeric)") { DateTime.commercial(nil, nil, nil, nil, nil) }
end

spec "leap years of years that are no Integers" do
  assert_equal [true, false, true, false, true], [Date.gregorian_leap?(2024.5), Date.leap?(-0.5), Date.julian_leap?(-3.5), Date.gregorian_leap?(1900), Date.gregorian_leap?(10**30)]
end

spec "astronomical days and parts of a day" do
  assert_equal [[2_460_437, Integer], [Rational(4_920_875, 2), Rational]], [DateTime.new(2024, 5, 6, 12), DateTime.new(2024, 5, 7)].map { |date| [date.ajd, date.ajd.class] }
  assert_equal [Rational(4_920_873, 2), Rational(4_920_873, 2) + Rational(1, 4), Rational(-1, 2)], [Date.new(2024, 5, 6).ajd, DateTime.new(2024, 5, 6, 6).ajd, Date.jd(0).ajd]
  assert_equal [[Integer, 0], [Rational, 0], [Rational, Rational(1, 4)]], [Date.new(2024, 5, 6), DateTime.new(2024, 5, 6), DateTime.new(2024, 5, 6, 6, 0, 0, "+09:00")].map { |date| [date.day_fraction.class, date.day_fraction] }
end

spec "strftime of both calendars, short and long" do
  moment = DateTime.new(2024, 5, 6, 7, 8, Rational(19, 2), "-05:30")
  assert_equal ["06.05.2024", "07:08:09.500 -05:30 -0530", "Mon 127 19 1714999089500"], [moment.strftime("%d.%m.%Y"), moment.strftime("%T.%L %Z %z"), moment.strftime("%a %j %V %Q")]
  assert_equal ["29.02.1500", "01.01.12024", "", "%"], [Date.new(1500, 2, 29), Date.new(12_024, 1, 1)].map { |day| day.strftime("%d.%m.%Y") } + [moment.strftime(""), moment.strftime("%")]
  assert_equal [Encoding::ISO_8859_1, 1500], [moment.strftime("%d".encode(Encoding::ISO_8859_1)).encoding, moment.strftime("x" * 1500).size]
  assert_raises(Errno::ERANGE) { moment.strftime("%90000d") }
end

spec "DateTime.new takes offsets as text or days, and parts of a second" do
  moment = DateTime.new(2010, 5, 9, 10, 30, 12, "+04:00")
  assert_equal ["2010-05-09T10:30:12+04:00", Rational(1, 6), 6], [moment.to_s, moment.offset, moment.new_offset.hour]
  assert_equal "2010-05-09T23:59:59-23:59", DateTime.new(2010, 5, 9, 23, 59, 59, "-23:59").to_s
  assert_equal ["Z", "EST", "nonsense"].map { |zone| DateTime.new(2010, 5, 9, 1, 2, 3, zone).zone }, %w[+00:00 -05:00 +00:00]
  assert_equal [Rational(1, 2), Rational(1, 3), Rational(1, 2)],
    [12.5, Rational(37, 3), Rational(25, 2)].map { |second| DateTime.new(2010, 5, 9, 10, 30, second, "+04:00").sec_fraction }
  assert_equal [12, 0], [DateTime.new(2010, 5, 9, 10, 30, 12.0).sec, DateTime.new(2010, 5, 9, 10, 30, 12.0).sec_fraction]
  assert_equal "2010-05-09T10:30:12-06:00", DateTime.new(2010, 5, 9, 10, 30, 12, Rational(-6, 24)).to_s
  assert_raises(Date::Error, "invalid date") { DateTime.new(2010, 5, 9, 10, 60) }
  assert_raises(TypeError, "invalid second (not numeric)") { DateTime.new(2010, 5, 9, 1, 2, nil) }
  below = Class.new(DateTime) { def initialize(*parts) = (super; @own = 1) }
  assert_equal ["2010-05-09T01:02:03+01:00", []], [below.new(2010, 5, 9, 1, 2, 3, "+1").to_s, below.new(2010, 5, 9, 1, 2, 3, "+1").instance_variables]
end

spec "DateTimes of other counts begin their day, or are as far in it as is said" do
  assert_equal %w[2020-05-30T00:00:00+00:00 2020-04-09T00:00:00+00:00 2020-03-02T00:00:00+00:00 2020-12-31T00:00:00+00:00],
    [DateTime.jd(2_459_000), DateTime.ordinal(2020, 100), DateTime.commercial(2020, 10, 1), DateTime.ordinal(2020, -1)].map(&:to_s)
  assert_equal "2020-05-30T12:00:00+00:00", DateTime.jd(2_459_000.5).to_s
  assert_raises(Date::Error, "invalid date") { DateTime.ordinal(2020, 400) }
end

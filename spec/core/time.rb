require_relative "../harness"

def spec_time
  Time.utc(2026, 11, 21, 5, 6, 7.25r)
end

spec "parts" do
  t = spec_time
  assert_equal [2026, 11, 21, 5, 6, 7, 250000, 250000000, Rational(1, 4)], [t.year, t.month, t.day, t.hour, t.min, t.sec, t.usec, t.nsec, t.subsec]
  assert_equal [6, 325, true, true, 0, "UTC", 11, 21], [t.wday, t.yday, t.saturday?, t.utc?, t.utc_offset, t.zone, t.mon, t.mday]
end

spec "at counts from 1970" do
  assert_equal [1970, 0, 1.5, Rational(3, 2), 1500000000], [Time.at(0).utc.year, Time.at(0).to_i, Time.at(1.5).to_f, Time.at(1.5).to_r, Time.at(1.5).nsec + 10 ** 9]
  assert_equal [500000, 5, 7200], [Time.at(0, 500, :millisecond).usec, Time.at(0, 5, :nsec).nsec, Time.at(0, in: "+02:00").utc_offset]
  assert_equal(-1, Time.at(-1).to_i)
end

spec "new, local, utc and gm" do
  assert_equal [Time.utc(2026), Time.utc(2026, 2, 3)], [Time.gm(2026), Time.utc(2026, "feb", 3)]
  t = Time.new(2026, 1, 2, 3, 4, 5, "+09:00")
  assert_equal [32400, 3, 18, "2026-01-02 03:04:05 +0900"], [t.utc_offset, t.hour, t.utc.hour, Time.new(2026, 1, 2, 3, 4, 5, "+09:00").to_s]
  assert_equal [3600, true], [Time.new(2026, in: "+01:00").utc_offset, Time.new(2026, in: "UTC").utc?]
end

spec "new reads text" do
  assert_equal ["2026-01-02 03:04:05 UTC", "2026-01-02 03:04:05 +0900"], [Time.new("2026-01-02 03:04:05Z").to_s, Time.new("2026-01-02T03:04:05+09:00").to_s]
  assert_raises(ArgumentError, "no time information") { Time.new("2026-01-02") }
end

spec "out of range raises" do
  assert_raises(ArgumentError, "mon out of range") { Time.utc(2026, 13) }
  assert_raises(ArgumentError, "hour out of range") { Time.utc(2026, 1, 1, 25) }
  assert_equal [3, 1], [Time.utc(2026, 2, 29).month, Time.utc(2026, 2, 29).day]
  assert_raises(ArgumentError, '"+HH:MM", "-HH:MM", "UTC" or "A".."I","K".."Z" expected for utc_offset: nope') { Time.new(2026, 1, 1, 0, 0, 0, "nope") }
end

spec "addition, difference and comparison" do
  t = spec_time
  assert_equal [8.25r, 6.25r, 1.0, -1, true, 0], [(t + 1).then { |x| x.sec + x.subsec }, (t - 1).then { |x| x.sec + x.subsec }, (t + 1) - t, t <=> t + 1, t == t.dup, t <=> t.getlocal("+09:00")]
  assert_equal [true, Float, 22], [t.between?(t - 1, t + 1), (t - t).class, (t + 86400).day]
  assert_raises(TypeError, "time + time?") { t + t }
  assert_raises(TypeError, "can't convert String into an exact number") { t + "1" }
end

spec "to_s, inspect, to_a, ctime" do
  assert_equal ["2026-11-21 05:06:07 UTC", "2026-11-21 05:06:07.25 UTC", [7, 6, 5, 21, 11, 2026, 6, 325, false, "UTC"], "Sat Nov 21 05:06:07 2026"], [spec_time.to_s, spec_time.inspect, spec_time.to_a, spec_time.ctime]
end

spec "strftime" do
  t = spec_time
  assert_equal ["2026-11-21 05:06:07", "Sat Saturday Nov November", "26 20 325 6 6 47", "05 AM am 5", "250 250000 250000000"], [t.strftime("%Y-%m-%d %H:%M:%S"), t.strftime("%a %A %b %B"), t.strftime("%y %C %j %u %w %V"), t.strftime("%I %p %P %-I"), t.strftime("%L %6N %N")]
  assert_equal ["11/21/26 2026-11-21 05:06:07 05:06", "+0000 +00:00 +00:00:00 UTC", "%", "SAT 21  5"], [t.strftime("%D %F %T %R"), t.strftime("%z %:z %::z %Z"), t.strftime("%%"), t.strftime("%^a %e %k")]
  assert_equal ["Sat Nov 21 05:06:07 2026", "005", "+0900", "21-Nov-2026"], [t.strftime("%c"), t.strftime("%03H"), t.getlocal("+09:00").strftime("%z"), t.strftime("%v").sub("NOV", "Nov")]
end

spec "rounding" do
  t = Time.utc(2026, 1, 1, 0, 0, Rational(123456789, 10 ** 8))
  assert_equal [Rational(234568, 10 ** 6), Rational(234567, 10 ** 6), Rational(235, 1000), 2], [t.round(6).subsec, t.floor(6).subsec, t.ceil(3).subsec, t.ceil.sec]
end

spec "zones" do
  t = spec_time
  local = t.getlocal("-03:30")
  assert_equal [1, 36, -12600, nil, t], [local.hour, local.min, local.utc_offset, local.zone, local.getutc]
  assert_equal [true, true], [t.gmt?, Time.new(2026, 1, 1, 0, 0, 0, "Z").utc?]
end

spec "hash, eql? and use as a key" do
  assert_equal [true, :v, false], [spec_time.eql?(spec_time), { spec_time => :v }[spec_time], spec_time.eql?(spec_time + 1)]
end

spec "deconstruct_keys" do
  case spec_time
  in { year:, month: 11 }
    assert_equal 2026, year
  end
end

spec "leap years and far dates" do
  assert_equal [29, 366, "9999-12-31 23:59:59 UTC", -1], [Time.utc(2024, 3, 1).-(86400).day, Time.utc(2024, 12, 31).yday, Time.utc(9999, 12, 31, 23, 59, 59).to_s, Time.utc(-1).year]
  assert_equal [4102444800, -2208988800], [Time.utc(2100).to_i, Time.utc(1900).to_i]
end

spec "now moves on, the monotonic clock never back" do
  one = Time.now
  first = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  assert Time.now >= one
  assert Process.clock_gettime(Process::CLOCK_MONOTONIC) >= first
  assert_equal [Integer, Float], [Process.clock_gettime(Process::CLOCK_REALTIME, :millisecond).class, first.class]
end

spec "a zone object that only converts to UTC is enough to make a time" do
  zone = Object.new
  def zone.local_to_utc(time) = time - 3600
  assert_equal 3600, Time.new(2000, 1, 1, 12, 0, 0, zone).utc_offset
  def zone.local_to_utc(time) = time - 86_400
  assert_raises(ArgumentError, "utc_offset out of range") { Time.new(2000, 1, 1, 12, 0, 0, zone) }
end

spec "a subclass finds its zones by name" do
  finder = Class.new(Time) do
    def self.find_timezone(name)
      zone = Object.new
      zone.define_singleton_method(:name) { name }
      def zone.local_to_utc(time) = time - 7200
      def zone.utc_to_local(time) = time + 7200
      zone
    end
  end
  assert_equal "Here", finder.new(2000, 1, 1, 12, 0, 0, "Here").zone.name
end

spec "a local time keeps the zone it was made in" do
  before = ENV["TZ"]
  begin
    ENV["TZ"] = "AST-4"
    time = Time.local(2012, 1, 1)
    ENV["TZ"] = "EST5"
    assert_equal ["AST", 14_400], [time.zone, time.utc_offset]
  ensure
    ENV["TZ"] = before
  end
end

spec "offsets are shown to the nearest second" do
  assert_equal "+01:01:06", Time.utc(2000).localtime(3665.5r).strftime("%::z")
end

spec "a precision of nil keeps every digit" do
  assert_equal 0.123456789876r, Time.new("2021-12-25 00:00:00.123456789876 +09:00", precision: nil).subsec
end

spec "times of whole seconds are moved and compared as all others" do
  time = Time.utc(2024, 2, 31, 23, 59, 60)
  assert_equal "2024-03-03T00:00:00Z", time.iso8601
  assert_equal "2024-03-03T00:00:01.500Z", (time + 1.5r).iso8601(3)
  assert_equal ["2024-03-03T00:01:00Z", "2024-03-02T23:59:00Z"], [(time + 60).iso8601, (time - 60).iso8601]
  assert_equal [true, false, true, true], [(time + 60).utc?, (Time.at(0) + 1).utc?, time + 1 > time, time == Time.at(time.to_i)]
  assert_equal [60.0, -0.5], [time + 60 - time, Time.at(1) - Time.at(1.5r)]
  assert_equal 3600, (Time.at(0, in: "+01:00") + 5).utc_offset
  assert_equal Time, (Class.new(Time).at(0) + 1).class
  later = Class.new(Time)
  assert_equal [later, later, later], [later.at(1).class, later.now.class, later.utc(2024).class]
  assert_equal "2000-01-01T00:00:00+05:30", Time.at(946_665_000, in: "+05:30").iso8601
  assert_equal "12024-01-01T00:00:00Z", Time.utc(12024).iso8601
  assert_equal [nil, 0], [time <=> 1, time <=> time.dup]
  assert_raises(ArgumentError, "mon out of range") { Time.utc(2024, 13) }
  assert_raises(ArgumentError, "wrong number of arguments (given 0, expected 1..8)") { Time.utc }
  assert_raises(TypeError, "time + time?") { time + time }
  assert_raises(TypeError, "uninitialized Time") { Time.allocate.iso8601 }
end

spec "a time that clocks show twice is the second, the first only where summer time is asked for" do
  before = ENV["TZ"]
  ENV["TZ"] = "Europe/Moscow"
  assert_equal [10_800, 10_800], [Time.local(2014, 10, 26, 1), Time.local(2014, 10, 26, 1, 59, 59)].map(&:utc_offset)
  ENV["TZ"] = "Europe/Dublin"
  assert_equal 0, Time.local(2019, 10, 27, 1, 30).utc_offset
  assert_equal [3600, 0], [true, false].map { |summer| Time.local(0, 30, 1, 26, 10, 2014, nil, nil, summer, nil).utc_offset }
ensure
  ENV["TZ"] = before
end

spec "years of five digits and more" do
  assert_equal ["9999-12-31T23:59:59Z", "10000-01-01T00:00:00.000Z"], [Time.utc(9999, 12, 31, 23, 59, 59).xmlschema, Time.utc(10_000).xmlschema(3)]
  assert_equal ["20000-02-29T01:02:03+09:00", "123456-07-08T00:00:00Z"], [Time.new(20_000, 2, 29, 1, 2, 3, "+09:00").iso8601, Time.utc(123_456, 7, 8).iso8601]
  assert_equal ["-0001-01-01T00:00:00Z", "0000-01-01T00:00:00Z"], [Time.utc(-1).iso8601, Time.utc(0).iso8601]
  assert_equal "10000-01-01T08:59:59+09:00", Time.at(Time.utc(10_000).to_i - 1, in: "+09:00").iso8601
end

spec "seconds with microseconds" do
  assert_equal [[0, 500_000], [-1, 999_999_000], [2, 0], [7, 1500]], [Time.at(0, 500), Time.at(0, -1), Time.at(0, 2_000_000), Time.at(7, 1.5)].map { |time| [time.to_i, time.nsec] }
  assert_equal [5, 6], Time.at(5, 6, :nsec).then { |time| [time.to_i, time.nsec] }
end

spec "a minus before %z writes UTC as an unknown offset, and leaves the padding" do
  utc, east = Time.utc(2020), Time.new(2020, 1, 1, 0, 0, 0, "+03:00")
  assert_equal ["-0000", "-00:00", " -000", "-000000000"], ["%-z", "%-:z", "%-_z", "%-10z"].map { |format| utc.strftime(format) }
  assert_equal ["+0300", "+03:00", "+03"], ["%-z", "%-:z", "%-:::z"].map { |format| east.strftime(format) }
end

spec "a time from its parts, on the clocks of the process's zone" do
  zone = ENV["TZ"]
  begin
    ENV["TZ"] = "Europe/Berlin"
    times = [Time.new(2021, 8, 22), Time.new(2021, 3, 28, 2, 30), Time.local(2021, 10, 31, 2, 30), Time.new(2021, nil, 3), Time.new(2021, 1, 1, 24)]
    assert_equal ["2021-08-22 00:00:00 +0200", "2021-03-28 03:30:00 +0200", "2021-10-31 02:30:00 +0100", "2021-01-03 00:00:00 +0100", "2021-01-02 00:00:00 +0100"],
                 times.map(&:to_s)
    ENV["TZ"] = "America/New_York"
    assert_equal ["2021-08-22 00:00:00 -0400", "EDT"], [Time.new(2021, 8, 22).to_s, Time.new(2021, 8, 22).zone]
    ENV["TZ"] = nil
    assert_equal 0, Time.local(1970).utc_offset - Time.local(1970, 1, 1).utc_offset
  ensure
    ENV["TZ"] = zone
  end
  assert_raises(ArgumentError) { Time.new(2021, 13) }
  assert_raises(FrozenError) { Time.new(2021).freeze.send(:initialize, 2022) }
  kind = Class.new(Time) { def initialize(year, other) = (@other = other; super(year, 2, 3)) }
  assert_equal [kind, 2020, 2, [:@other]], kind.new(2020, 7).then { |time| [time.class, time.year, time.month, time.instance_variables] }
end

spec "xmlschema gives as many digits of a second as are asked for" do
  moment = Time.at(1_700_000_000, 123_456_789, :nsec).utc
  assert_equal ["2023-11-14T22:13:20.123456789Z", "2023-11-14T22:13:20.1234567890Z"], [moment.xmlschema(9), moment.xmlschema(10)]
  assert_equal "2023-11-15T00:13:20.123456789000+02:00", moment.getlocal("+02:00").xmlschema(12)
  assert_equal "1970-01-01T00:00:00.333333333333Z", Time.at(Rational(1, 3)).utc.xmlschema(12)
end

spec "getlocal gives a time of its own in the zone of now, and of the same class" do
  before = ENV["TZ"]
  ENV["TZ"] = "America/New_York"
  time = Time.at(1_700_000_000).freeze
  assert_equal [false, "2023-11-14 17:13:20 -0500", false], [time.getlocal.equal?(time), time.getlocal.to_s, time.getlocal.frozen?]
  assert_equal ["2023-11-15 00:13:20 +0200", true], [time.getlocal("+02:00").to_s, time.getlocal("UTC").utc?]
  kind = Class.new(Time)
  assert_equal [kind, kind], [kind.at(0).getlocal.class, kind.at(0).utc.getlocal("+01:00").class]
  local = time.getutc.getlocal
  ENV["TZ"] = "UTC"
  assert_equal 17, local.hour
  assert_raises(TypeError, "uninitialized Time") { Time.allocate.getlocal }
ensure
  ENV["TZ"] = before
end

spec "a time is made with microseconds, whole or not" do
  assert_equal [123_456_000, 500_000_500, 1], [Time.utc(2024, 5, 6, 7, 8, 9, 123_456), Time.utc(2024, 5, 6, 7, 8, 9, 500_000 + 1/2r), Time.utc(2024, 5, 6, 7, 8, 9, 1/1000r)].map(&:nsec)
  assert_equal [1/3000000r, 250], [Time.utc(2024, 5, 6, 7, 8, 9, 1/3r).subsec, Time.local(2024, 5, 6, 7, 8, 9, 250).usec]
  assert_raises(ArgumentError, /subsecx out of range/) { Time.utc(2024, 5, 6, 7, 8, 9, 1_000_000) }
end

spec "a time is rounded to a digit of its seconds, in its zone" do
  time = Time.utc(2024, 12, 31, 23, 59, Rational(59_987_654_321, 1_000_000_000))
  assert_equal ["2025-01-01 00:00:00 UTC", "2024-12-31 23:59:59 UTC", "2025-01-01 00:00:00 UTC"], [time.round, time.floor, time.ceil].map(&:inspect)
  assert_equal [987_700_000, 987_654_000, 987_655_000, 987_654_321], [time.round(4), time.floor(6), time.ceil(6), time.round(9)].map(&:nsec)
  east = Time.at(-1, 500_000_000, :nsec, in: "+09:00")
  assert_equal [[0, 32_400], [-1, 32_400]], [east.round, east.floor].map { |rounded| [rounded.to_i, rounded.utc_offset] }
  assert_equal Time, Class.new(Time).at(1.5).round.class
  assert_raises(ArgumentError, "negative ndigits given") { time.round(-1) }
end

spec "Time.at takes a time with its zone, and parts of a second in units" do
  time = Time.at(1_700_000_000, 5, in: "-03:00")
  assert_equal [time, -10_800, 5000], [Time.at(time), Time.at(time).utc_offset, Time.at(time).nsec]
  assert_equal [true, 3600], [Time.at(Time.utc(2024)).utc?, Time.at(Time.utc(2024), in: "+01:00").utc_offset]
  parts = [[1500, :millisecond], [1500, :usec], [1500, :microsecond], [1500, :nsec], [1500, :nanosecond], [-1, :millisecond]]
  assert_equal [[6, 500_000_000], [5, 1_500_000], [5, 1_500_000], [5, 1500], [5, 1500], [4, 999_000_000]], parts.map { |part, unit| Time.at(5, part, unit).then { |at| [at.to_i, at.nsec] } }
  assert_raises(ArgumentError, "unexpected unit: day") { Time.at(5, 1, :day) }
  kind = Class.new(Time)
  assert_equal kind, kind.at(Time.at(0)).class
end

spec "times of one moment have one hash, whatever their zones" do
  assert_equal [true, false], [Time.at(5, 7).hash == Time.at(5, 7).utc.hash, Time.at(5, 7).hash == Time.at(5, 8).hash]
  assert_equal [:found, Time.at(2**40).hash], [{ Time.at(5) => :found }[Time.utc(1970, 1, 1, 0, 0, 5)], Time.at(2**40).hash]
end

spec "inspect shows what there is of a second" do
  assert_equal ["1970-01-01 00:00:01.5 UTC", "1970-01-01 00:00:00.000000001 UTC", "1970-01-01 00:00:01 UTC"], [Time.at(1.5), Time.at(0, 1, :nsec), Time.at(1)].map { |time| time.utc.inspect }
  assert_equal ["1970-01-01 05:30:00.25 +0530", Encoding::US_ASCII], Time.at(0.25, in: "+05:30").inspect.then { |text| [text, text.encoding] }
end

spec "a part of a second is added to a time exactly" do
  time = Time.at(5, 750_000_000, :nsec)
  assert_equal [[6, 250_000_000], [7, 250_000_000], [5, 751_953_125]], [0.5, 1.5, 2.0**-9].map { |part| (time + part).then { |sum| [sum.to_i, sum.nsec] } }
  assert_equal [0.1.to_r + Rational(3, 4), [5, 250_000_000], true], [(time + 0.1).subsec, (time + -0.5).then { |sum| [sum.to_i, sum.nsec] }, (time.utc + 0.5).utc?]
  assert_raises(FloatDomainError, "NaN") { time + Float::NAN }
end

spec "a moment that is made is not made anew" do
  time = Time.gm(2000)
  assert_raises(TypeError, "already initialized Time") { time.__send__(:initialize, 2001) }
  assert_raises(TypeError, "already initialized Time") { time.__send__(:initialize) }
  assert_equal Time.gm(2000), time
  kind = Class.new(Time) { def initialize(year) = super(year, 3) }
  assert_equal 3, kind.new(2000).month
end

spec "parts of a moment are the system's integers" do
  assert_raises(RangeError, "integer 4611686018427387904 too big to convert to 'int'") { Time.gm(2000, 2**62) }
  assert_raises(RangeError, "bignum too big to convert into 'long'") { Time.gm(2000, 1, 1, 0, 0, 2**64) }
  assert_raises(ArgumentError, "argument out of range") { Time.gm(2000, 1, 1, 0, 0, 64) }
end

spec "flags of a directive stand before its width" do
  time = Time.gm(1970)
  assert_equal ["%4^p", "  AM", "%4_d", "   1"], ["%4^p", "%^4p", "%4_d", "%_4d"].map { |format| time.strftime(format) }
end

spec "fractions of hours and minutes are refused by name" do
  assert_raises(ArgumentError, "fraction hour is not supported: 00.") { Time.new("2020-12-25 00. +09:00") }
  assert_raises(ArgumentError, "fraction min is not supported: 00:56.") { Time.new("2020-12-25 00:56.5 +09:00") }
  assert_equal [1381089302.195, 1.5], [Time.at(1381089302.195).to_f, Time.at(1, 500, :millisecond).to_f]
end

spec "a frozen time may be asked for local time where it is one" do
  local = [Time.now.freeze, Time.at(0).tap(&:hour).freeze]
  assert_equal [true, true], local.map { |time| time.localtime.equal?(time) }
  assert_raises(FrozenError) { Time.now.utc.freeze.localtime }
end

spec "a Time is made in the zone that in: names" do
  assert_equal "2021-08-22 00:00:00 +0900", Time.new(2021, 8, 22, in: "+09:00").to_s
  assert_equal [true, true, 3600], [Time.new(2021, in: "Z").utc?, Time.at(0, 5, :nsec, in: "-00:00").utc?, Time.new(2021, 8, in: "A").utc_offset]
  assert_equal ["1970-01-01 09:00:00.0005 +0900", 500], Time.at(0, 500, in: "+09:00").then { [_1.inspect, _1.usec] }
  assert_equal "1970-01-01 01:00:00 1/3 +0100", Time.at(1r / 3, in: "+01:00").inspect
  assert_equal 12600, Time.now(in: "+03:30").utc_offset
  assert_raises(ArgumentError) { Time.new(2021, 8, 22, in: "+99:00") }
  assert_raises(ArgumentError, "unknown keyword: :zone") { Time.new(2021, zone: "Z") }
  assert_raises(ArgumentError) { Time.at(0, in: "nowhere") }
end

spec "what says to be a number has a Rational or an Integer as its exact value" do
  seconds = Object.new
  def seconds.to_int = 0
  assert_equal Time.utc(2000), Time.utc(2000, 1, 1, 0, 0, seconds)
  [nil, ""].each do |exact|
    seconds.define_singleton_method(:to_r) { exact }
    assert_raises(TypeError, "can't convert Object into an exact number") { Time.utc(2000, 1, 1, 0, 0, seconds, 0, 0) }
  end
  seconds.define_singleton_method(:to_r) { 11r }
  assert_equal 11, Time.utc(2000, 1, 1, 0, 0, seconds).sec
end

spec "a dumped Time of old has its last digits packed, and an offset that is none is left out" do
  head = "\x04\bIu:\tTime\r \x80\x11\x80@\xE2\x01\x00\x06:\r".b
  packed = ["x\x90", "x", "\x12\xA0"].map { |text| Marshal.load(head + "submicro".b + Marshal.dump(text.b)[2..]).nsec }
  assert_equal [123_456_789, 123_456_780, 123_456_000], packed
  before = "\x04\bIu:\tTime\r\xEFF\x1C\x80\x00\x00\x00\x00\x06:\voffset".b
  local = Marshal.load(before + "0").utc_offset
  assert_equal [local, local, 1], [true, "badoffset", 1].map { |offset| Marshal.load(before + Marshal.dump(offset.is_a?(String) ? offset.b : offset)[2..]).utc_offset }
end

spec "the parts of a Time are all read before it is looked whether there is such a moment" do
  large = 1 << 40
  refused = ->(*parts) { [Time.utc(*parts), nil] rescue [$!.class, $!.message] }
  assert_equal [RangeError, "integer #{large} too big to convert to 'int'"], refused.(2019, 0, large)
  assert_equal [RangeError, "integer #{large} too big to convert to 'int'"], refused.(2019, 13, 1, 25, 60, large)
  assert_equal [ArgumentError, "argument out of range"], refused.(2019, 13, 32)
  assert_equal [ArgumentError, "mon out of range"], refused.(2019, 13, 1, 25, 0, 0, 1_000_000)
  assert_equal [ArgumentError, "subsecx out of range"], refused.(2019, 1, 1, 0, 0, 0, 1_000_000)
end

spec "new reads the text of a moment, its own zone before another" do
  wall = [2021, 8, 23, 9, 57, 2]
  assert_equal [Time.new(*wall, "+09:00")] * 3, ["2021-08-23T09:57:02+09:00", "2021-08-23 09:57:02 +0900", "2021-08-23 09:57:02+09"].map { |text| Time.new(text) }
  assert_equal [Time.new(*wall), Time.new(*wall, "-03:30"), Time.new(*wall, "+01:00")], [Time.new("2021-08-23 09:57:02"), Time.new("2021-08-23 09:57:02", in: "-03:30"), Time.new("2021-08-23 09:57:02 +01:00", in: "-03:30")]
  assert_equal [true, true, true, false], ["Z", "UTC", "-00:00", "+00:00"].map { |zone| Time.new("2021-08-23 09:57:02 #{zone}").utc? }
  assert_equal [1/2r, 1/1_000_000_000r, 123_456_789/1_000_000_000r, 1/4r], [".5", ".000000001", ".1234567894", ".25"].map { |part| Time.new("2021-08-23 09:57:02#{part}Z").subsec }
  assert_equal [Time.utc(2021, 3, 1), Time.utc(2016, 12, 31, 23, 59, 60)], [Time.new("2021-02-29 00:00:00Z"), Time.new("2016-12-31 23:59:60Z")]
  assert_raises(ArgumentError, "mon out of range") { Time.new("2021-13-23 09:57:02Z") }
  assert_raises(ArgumentError, "sec out of range") { Time.new("2021-12-23 09:57:61Z") }
  assert_raises(ArgumentError, %("+HH:MM", "-HH:MM", "UTC" or "A".."I","K".."Z" expected for utc_offset: +9)) { Time.new("2021-12-23 09:57:02 +9") }
  assert_raises(ArgumentError, "no time information") { Time.new("2021-12-23") }
end

spec "new reads a text of other encodings and classes" do
  text = "2021-08-23 09:57:02 +0900"
  times = [text.encode("Shift_JIS"), text.b.freeze, Class.new(String).new(text)].map { |string| Time.new(string) }
  assert_equal [Time.new(text)] * 3, times
  assert_raises(ArgumentError, "time string should have ASCII compatible encoding") { Time.new(text.encode("UTF-16LE")) }
  later = Class.new(Time)
  assert_equal [later, 32_400], [later.new(text), later.new(text).utc_offset].then { |time, offset| [time.class, offset] }
  assert_raises(TypeError, "already initialized Time") { Time.new(text).send(:initialize, text) }
end

spec "a moment with parts of a nanosecond is exact" do
  fine = Time.at(123_456_789.quo(9_999_999_999)).getlocal("+09:00")
  assert_equal ["1970-01-01T09:00:00+09:00", "1970-01-01T09:00:00.0123456789+09:00", "1970-01-01T09:00:00.012345678901234+09:00"], [fine.xmlschema, fine.xmlschema(10), fine.xmlschema(15)]
  assert_equal ["09:00:00.012", "01234567890123456789", "1", "+0900"], [fine.strftime("%T.%3N"), fine.strftime("%20N"), fine.strftime("%-d"), fine.strftime("%z")]
  assert_equal [1/3r, 2/3r, 0, 1/4r], [Time.at(1/3r), Time.at(-1/3r), Time.at(5r), Time.at(3, 250_000r)].map(&:subsec)
  assert_equal [-1, 1 + 1/3_000_000r, 2 - 1/1000r], [Time.at(-1/3r).to_i, Time.at(1, 1/3r).to_r, Time.at(2, -1r, :millisecond).to_r]
  assert_equal "1970-01-01T00:00:00.#{"0" * 120}Z", Time.at(0).utc.xmlschema(120)
  assert_equal "1970-01-01T00:00:00.25#{"0" * 98}Z", Time.at(0.25).utc.xmlschema(100)
end

spec "strftime: words, numbers and offsets with flags and widths" do
  time = Time.new(2021, 8, 3, 9, 7, 2, "-03:30")
  assert_equal ["AUG", "   AUG", "TUE", "am", "-0330", "-03:30", "-03:30:00", "  -330", "-3:30".rjust(8), "0002021", "2021", " 3", "3", "003"], %w[%^b %^6b %#a %#p %z %:z %::z %_6z %_8:z %7Y %-Y %e %-d %3d].map { |format| time.strftime(format) }
  assert_equal ["2021-08-03", "  2021-08-03", "TUE AUG  3 09:07:02 2021", "09:07 AM", ""], [time.strftime("%F"), time.strftime("%12F"), time.strftime("%^c"), time.strftime("%I:%M %p"), time.strftime("%Z")]
  assert_equal ["0009", "-0009", "12345", "20"], [Time.utc(9).strftime("%Y"), Time.utc(-9).strftime("%Y"), Time.utc(12_345).strftime("%Y"), Time.utc(2021).strftime("%C")]
  assert_equal [Encoding::Shift_JIS, Encoding::UTF_8], [time.strftime("%F".encode("Shift_JIS")), time.strftime(Class.new(String).new("%F"))].map(&:encoding)
  assert_equal String, time.strftime(Class.new(String).new("%F")).class
end

spec "a time is read in another zone, a copy or itself" do
  later = Class.new(Time)
  time = later.at(0, in: "+09:00").freeze
  assert_equal [later, 3600, later, true, later], [time.getlocal(3600).class, time.getlocal("+01:00").utc_offset, time.getutc.class, time.getutc.utc?, time.getlocal.class]
  assert_raises(FrozenError) { time.localtime("+01:00") }
  assert_raises(ArgumentError, "utc_offset out of range") { time.getlocal(86_400) }
  here = Time.at(0).freeze
  assert_equal [true, Time.local(1970).utc_offset], [here.localtime.equal?(here), here.utc_offset]
  moved = Time.at(0).utc
  assert_equal [true, 0, false, 7200], [moved.localtime("+00:00").equal?(moved), moved.utc_offset, moved.utc?, moved.localtime(7200).utc_offset]
  before = ENV["TZ"]
  ENV["TZ"] = "JST-9"
  assert_equal [32_400, "JST", 9, false], [moved.localtime.utc_offset, moved.zone, moved.hour, moved.isdst]
  ENV["TZ"] = "EST5"
  assert_equal [32_400, "EST", -18_000], [moved.localtime.utc_offset, Time.at(0).zone, Time.at(0).freeze.utc_offset]
ensure
  ENV["TZ"] = before
end

spec "a second may be a Rational" do
  parts = ->(time) { [time.sec, time.nsec, time.subsec, time.utc_offset] }
  assert_equal [9, 0, 0, 0], parts.(Time.utc(2024, 5, 6, 7, 8, 9r))
  assert_equal [9, 500_000_000, 1/2r, 0], parts.(Time.utc(2024, 5, 6, 7, 8, 19/2r))
  assert_equal [0, 333_333_333, 1/3r, 32_400], parts.(Time.new(2024, 5, 6, 7, 8, 1/3r, "+09:00"))
  assert_equal [9, 500_000_000, 1/2r, -12_600], parts.(Time.new(2024, 5, 6, 7, 8, 19/2r, "-03:30"))
  assert_equal Time.local(2024, 5, 6, 7, 8, 9, 250_000), Time.local(2024, 5, 6, 7, 8, 37/4r)
  assert_equal Time.utc(2024, 5, 6, 7, 8, 9, 5), Time.utc(2024, 5, 6, 7, 8, 19/2r, 5)
  assert_equal Time.utc(2024, 5, 6, 7, 9), Time.utc(2024, 5, 6, 7, 8, 60r)
  [61r, -1/2r].each { |second| assert_raises(ArgumentError) { Time.utc(2024, 5, 6, 7, 8, second) } }
end

spec "a Time moved by a Float is exact" do
  time = Time.utc(2024, 5, 6, 7, 8, 9, 123_456)
  [0.1, 0.5, 1e-9, 1e-20, 123.456, 1e9 + 0.3, 0.999999999, -0.1].each do |seconds|
    assert_equal [time.to_r + seconds.to_r, time.to_r - seconds.to_r], [(time + seconds).to_r, (time - seconds).to_r]
  end
  assert_equal [time, Integer, Rational], [time + 0.1 - 0.1, (time - 0.25).subsec.numerator.class, (time - 0.1).subsec.class]
  assert_equal [Rational(-3602879701896397, 36028797018963968), 9, 0], [(Time.at(0) - 0.1).to_r, (time - 0.1).sec, (Time.at(1) - 1.0).nsec]
  assert_raises(FloatDomainError, "Infinity") { time + Float::INFINITY }
end

spec "new takes the text of an offset behind the parts" do
  assert_equal ["2024-05-06 07:08:09 +0900", "2024-05-06 07:08:09 UTC"], [Time.new(2024, 5, 6, 7, 8, 9, "+09:00").to_s, Time.new(2024, 5, 6, 7, 8, 9, "Z").to_s]
  assert_equal [32_400, -1800], [Time.new(2024, 5, 6, 7, 8, 9, 32_400).utc_offset, Time.new(2024, nil, nil, nil, nil, nil, "-00:30").utc_offset]
  assert_raises(ArgumentError, "utc_offset out of range") { Time.new(2024, 5, 6, 7, 8, 9, "+25") }
  assert_raises(ArgumentError, "mon out of range") { Time.new(2024, 13, 6, 7, 8, 9, "+09:00") }
end

spec "a Time of a written offset moves, and is rounded, in its zone" do
  time = Time.new(2020, 5, 17, 12, 30, 15, "+09:00")
  moved = [time + 1, time - 86_400, time + 1.5, time - 0.25, time.round, (time + 0.5r).floor(0), (time + 0.5).ceil]
  assert_equal ["2020-05-17 12:30:16 +0900", "2020-05-16 12:30:15 +0900", "2020-05-17 12:30:16.5 +0900", "2020-05-17 12:30:14.75 +0900",
    "2020-05-17 12:30:15 +0900", "2020-05-17 12:30:15 +0900", "2020-05-17 12:30:16 +0900"], moved.map(&:inspect)
  assert_equal [[32_400, nil, false]], moved.map { |one| [one.utc_offset, one.zone, one.utc?] }.uniq
  zone = Object.new
  def zone.utc_to_local(time) = time + 3600
  def zone.local_to_utc(time) = time - 3600
  def zone.name = "Own"
  own = Time.at(0, in: zone) + 60
  assert_equal [zone, 3600, 60], [own.zone, own.utc_offset, own.to_i]
end

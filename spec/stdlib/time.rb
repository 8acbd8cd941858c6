require_relative "../harness"
require "time"

spec "xmlschema stays the core's when the library comes" do
  time = Time.utc(2024, 1, 2, 3, 4, 5.5r)
  assert_equal ["2024-01-02T03:04:05Z", "2024-01-02T03:04:05.50Z"], [time.iso8601, time.xmlschema(2)]
  assert_equal [[:iso8601, :xmlschema], :iso8601], [Time.instance_methods(false).grep(/iso|xml/).sort, Time.instance_method(:iso8601).name]
  assert_equal ["'Time#xmlschema'"], [(time.iso8601(1, 2) rescue $!.backtrace[0][/'.*'/])]
end

spec "texts are read as times" do
  time = Time.utc(2024, 1, 2, 3, 4, 5)
  assert_equal [time, time], [Time.iso8601(time.iso8601), Time.parse("2024-01-02 03:04:05 UTC")]
  assert_equal "Tue, 02 Jan 2024 03:04:05 GMT", time.httpdate
end

spec "Date._parse finds the same in plain texts, whatever is left out" do
  date = { year: 2021, mon: 8, mday: 23 }
  clock = { hour: 9, min: 57, sec: 2 }
  assert_equal [date, { hour: 9, min: 57, **date }, { **clock, **date }], ["2021-08-23", "2021-08-23 09:57", "2021-08-23T09:57:02"].map { |text| Date._parse(text) }
  found = Date._parse("2021-08-23 09:57:02.250 +0900")
  assert_equal [{ zone: "+0900", **clock, sec_fraction: 1/4r, **date, offset: 32_400 }, %i[zone hour min sec sec_fraction year mon mday offset]], [found, found.keys]
  zones = ["Z", " UTC", " GMT", "+09:00", "-0330", " -05", "-00:00", " JST", "+2560", "+24:00", " +9", "z"].map { |zone| Date._parse("2021-08-23 09:57:02#{zone}").values_at(:zone, :offset) }
  offsets = [0, 0, 0, 32_400, -12_600, -18_000, 0, 32_400, 93_600, nil, 32_400, 0]
  assert_equal %w[Z UTC GMT +09:00 -0330 -05 -00:00 JST +2560 +24:00 +9 z].zip(offsets), zones
end

spec "Date._parse of what is nearly plain" do
  assert_equal [{ year: 2021, mon: 99, mday: 0 }, { hour: 99, min: 61, sec: 75, year: 21, mon: 2, mday: 31 }], [Date._parse("2021-99-00"), Date._parse("0021-02-31 99:61:75")]
  assert_equal [{ hour: 9, min: 57, sec: 2, year: 2021, mon: 8, mday: 23 }] * 3, ["2021-08-23 09:57:02.", "2021-08-23  09:57:02", "2021-08-23 09:57:02 "].map { |text| Date._parse(text) }
  assert_equal [{ year: 21, mon: 8, mday: 23 }, { year: 2021, mon: 8, mday: 23 }], [Date._parse("21-08-23", false), Date._parse("2021-08-23", false)]
  assert_equal 1/10r**20, Date._parse("2021-08-23 09:57:02.00000000000000000001")[:sec_fraction]
  assert_raises(ArgumentError, "string length (10) exceeds the limit 9") { Date._parse("2021-08-23", limit: 9) }
  zone = Date._parse(Class.new(String).new("2021-08-23 09:57:02 +0900").freeze)[:zone]
  assert_equal [String, false], [zone.class, zone.frozen?]
end

spec "times that are parsed keep zone and fraction" do
  time = Time.parse("2021-08-23 09:57:02.5 +0900")
  assert_equal [Time.utc(2021, 8, 23, 0, 57, 2.5r), 32_400, nil], [time, time.utc_offset, time.zone]
  assert Time.parse("2021-08-23 09:57:02 UTC").utc?
  times = [Time.strptime("1.000000000001", "%s.%N"), Time.strptime("-1.25", "%s.%N"), Time.iso8601("2021-08-23T09:57:02.5+09:00")]
  assert_equal [1 + 1/1_000_000_000_000r, -1.25r, 1_629_680_222.5r], times.map(&:to_r)
  assert_raises(ArgumentError, "argument out of range") { Time.parse("2021-08-32 09:57:02") }
end

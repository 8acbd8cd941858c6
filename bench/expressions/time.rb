require "time"
require "date"
moment = Time.at(1_700_000_000, 123_456)
day = Date.new(2024, 5, 6)
__END__
Time.now
Time.now(in: "+09:00")
Time.at(1_700_000_000)
Time.at(1.25)
Time.at(1_700_000_000.1)
Time.at(0, in: "UTC")
Time.new(2024, 5, 6, 7, 8, 9)
Time.new(2024, 5, 6, 7, 8, 9, "+09:00")
Time.new("2024-05-06 07:08:09")
Time.new("2024-05-06T07:08:09Z")
Time.utc(2024, 5, 6)
Time.parse("2024-05-06 07:08:09")
Time.iso8601("2024-05-06T07:08:09Z")
Time.strptime("2024-05-06", "%Y-%m-%d")
moment + 60
moment - moment
moment.year
moment.to_s
moment.strftime("%Y-%m-%d %H:%M:%S")
moment.round
day + 1
day >> 1
day.to_s
day.strftime("%d.%m.%Y")
Date.parse("2024-05-06")
Date.strptime("06.05.2024", "%d.%m.%Y")

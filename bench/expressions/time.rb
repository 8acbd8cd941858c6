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
Time.new("2024-05-06 07:08:09 +0900")
Time.new("2024-05-06 07:08:09", in: "+09:00")
Time.parse("2024-05-06 07:08:09 +0900")
Time.strptime("1.000000000001", "%s.%N")
Time.at(1, 1/3r)
moment.xmlschema(10)
moment.strftime("%FT%T.%3N")
moment.getlocal(3600)
Time.utc(2024, 5, 6)
Time.utc(2024, 5, 6, 7, 8, 9, 123_456)
Time.iso8601("2024-05-06T07:08:09.123456Z")
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
Time.now.to_f
Time.now - moment
Time.now.utc
Time.gm(2024)
Time.mktime(2024, 5, 6)
moment - 60
moment <=> moment + 1
moment == moment.dup
moment.to_i
moment.to_f
moment.to_r
moment.usec
moment.nsec
moment.utc?
moment.getutc
moment.localtime
moment.getlocal("+02:00")
moment.zone
moment.utc_offset
moment.wday
moment.yday
moment.month
moment.hour
moment.monday?
moment.to_a
moment.hash
moment.inspect
moment.iso8601
moment.xmlschema(3)
moment.httpdate
moment.rfc2822
moment.strftime("%a, %d %b %Y %T %z")
moment.strftime("%s.%N")
moment.strftime("%-d/%-m/%y %I:%M %p")
moment.floor(3)
moment.to_date
moment.between?(moment, moment + 1)
Time.at(1_700_000_000, 5, :millisecond)
Time.at(moment)
Time.httpdate("Mon, 06 May 2024 07:08:09 GMT")
Time.rfc2822("Mon, 06 May 2024 07:08:09 +0000")
day - 1
day - Date.new(2024, 1, 1)
day << 1
day <=> day + 1
day == Date.new(2024, 5, 6)
day.year
day.wday
day.yday
day.cweek
day.jd
day.leap?
day.next_day
day.prev_month
day.next_year
day.hash
day.inspect
day.iso8601
day.to_time
day.saturday?
day.step(day + 5).to_a
(day..day + 9).to_a
Date.today
Date.valid_date?(2024, 2, 30)
Date.iso8601("2024-05-06")
Date.new(2024, -1, -1)
DateTime.new(2024, 5, 6, 7, 8, 9)
DateTime.parse("2024-05-06T07:08:09+02:00")
DateTime.now.to_time
Time.at(1_700_000_000, 5, :nsec)
moment.floor
moment.ceil(3)
moment + 0.5
moment - 0.1
Date.valid_date?(2024, 2, 3)
DateTime.new(2024, 5, 6)
day.cwday
day === day
DateTime.new(2024, 5, 6, 7, 8, 9, "+02:00")
DateTime.new(2024, 5, 6, 7, 8, 9.5)
DateTime.jd(2_459_000)
DateTime.ordinal(2024, 100)
DateTime.iso8601("2024-05-06T07:08:09+02:00")
Time.new(2024, 5, 6, 7, 8, 9, "+09:00") - 86_400
Time.new(2024, 5, 6, 7, 8, 9, "+09:00") + 1.5
Time.new(2024, 5, 6, 7, 8, 9, "+09:00").round
Date.new(1500, 1, 1)
Marshal.load(Marshal.dump(day))

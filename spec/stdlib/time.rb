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

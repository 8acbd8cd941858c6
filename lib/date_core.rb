# Date and DateTime: days counted by Julian day numbers, in two calendars.
#
# A moment is a day (`@__day`) and seconds of it (`@__seconds`) in UTC, nanoseconds
# (`@__fraction`, a Rational where finer), an offset in seconds, and the day with which
# the Gregorian calendar begins (`@__start`). A Date is all zeros but for the day.

require "rutile/date/calendar"
require "rutile/date/construction"
require "rutile/date/parts"
require "rutile/date/arithmetic"
require "rutile/date/text"
require "rutile/date/date_time"
require "rutile/date/zones"
require "rutile/date/parse"
require "rutile/date/formats"
require "rutile/date/strptime"
require "rutile/date/conversion"

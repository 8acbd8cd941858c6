# The native half of BigDecimal, over Integers of any size.

require "rutile/bigdecimal/number"
require "rutile/bigdecimal/mode"
require "rutile/bigdecimal/rounding"
require "rutile/bigdecimal/conversion"
require "rutile/bigdecimal/text"
require "rutile/bigdecimal/arithmetic"
require "rutile/bigdecimal/power"

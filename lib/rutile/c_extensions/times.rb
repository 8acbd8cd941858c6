# Ruby's half of the C API: times.

module Rutile
  module CExtensions
    class << self
      def time_at(seconds, nanoseconds, offset)
        time = ::Time.at(seconds, nanoseconds, :nanosecond)
        case offset
        when nil, 0x7fffffff then time
        when 0x7ffffffe then time.utc
        else time.localtime(offset)
        end
      end

      def time_parts(value)
        time = ::Time === value ? value : ::Time.at(value)
        [time.to_i, time.nsec]
      end

      def interval_parts(value)
        raise ::TypeError, "can't convert #{value.class} into time interval" unless ::Numeric === value
        raise ::ArgumentError, "time interval must not be negative" if value < 0
        whole = value.floor
        [whole, ((value - whole) * 1_000_000_000).floor]
      end
    end
  end
end

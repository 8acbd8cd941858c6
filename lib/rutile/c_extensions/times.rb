# Ruby's half of the C API: times.

module Rutile
  module CExtensions
    # As programs find it at first.
    TIME_AT = ::Time.method(:at)
    private_constant :TIME_AT

    class << self
      def time_at(seconds, nanoseconds, offset)
        time = TIME_AT.call(seconds, nanoseconds, :nanosecond)
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

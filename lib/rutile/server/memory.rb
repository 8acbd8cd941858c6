# The memory of a process, as the system counts it.

module Rutile
  module Server
    # Kilobytes. `pss` is its proportional share, `uss` what it has to itself, `rss` all that is in memory of it.
    Memory = Struct.new(:rss, :pss, :uss) do
      # nil where the system does not tell, or the process is gone.
      def self.of(pid)
        fields = File.read("/proc/#{pid}/smaps_rollup").scan(/^(\w+):\s+(\d+) kB/).to_h { |name, number| [name, number.to_i] }
        new(fields["Rss"], fields["Pss"], fields["Private_Clean"] + fields["Private_Dirty"])
      rescue SystemCallError, NoMethodError
        nil
      end

      # The part of what is in memory that others share, from 0 to 1.
      def shared = rss.zero? ? 0.0 : 1 - uss.fdiv(rss)
    end
  end
end

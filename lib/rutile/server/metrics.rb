# The numbers that a worker tells once a second, and how they read.

module Rutile
  module Server
    module Metrics
      # Positions in what `numbers` gives.
      BUSY, THREADS, BACKLOG, CONNECTIONS, WAITING, ACCEPTED, REFUSED, BROKEN, TIMED_OUT, READ, WRITTEN, MICROSECONDS, RESPONSES, DURATIONS = *0..13
      CLASSES = 6

      # The flat numbers of a beat with the responses by class and the durations each in an Array.
      def self.numbers(flat)
        flat[0...RESPONSES] + [flat[RESPONSES, CLASSES], flat[(RESPONSES + CLASSES)..]]
      end
    end
  end
end

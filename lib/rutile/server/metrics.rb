# The numbers that a worker tells once a second, and how they read.

module Rutile
  module Server
    module Metrics
      # Positions in what `numbers` gives. The age of the oldest request is in milliseconds, the longest pause of a collection in microseconds.
      BUSY, THREADS, BACKLOG, OLDEST, MINOR, MAJOR, COLLECTION_MICROSECONDS, LONGEST_PAUSE, CONNECTIONS, WAITING, ACCEPTED, REFUSED, BROKEN, TIMED_OUT, READ, WRITTEN, MICROSECONDS, QUEUE_MICROSECONDS,
        RESPONSES, DURATIONS, QUEUES = *0..20
      CLASSES = 6

      # The flat numbers of a beat, with the responses by class, the durations and the times in queues each in an Array.
      def self.numbers(flat)
        classes = flat[(RESPONSES + CLASSES)..]
        flat[0...RESPONSES] + [flat[RESPONSES, CLASSES], *classes.each_slice(classes.size / 2)]
      end
    end
  end
end

# Counts of the caches of calls, operators and constants, for who measures: each is since the start.
module Rutile
  module Caches
    # `call_misses`, `operator_misses`, `constant_misses`: how often a place of the program did not know the answer;
    # `assumptions`: what caches rely on now; `rechecks`: how often one of them was asked whether it still holds;
    # `changes`: how many assumptions fell because the program changed something.
    def self.statistics
      Primitive.cache_counts.each_slice(2).to_h
    end
  end
end

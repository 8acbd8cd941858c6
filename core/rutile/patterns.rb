# The library's part of compiled pattern matching (`case`/`in`, `=>`, `in`).
#
# Patterns are compiled to plain instructions and calls; only checking what a
# value deconstructs to and saying why nothing matched go through here. The reason for which a
# single pattern failed is handed over as a Symbol and up to two values, and is
# put into words only when the error is raised.
module Rutile
  # What `deconstruct` has answered.
  def self.deconstructed(parts)
    raise TypeError, "deconstruct must return Array" unless Array === parts
    parts
  end

  # What `deconstruct_keys` has answered.
  def self.deconstructed_keys(pairs)
    raise TypeError, "deconstruct_keys must return Hash" unless Hash === pairs
    pairs
  end

  # None of several patterns matched.
  def self.no_matching_pattern(value)
    raise NoMatchingPatternError, value
  end

  # The only pattern did not match. `reason` is one of the Symbols below.
  def self.no_matching_single_pattern(value, reason, subject, detail)
    explanation = pattern_failure(reason, subject, detail)
    message = "#{value.inspect}: #{explanation}"
    raise NoMatchingPatternKeyError.new(message, matchee: subject, key: detail) if reason == :key
    raise NoMatchingPatternError, message
  end

  def self.pattern_failure(reason, subject, detail)
    case reason
    when :case_equal       then "#{subject.inspect} === #{detail.inspect} does not return true"
    when :deconstruct      then "#{subject.inspect} does not respond to #deconstruct"
    when :deconstruct_keys then "#{subject.inspect} does not respond to #deconstruct_keys"
    when :length           then "#{subject.inspect} length mismatch (given #{subject.length}, expected #{detail})"
    when :minimum_length   then "#{subject.inspect} length mismatch (given #{subject.length}, expected #{detail}+)"
    when :find             then "#{subject.inspect} does not match to find pattern"
    when :key              then "key not found: #{detail.inspect}"
    when :not_empty        then "#{subject.inspect} is not empty"
    when :rest_not_empty   then "rest of #{subject.inspect} is not empty"
    when :guard            then "guard clause does not return true"
    end
  end
  private_class_method :pattern_failure
end

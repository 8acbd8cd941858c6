# Methods that a class has of its own here, to be quick, and inherits in the reference. A program that defines one there discards nothing.

module Rutile
  CLOSER_METHODS = {
    Array => %i[detect each_with_index entries filter_map find inject member? partition reduce sort_by],
    Hash => %i[collect count filter_map map partition sum],
    Range => %i[inject map reduce sum],
    File => %i[path to_path],
    Integer => %i[eql? hash],
    Module => %i[hash],
    String => %i[between? itself],
    Exception => %i[initialize_copy],
    Thread => %i[initialize_copy],
    TrueClass => %i[!],
    FalseClass => %i[!]
  }.each { |owner, names| names.each { |name| Primitive.discard_silently(owner, name) } }.freeze
  private_constant :CLOSER_METHODS
end

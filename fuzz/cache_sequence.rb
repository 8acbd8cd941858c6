# One random sequence of changes to what caches rely on, as the text of a program: classes, modules, constants
# and call sites of its own, that are warmed, changed, and asked again. The same seed gives the same text under every Ruby.
#
# The text ends with an Array of what all sites answered after each change. What a site raises is an answer too.
class CacheSequence
  CLASSES = %w[A B C].freeze
  MODULES = %w[M N O].freeze
  METHODS = %w[f g h].freeze
  OPERATORS = %w[+ == [] << ! nil? != <=> to_s].freeze
  CONSTANTS = %w[K L].freeze
  OBJECTS = %w[a b c d a2].freeze
  VISIBILITIES = %w[public private protected].freeze

  # What each kind of site does with an object.
  CALLS = [
    "o.f", "o.g", "o.h", "o.f", "o.g(1) { 2 }", "o.send(:f)", "o.public_send(:g)", "o.respond_to?(:f)", "o.respond_to?(:h, true)",
    "o + 1", "o == 1", "o != 1", "o[0]", "o << 3", "!o", "o.nil?", "o <=> 1", '"#{o}"[0, 4]', "[o].map(&:f)", "o.x", "(o.x = 5)",
    "o.f(*[])", "o.h(**{})", "o.class.new.x", "o.class::K", "defined?(o.f)", "o.then { |v| v.g }", "o.again", "o.by_name", "o.own_constant",
    "case o when M then 1 when B then 2 else 3 end", "o.instance_eval { f }", "o.method(:f).call", "o.yielding { |v| v.h }", "o.class.k"
  ].freeze

  def initialize(seed)
    @state = seed * 2654435761 % (1 << 32) + 1
    @values = 0
    @placed = {}
  end

  # A program that is the module named `home`.
  def text(home)
    @refines = below(4) == 0
    lines = ["module #{home}", *declarations, *(refinements if @refines), *sites, "  RESULTS = []"]
    lines << "  #{OBJECTS.join(", ")} = A.new, B.new, C.new, C.new, A.new" << "  OBJECTS = [#{OBJECTS.join(", ")}]"
    lines.concat(asking)
    (2 + below(5)).times do
      (1 + below(2)).times { lines << "  begin; #{change}; rescue StandardError => e; RESULTS << e.class; end" }
      lines.concat(asking)
    end
    lines << "end" << "#{home}::RESULTS"
    lines.join("\n")
  end

  private

  # Knuth's linear congruential generator, modulo 2**32; its upper bits.
  def below(limit)
    @state = (@state * 1664525 + 1013904223) % (1 << 32)
    (@state >> 8) % limit
  end

  def one_of(list) = list[below(list.size)]

  def value = ":v#{@values += 1}"

  def body
    case below(5)
    when 0 then @refines ? value : "[super, #{value}]"
    when 1 then "[#{value}, (K)]"
    else value
    end
  end

  def method_text(name = one_of(METHODS)) = "def #{name}(*, **) = #{body}"

  def declarations
    modules = MODULES.map { |name| "  module #{name}; #{"#{method_text}; " if below(2) == 0}#{"K = #{value}; " if below(3) == 0}end" }
    classes = CLASSES.each_with_index.map do |name, index|
      parent = index == 0 ? "" : " < #{CLASSES[index - 1]}"
      methods = Array.new(below(3)) { method_text }.join("; ")
      always = index == 0 ? "attr_accessor :x; def initialize = @x = 1; def again = f; def by_name = __send__(:g); def own_constant = K; def yielding = yield(self); class << self; def k = K; end; " : ""
      "  class #{name}#{parent}; #{always}#{methods}#{"; K = #{value}" if below(3) == 0}; end"
    end
    ["  K = #{value}", *modules, *classes]
  end

  # Where a refinement is in use no method calls `super`, and nothing is undefined, aliased or prepended: the reference's own answers are then
  # stale, or depend on what was called before.
  def refinements
    ["  module R; refine(#{one_of(CLASSES)}) { def #{one_of(METHODS)}(*, **) = #{value} }; end", "  using R"]
  end

  def sites
    @sites = Array.new(5 + below(4)) { one_of(CALLS) }
    @sites.each_with_index.map { |call, index| "  def self.s#{index}(o) = #{call}" }
  end

  # Asks every site about the objects in turns, so that the caches are warm and of several shapes.
  def asking
    round = "OBJECTS.each { |o| RESULTS << #{home_of_sites}.answer(i, o) }"
    round = "Thread.new { #{round} }.join" if below(12) == 0
    ["  #{below(2) + 1}.times { #{@sites.size}.times { |i| #{round} } }"]
  end

  def home_of_sites
    "CacheAnswers.of(self)"
  end

  def change
    case below(22)
    when 0..3 then "class #{one_of(CLASSES)}; #{method_text}; end"
    when 4 then "module #{one_of(MODULES)}; #{method_text}; end"
    when 5 then "class #{one_of(CLASSES)}; #{method_text(one_of(OPERATORS))}; end"
    when 6 then "class #{one_of(CLASSES)}; remove_method :#{one_of(METHODS)}; end"
    when 7 then "class #{one_of(CLASSES)}; undef_method :#{one_of(METHODS)}; end" unless @refines
    when 8 then "class #{one_of(CLASSES)}; alias_method :#{one_of(METHODS)}, :#{one_of(METHODS)}; end" unless @refines
    when 9 then visibility
    when 10, 11 then placing
    when 12 then "#{one_of(OBJECTS)}.extend(Module.new { #{method_text} })"
    when 13 then "class << #{one_of(OBJECTS)}; #{method_text}; end"
    when 14 then "#{one_of(CLASSES + MODULES)}.const_set(:#{one_of(CONSTANTS)}, #{value})"
    when 15 then "#{one_of(CLASSES + MODULES)}.send(:remove_const, :K)"
    when 16 then "class #{one_of(CLASSES)}; def method_missing(name, *) = name == :#{one_of(METHODS)} ? #{value} : super; end"
    when 17 then "class #{one_of(CLASSES)}; def respond_to_missing?(name, all) = name == :#{one_of(METHODS)}; end"
    when 18 then "class #{one_of(CLASSES)}; define_method(:#{one_of(METHODS)}) { |*| #{value} }; end"
    when 19 then "class #{one_of(CLASSES)}; def initialize = @x = #{value}; end"
    when 20 then "def (#{one_of(CLASSES)}).k = #{value}"
    else "class #{one_of(CLASSES)}; class << self; def k = K; end; end"
    end
  end

  # Of a class's own method: that of an inherited one makes an entry of its own kind.
  def visibility
    name = one_of(METHODS)
    "class #{one_of(CLASSES)}; #{one_of(VISIBILITIES)} :#{name} if instance_methods(false).include?(:#{name}); end"
  end

  # A module is put in one place at most: where it stands twice among the ancestors is a subject of its own.
  def placing
    name = MODULES.find { |candidate| !@placed[candidate] } or return "nil"
    @placed[name] = true
    "#{one_of(CLASSES)}.#{@refines ? "include" : one_of(%w[include prepend])}(#{name})"
  end
end

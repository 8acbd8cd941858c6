# Random calls of the core's value classes, each printed with what it gives or raises. Run by two Rubies with the same
# seed, the output must be the same. The calls are made from tables: a receiver's type, a method, its arguments' types.
#
#   ruby fuzz/operations.rb SEED COUNT [KIND]
class Operations
  INTEGERS = %w[0 1 -1 2 3 7 10 -10 16 63 64 100 255 256 -256 1000 65537 -99999 2**31 2**32-1 2**61 2**62-1 2**62 -2**62 -2**62-1 2**63 2**64
                -2**64 2**64+1 3**50 -7**40 10**25 10**18 12345678901234567890 -98765432109876543210].freeze
  FLOATS = %w[0.0 -0.0 1.0 -1.0 0.5 1.5 2.5 -2.5 0.1 0.3 1e-7 123.456 -987.654321 1e15 1e16 1e17 123456789.123456789 1e20 1e22 1e23 1e100 1.7976931348623157e308 5e-324
              2.2250738585072014e-308 1e-5 0.0001 9007199254740993.0 Float::NAN Float::INFINITY -Float::INFINITY 0.1+0.2 4.35 1.005 1e-10].freeze
  RATIONALS = %w[Rational(1,3) Rational(-7,2) Rational(0) Rational(5) Rational(22,7) Rational(10**20,3) Rational(1,10**18) 1.5r].freeze
  COMPLEXES = %w[Complex(1,2) Complex(0,1) Complex(-1.5,0.5) Complex(3) Complex(1,-0.0) 2i Complex(Rational(1,2),3)].freeze
  STRINGS = ["", "a", "ab", "Hello, World", "  padded \\t\\n", "aaa bbb aaa", "x,y,,z,", "line\\none\\n\\n", "\\u3042\\u3044\\u3046", "h\\u00e9llo w\\u00f6rld", "\\u{1f600}!", "ABCxyz019", "az", "zz",
             "Zz9", "a-b_c d", "12abc", "0x1f", "0b101", "1e5", "1_000", " 42", "-17", "3.14xyz", "\\x00\\x01", "\\xff\\xfe", "e\\u0301", "\\u00df", "\\u0130", "\\u01c6",
             "%d %s", "\\\\1", "a.b*c", "\\r\\n", "tE sT", "a\\0b"].map { |text| "\"#{text}\"" }.freeze
  SYMBOLS = %w[:a :b :"odd one" :+ :[]= :A :a? :b! :"" :"\u3042"].freeze
  REGEXPS = %w[/a/ /[aeiou]/ /(.)(.)/ /\s+/ /\d+/ /^./ /.$/ /(?<x>l+)/ /b|a*/ /,/ // /\b/ /o/i /\p{Alpha}/ /(?!a)./].freeze
  RANGES = %w[(0..2) (1...3) (-3..-1) (2..) (..2) (0...0) (5..1) (-2..)].freeze

  # Receiver, a pattern in which each capital letter is an argument of a type: S string, I integer, N small number, F float, Q rational, C complex,
  # Y any number, R regexp, G range, A array, H hash, M symbol, V any value, B a base.
  CALLS = {
    integer: %w[+Y -Y *Y /Y %Y &I |I ^I <=>Y ==Y <Y >=Y .**(N) <<N >>N .divmod(Y) .fdiv(Y) .pow(N,I) .gcd(I) .lcm(I) .gcdlcm(I) .digits .digits(B) .bit_length .to_s .to_s(B)
                .round(-N) .round(N) .floor(-N) .ceil(-N) .truncate(-N) .round(-N,half::even) .round(-N,half::down) .round(-N,half::up) [N] [N,N] [G] .coerce(Y) .ceildiv(I) .remainder(Y)
                .modulo(Y) .to_f .to_r .to_c .rationalize .chr .ord .pred .succ .abs .-@ .~ .allbits?(I) .anybits?(I) .nobits?(I) .zero? .even? .odd? .integer? .finite? .numerator
                .denominator .quo(Y) .div(Y) .eql?(Y) .equal?(N) .between?(I,I) .clamp(I,I) .clamp(G) .size .inspect .positive? .negative? .step(N,3).first(5) .upto(N).first(3) .downto(N).first(3)].freeze,
    float: %w[+Y -Y *Y /Y %Y **N <=>Y ==Y <Y >=Y .divmod(Y) .to_s .to_i .to_r .rationalize .rationalize(Q) .round .round(N) .round(-N) .floor(N) .ceil(N) .truncate(N) .floor .ceil .truncate
              .round(N,half::even) .round(N,half::down) .round(half::even) .round(half::down) .next_float .prev_float .quo(Y) .nan? .infinite? .finite? .abs .-@ .coerce(Y) .to_c .numerator
              .denominator .modulo(Y) .remainder(Y) .div(Y) .fdiv(Y) .eql?(Y) .zero? .clamp(I,I) .inspect .arg .step(F,1.5).first(3) .hash==0.0.hash].freeze,
    rational: %w[+Y -Y *Y /Y **N <=>Y ==Y .divmod(Y) .to_s .inspect .to_i .to_f .round .round(N) .floor(N) .ceil(N) .truncate(N) .round(half::even) .rationalize(Q) .numerator .denominator .abs .-@ .coerce(Y)
                 .quo(Y) .fdiv(Y) .%(Y) .zero? .positive? .to_c .hash.class .round(N,half::down) .**(Q)].freeze,
    complex: %w[+Y -Y *Y /Y **N ==Y .abs .arg .polar .rect .conj .to_s .inspect .real? .to_c .numerator .denominator .coerce(Y) .quo(Y) .-@ .<=>(Y) .abs2 .finite? .infinite? .hash.class .to_i .to_f .to_r].freeze,
    string: %w[+S *N %A <=>S ==S =~R [N] [N,N] [G] [S] [R] [R,N] .byteslice(N,N) .bytes .chars .lines .codepoints .upcase .downcase .capitalize .swapcase .reverse .strip .lstrip .rstrip .chomp .chop .chomp(S)
               .squeeze .squeeze(S) .succ .next .hex .oct .to_i .to_i(B) .to_f .to_r .to_c .to_sym .intern .ord .sum .hash==S.hash .length .bytesize .center(N,S) .ljust(N,S) .rjust(N,S) .count(S)
               .delete(S) .tr(S,S) .tr_s(S,S) .index(S) .index(S,N) .index(R) .rindex(S) .rindex(R,N) .byteindex(S) .start_with?(S) .start_with?(R) .end_with?(S) .include?(S) .sub(R,S) .gsub(R,S) .sub(S,S)
               .gsub(S,S) .gsub(R){|m|m.inspect} .gsub(R,H) .scan(R) .scan(S) .split .split(S) .split(R) .split(S,N) .split(R,N) .partition(S) .partition(R) .rpartition(S) .rpartition(R) .insert(N,S) .prepend(S)
               .each_line(S).to_a .each_grapheme_cluster.to_a .unpack("C*") .unpack("U*") .unpack("a2xn") .unpack("b*") .unpack("H*") .unpack1("m") .valid_encoding? .ascii_only? .encoding .b .scrub .scrub(S)
               .unicode_normalize .unicode_normalize(:nfd) .casecmp(S) .casecmp?(S) .eql?(S) .empty? .inspect .dump .crypt("ab") .slice(N,N) .slice(G) .delete_prefix(S) .delete_suffix(S) .upto(S).first(4)
               .between?(S,S) .match(R) .match?(R) .unpack("w*") .unpack("n*") .force_encoding("UTF-16LE").inspect .encode("UTF-16BE").bytes .encode("ISO-8859-1") .encode("US-ASCII",undef::replace) .tr('a-y','b-z')
               .each_char.with_index.to_a.last .bytesplice(N,N,S) .setbyte(N,65) .getbyte(N) .undump .upcase(:ascii) .swapcase(:turkic) .downcase(:fold) .to_s.freeze .squeeze("a-z") .delete("^a-z") .count("a-c","^b")].freeze,
    array: %w[+A -A *N *S &A |A <=>A ==A [N] [N,N] [G] .first .first(N) .last(N) .take(N) .drop(N) .sort .sort_by(&:to_s) .uniq .reverse .rotate(N) .flatten .flatten(N) .compact .sum .max .min .minmax .max(N) .min(N)
              .pack("C*") .pack("U*") .pack("a3n") .pack("w*") .pack("m") .pack("n*") .pack("E") .pack("q>") .pack("M") .pack("u") .pack("a5Z*") .join .join(S) .each_slice(N).to_a .each_cons(N).to_a .combination(N).to_a
              .permutation(N).first(5) .product(A) .transpose .zip(A) .assoc(V) .index(V) .rindex(V) .count(V) .include?(V) .delete(V) .delete_at(N) .insert(N,V) .fill(V,N,N) .values_at(N,N) .dig(N,N) .fetch(N) .fetch(N,V)
              .slice!(N,N) .slice!(G) .push(V) .unshift(V) .tally .group_by(&:class) .partition{|x|x.is_a?(Integer)} .each_with_index.to_a .inspect .to_s .hash==A.hash .eql?(A) .cycle.first(N) .chunk_while{|x,y|x==y}.to_a
              .slice_when{|x,y|x!=y}.to_a .inject(:+) .reduce(V){|x,y|y} .bsearch{|x|x.to_i>=1} .sum(F) .none? .one? .take_while{|x|x} .drop_while{|x|x} .repeated_combination(N).first(3) .to_h{|x|[x,1]} .filter_map{|x|x&.to_s}
              .difference(A) .union(A) .intersection(A) .intersect?(A) .fill(N){|i|i*i} [N]=V [N,N]=A [G]=V .concat(A) .minmax_by(&:to_s) .each_entry.to_a .flat_map{|x|[x,x]} .step .sort{|x,y|y.to_s<=>x.to_s} .max_by(&:to_s)
              .bsearch_index{|x|true} .sample(0) .shuffle(random:Random.new(42)) .sample(random:Random.new(7)) .find_index(V) .rassoc(V) .lazy.map(&:to_s).first(2) .deconstruct .freeze.frozen? .fetch_values(N,N)].freeze,
    hash: %w[[V] .key(V) .fetch(V) .fetch(V,V) .dig(V) .merge(H) .merge(H){|k,x,y|[x,y]} .invert .to_a .sort_by(&:to_s) .min_by(&:to_s) .sum{1} .select{|k,v|v} .reject{|k,v|v} .partition{|k,v|v} .transform_values(&:to_s)
             .transform_keys(&:to_s) .transform_keys(H) .group_by{|k,v|v.class} .any?{|k,v|v.nil?} .all? .count .find{|k,v|v} .each_with_index.to_a .inspect .to_s ==H <=H >H .eql?(H) .hash==H.hash .compact .slice(V,V) .except(V)
             .filter_map{|k,v|v} .key?(V) .value?(V) .values_at(V,V) .fetch_values(V) .delete(V) .store(V,V) .length .keys .values .first(N) .reduce([]){|x,y|x+y} .zip(A) .sort_by{|k,v|v.to_s} .flat_map{|k,v|[k]} .rassoc(V) .assoc(V)
             .each_slice(N).to_a .max_by{|k,v|v.to_s} .sum{|k,v|v.to_s.size} .to_h{|k,v|[v,k]} .update(H) .replace(H) .delete_if{|k,v|v} .compare_by_identity.size .default=V .flatten .flatten(N) .tally .uniq .chunk_while{true}.to_a].freeze,
  }.freeze

  FLAGS = ["", "-", "+", " ", "0", "#", "-+", "+0", "# ", "#0", "- 0"].freeze
  WIDTHS = ["", "5", "12", "*"].freeze
  PRECISIONS = ["", ".0", ".2", ".10", ".*", "."].freeze
  DIRECTIVES = %w[d i u f g G e E a A x X o b B s p c %].freeze
  PACKS = %w[C c S s L l Q q n N v V U w a A Z B b H h u m M e E g G f d D F x X @ j J S> s< L> l! Q< q> i I].freeze
  STRFTIMES = %w[Y C y m B b h j d e H k I l P p M S L N Z z A a u w G g V U W s n t % c D F v x X r R T + 3N 6N 9N -d -m ^B ^a #p #Z 010Y _5d -y :z ::z _H 05S 10A ^10b 0e -I E Ey Od Q].freeze

  def initialize(seed)
    @state = seed * 2_654_435_761 % 2**61 + 88_172_645_463_325_252
  end

  def run(count, kind)
    count.times { tell(call(kind || pick(CALLS.keys + %i[format pack strftime conversion]))) }
  end

  private

  # A generator of its own, so that both Rubies draw the same whatever their Random does.
  def below(bound)
    @state ^= @state << 13 & 2**64 - 1
    @state ^= @state >> 7
    @state ^= @state << 17 & 2**64 - 1
    @state % bound
  end

  def pick(list) = list[below(list.size)]

  def call(kind)
    case kind
    when :format then "format(\"#{directive}|#{directive}\", #{Array.new(below(6)) { value }.join(", ")})"
    when :pack then packing
    when :strftime then "#{time}.strftime(\"#{Array.new(1 + below(3)) { "%" + pick(STRFTIMES) }.join("|")}\")"
    when :conversion then "#{pick(%w[Integer Float Rational Complex String Array])}(#{value}#{pick(["", "", ", exception: false"])})"
    else "(#{literal(kind)})#{filled(pick(CALLS.fetch(kind)))}"
    end
  end

  def directive = "%#{pick(FLAGS)}#{pick(WIDTHS)}#{pick(PRECISIONS)}#{pick(DIRECTIVES)}"

  def packing
    template = Array.new(1 + below(3)) { pick(PACKS) + pick(["", "", "2", "*", "0"]) }.join
    below(2) == 0 ? "[#{Array.new(below(5)) { value }.join(", ")}].pack(\"#{template}\")" : "(#{literal(:string)} * #{below(4)}).unpack(\"#{template}\")"
  end

  def time
    at = pick(["0", "-1", "1_700_000_000", "951_782_400", "Rational(1, 3)", "-62_135_596_800", "253_402_300_800", "4_102_444_799.999", below(2**33).to_s, "-#{below(2**36)}"])
    "Time.at(#{at}, in: #{pick(['"UTC"', '"+09:00"', '"-03:30"', '"Z"', '"+00:00:01"', '"A"'])})"
  end

  def filled(pattern)
    pattern.gsub(/(?<![A-Za-z_":'\\])[SINFQCYRGAHMVB](?![A-Za-z_*])/) { |letter| argument(letter) }
  end

  def argument(letter)
    return value if below(40) == 0
    case letter
    when "S" then literal(:string)
    when "I" then "(#{literal(:integer)})"
    when "N" then below(12) == 0 ? (below(60) - 30).to_s : below(6).to_s
    when "F" then "(#{literal(:float)})"
    when "Q" then literal(:rational)
    when "Y" then "(#{literal(pick(%i[integer integer float rational complex]))})"
    when "R" then pick(REGEXPS)
    when "G" then pick(RANGES)
    when "A" then literal(:array)
    when "H" then "(#{literal(:hash)})"
    when "B" then pick(%w[2 3 8 10 16 36 7 37 1 0 -2])
    else value
    end
  end

  def value
    case below(12)
    when 0 then "nil"
    when 1 then pick(%w[true false])
    when 2 then pick(SYMBOLS)
    when 3 then pick(RANGES)
    else "(#{literal(pick(%i[integer integer float string string array rational complex]))})"
    end
  end

  def literal(kind)
    case kind
    when :integer then below(3) == 0 ? (below(2**(1 + below(70))) - below(2**(1 + below(70)))).to_s : pick(INTEGERS)
    when :float then below(3) == 0 ? "#{below(100_000)}e#{below(30) - 15}" : pick(FLOATS)
    when :rational then below(3) == 0 ? "Rational(#{below(1000) - 500},#{1 + below(100)})" : pick(RATIONALS)
    when :complex then pick(COMPLEXES)
    when :string then below(6) == 0 ? "#{pick(STRINGS)}.b" : pick(STRINGS)
    when :array then "[#{Array.new(below(5)) { element }.join(", ")}]"
    when :hash then "{#{Array.new(below(4)) { "#{element} => #{element}" }.join(", ")}}"
    end
  end

  def element
    case below(9)
    when 0 then "nil"
    when 1 then pick(SYMBOLS)
    when 2 then "[#{below(3)}, [#{below(3)}]]"
    when 3, 4 then pick(STRINGS)
    when 5 then pick(FLOATS)
    else (below(9) - 2).to_s
    end
  end

  def tell(call)
    result = eval(call, TOPLEVEL_BINDING.dup, "call", 1).inspect
    puts "#{call} # => #{result.encode("UTF-8", invalid: :replace, undef: :replace)[0, 300]}"
  rescue StandardError, SyntaxError, NoMemoryError, NotImplementedError => error
    puts "#{call} # => #{error.class}: #{SyntaxError === error ? "" : error.message.scrub.lines.first.to_s.chomp[0, 200]}"
  end
end

$VERBOSE = nil
Operations.new(Integer(ARGV[0])).run(Integer(ARGV[1]), ARGV[2]&.to_sym)

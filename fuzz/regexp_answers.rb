# Makes random patterns and strings, and prints what the patterns find in them, one line a pattern: the pattern and, after tabs, what it
# finds in each string.
#
#   RUBY fuzz/regexp_answers.rb SEED COUNT
$VERBOSE = nil
Regexp.timeout = 2

# A pattern, by a seed.
class RandomPattern
  LETTERS = ["a", "b", "c", "A", "B", "1", " ", "_", "-", "\n", "é", "É", "ß", "s", "S", "ss", "k", "K", "あ", "Σ", "σ", "ς", "ffi", "ﬃ", "ẞ", "İ"].freeze
  PLAIN = ["a", "b", "c", "ab", "abc", "aa", "1"].freeze
  ESCAPES = ['\\w', '\\W', '\\d', '\\D', '\\s', '\\S', '\\h', '\\H', '\\n', '\\x61', '\\u00e9', '\\u{61 62}', '\\.', '\\101', '\\R', '\\X', '\\t', '\\/', '\\-'].freeze
  ANCHORS = ["^", "$", '\\A', '\\z', '\\Z', '\\b', '\\B', '\\G', '\\K'].freeze
  CLASSES = ["[abc]", "[^a]", "[a-c]", "[^a-c]", "[a-c&&[^b]]", "[[:alpha:]]", "[[:^digit:]]", "[[:upper:]b]", "[\\w-]", "[\\d\\s]", "[a[bc]]", "[^\\n]", "[é-ü]",
             "[^é]", "[ß]", "[\\u00e0-\\u00ff]", "[[:word:]&&[^_]]", "[k]", "[s]", "[^s]", "[[:punct:]]", "[[:space:]]", "[a-z]", "[A-Z0-9]", "[\\W]", "[^\\w]", "[]a]", "[-a]", "[a-]"].freeze
  PROPERTIES = ["Alpha", "Alnum", "Digit", "Upper", "Lower", "Greek", "Hiragana", "L", "Lu", "^L", "Punct", "Space", "Word", "Any", "Han", "Nd", "ASCII", "Emoji"].freeze
  QUANTIFIERS = ["*", "+", "?", "*?", "+?", "??", "*+", "++", "?+", "{2}", "{1,2}", "{0,2}", "{2,}", "{,2}", "{1,3}?", "{2}?", "{2}+", "{0}", "{1}", "{3,12}"].freeze

  def initialize(random, simple)
    @random = random
    @simple = simple
    @groups = 0
    @names = []
    @named = random.rand(6).zero?
  end

  def text = alternatives(3)

  private

  def one(list) = list[@random.rand(list.size)]

  def alternatives(depth)
    Array.new(@random.rand(4).zero? ? 1 + @random.rand(3) : 1) { sequence(depth) }.join("|")
  end

  def sequence(depth) = Array.new(1 + @random.rand(depth > 1 ? 4 : 2)) { piece(depth) }.join

  def piece(depth)
    text = atom(depth)
    text += one(QUANTIFIERS) if @random.rand(5) < 2
    text += one(QUANTIFIERS) if @random.rand(25).zero?
    text
  end

  def atom(depth)
    case @random.rand(depth.positive? ? 30 : 17)
    when 0..6 then @simple ? one(PLAIN) : one(LETTERS)
    when 7, 8 then "."
    when 9..11 then one(CLASSES)
    when 12, 13 then one(ESCAPES)
    when 14, 15 then one(ANCHORS)
    when 16 then @simple ? "b" : "#{one(['\\p', '\\P'])}{#{one(PROPERTIES)}}"
    when 17..21 then capture(depth)
    when 22, 23 then "(?:#{alternatives(depth - 1)})"
    when 24 then "(?>#{alternatives(depth - 1)})"
    when 25 then "#{one(%w[(?= (?!])}#{alternatives(depth - 1)})"
    when 26 then "#{one(%w[(?<= (?<!])}#{behind})"
    when 27 then "#{one(%w[(?i: (?m: (?x: (?u: (?a: (?d: (?i-m: (?i) (?m-i:])}#{alternatives(depth - 1)})".sub(/\A\(\?i\)(.*)\)\z/m, '(?i)\1')
    else reference(depth)
    end
  end

  def behind = @random.rand(3).zero? ? "#{one(PLAIN)}|#{one(PLAIN)}" : one(PLAIN + CLASSES + ESCAPES + ['\\b', "^", "a{2}", "a|bc", "(a)", "."])

  def capture(depth)
    if @named
      name = one(%w[x y z])
      @names << name
      "(?<#{name}>#{alternatives(depth - 1)})"
    else
      @groups += 1
      "(#{alternatives(depth - 1)})"
    end
  end

  def reference(depth)
    return one(PLAIN) if @named && @names.empty? || !@named && @groups.zero?
    if @named
      @random.rand(3).zero? ? "\\g<#{one(@names)}>?" : "\\k<#{one(@names)}>"
    else
      number = 1 + @random.rand(@groups)
      case @random.rand(5)
      when 0 then "(?(#{number})#{sequence(depth - 1)}|#{sequence(depth - 1)})"
      when 1 then "\\g<#{number}>?"
      when 2 then "\\k<-1>"
      else "\\#{number}"
      end
    end
  end
end

def text(random, simple)
  letters = simple ? %w[a a b b c 1 A] + ["\n", " "] : RandomPattern::LETTERS + %w[a b c]
  Array.new(random.rand(12)) { letters[random.rand(letters.size)] }.join.encode(Encoding::UTF_8)
end

# Where the groups lie. In loops of a fixed number of turns the reference lets groups end before they begin, which then are no texts.
def groups(found)
  pairs = found && (0...found.size).map { |number| found.byteoffset(number) }
  raise ArgumentError, "negative string size" if pairs&.any? { |start, ending| start && start > ending }
  pairs&.map { |pair| pair.join("-") }
end

def answer(seed)
  random = Random.new(seed)
  simple = random.rand(2).zero?
  source = RandomPattern.new(random, simple).text
  options = [0, 0, 0, Regexp::IGNORECASE, Regexp::MULTILINE, Regexp::EXTENDED][random.rand(6)]
  strings = Array.new(6) { text(random, simple) }
  starts = strings.map { |string| string.empty? ? 0 : random.rand(string.size + 1) }
  begin
    pattern = Regexp.new(source, options)
  rescue RegexpError => error
    return "#{source.inspect} #{options}: #{error.message}"
  end
  # Before any match: the reference's answer is of the program for the encoding of the last string, which a match changes.
  linear = Regexp.linear_time?(pattern)
  # The reference reads ASCII by a program for US-ASCII, in which nothing folds to several characters, until it has matched a string of another
  # encoding: then by that one's, until it matches one in US-ASCII.
  begin
    pattern.match?("\u00e9")
  rescue Regexp::TimeoutError
    nil
  end
  found = strings.zip(starts).map do |string, start|
    first = pattern.match(string)
    [string, groups(first), groups(pattern.match(string, start)), string.rindex(pattern), string.scan(pattern).size, string.b.ascii_only? ? string.b =~ pattern : nil]
  rescue Regexp::TimeoutError
    [string, :timeout]
  rescue ArgumentError
    [string, :undefined]
  end
  ["#{source.inspect} #{options} #{linear} #{pattern.names}", *found.map(&:inspect)].join("\t")
end

first, count = ARGV.map(&:to_i)
first.upto(first + count - 1) { |seed| puts answer(seed).gsub("\n", "\\n") }

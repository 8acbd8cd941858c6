# Date._parse: finds the parts of a date in free text.
#
# One form after another is tried, and what matches is taken out of the text (a blank
# stays), so that what is left can be looked at for the next part: weekday, time, then
# the first kind of date that fits, then what is around it.

class Date
  MONTH_NAMES = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
  # Digits from where a number begins: a long one isn't tried again from each of its digits.
  NUMBER = "(?<!\\d)\\d+"
  ERA_YEARS = { "M" => 1867, "T" => 1911, "S" => 1925, "H" => 1988, "R" => 2018 }.freeze
  private_constant :MONTH_NAMES, :NUMBER, :ERA_YEARS

  # The search itself; an instance holds the text that is left and what was found.
  class Finder
    FORMS = %i[european american iso japanese vms slashes dots week_or_ordinal year_alone month_alone day_alone digits].freeze
    ERA = "c(?:e|\\.e\\.)|b(?:ce|\\.c\\.e\\.)|a(?:d|\\.d\\.)|b(?:c|\\.c\\.)"
    MOMENT = /
      (#{NUMBER}\s*
        (?: (?: :\s*\d+ (?:\s*:\s*\d+(?:[,.]\d*)?)? | h(?:\s*\d+m?(?:\s*\d+s?)?)? ) (?:\s*[ap](?:m\b|\.m\.))?
          | [ap](?:m\b|\.m\.) ))
      (?: \s*
        ( (?:gmt|utc?)?[-+]\d+(?:[,.:]\d+(?::\d+)?)?
          | (?-i:[[:alpha:].\s]+)(?:standard|daylight)\stime\b
          | (?-i:[[:alpha:]]+)(?:\sdst)?\b ))?
    /ix
    CLOCK_OF_MOMENT = /\A(\d+)h?(?:\s*:?\s*(\d+)m?(?:\s*:?\s*(\d+)(?:[,.](\d+))?s?)?)?(?:\s*([ap])(?:m\b|\.m\.))?/i
    private_constant :FORMS, :ERA, :MOMENT, :CLOCK_OF_MOMENT

    def initialize(text)
      @text = text.gsub(%r{[^-+',./:@[:alnum:]\[\]]+}, " ")
      @found = {}
    end

    def find(completes)
      @completes = completes
      weekday
      time
      FORMS.any? { |form| __send__(form) }
      @before_christ = true if take(/\b(?:bc\b|bce\b|b\.c\.|b\.c\.e\.)/i)
      lone_number
      finish_year(:cwyear)
      finish_year(:year)
      zone = @found[:zone]
      @found[:offset] = Date.__send__(:__zone_offset, zone) if zone && @found[:offset].nil?
      @found
    end

    private

    # Takes what matches out of the text.
    def take(pattern)
      match = pattern.match(@text) or return nil
      @text = "#{match.pre_match} #{match.post_match}"
      match
    end

    def weekday
      match = take(/\b(sun|mon|tue|wed|thu|fri|sat)[^-\/\d\s]*/i) and @found[:wday] = ABBR_DAYNAMES.index(match[1].capitalize)
    end

    def time
      match = take(MOMENT) or return
      @found[:zone] = match[2] if match[2]
      clock = CLOCK_OF_MOMENT.match(match[1]) or return
      hour = clock[1].to_i
      if clock[5]
        raise RangeError, "integer #{hour} too big to convert to 'int'" if hour > 0x7fffffff
        hour = hour % 12 + (clock[5].match?(/p/i) ? 12 : 0)
      end
      @found[:hour] = hour
      @found[:min] = clock[2].to_i if clock[2]
      @found[:sec] = clock[3].to_i if clock[3]
      @found[:sec_fraction] = Rational(clock[4].to_i, 10**clock[4].size) if clock[4]
    end

    def month_number(name)
      ABBR_MONTHNAMES.index(name.capitalize).to_s
    end

    def european
      match = take(/('?#{NUMBER})[^-\d\s]*\s*(#{MONTH_NAMES})[^-\d\s']*(?:\s*(#{ERA})?\s*('?-?\d+(?:(?:st|nd|rd|th)\b)?))?/io) or return
      assign(match[4], month_number(match[2]), match[1], match[3]&.match?(/\Ab/i))
    end

    def american
      match = take(/\b(#{MONTH_NAMES})[^-\d\s']*\s*('?\d+)[^-\d\s']*(?:\s*+,?\s*+(#{ERA})?\s*('?-?\d+))?/io) or return
      assign(match[4], month_number(match[1]), match[2], match[3]&.match?(/\Ab/i))
    end

    def iso
      match = take(/('?[-+]?#{NUMBER})-(\d+)-('?-?\d+)/o) and assign(match[1], match[2], match[3])
    end

    def japanese
      match = take(/\b([mtshr])(\d+)\.(\d+)\.(\d+)/i) or return
      @found.update(year: match[2].to_i + ERA_YEARS[match[1].upcase], mon: match[3].to_i, mday: match[4].to_i)
    end

    def vms
      if match = take(/('?-?#{NUMBER})-(#{MONTH_NAMES})[^-\/.]*-('?-?\d+)/io)
        assign(match[3], month_number(match[2]), match[1])
      elsif match = take(/\b(#{MONTH_NAMES})[^-\/.]*-('?-?\d+)(?:-('?-?\d+))?/io)
        assign(match[3], month_number(match[1]), match[2])
      end
    end

    def slashes
      match = take(%r{('?-?#{NUMBER})/\s*('?\d+)(?:\D\s*('?-?\d+))?}o) and assign(match[1], match[2], match[3])
    end

    def dots
      match = take(/('?-?#{NUMBER})\.\s*('?\d+)\.\s*('?-?\d+)/o) and assign(match[1], match[2], match[3])
    end

    # Weeks, days of the year, and what ISO 8601 leaves out.
    def week_or_ordinal
      week || weekday_alone || short_date || ordinal
    end

    def week
      match = take(/\b(\d{2}|\d{4})?-?w(\d{2})(?:-?(\d))?\b/i) or return
      @found[:cwyear] = match[1].to_i if match[1]
      @found[:cweek] = match[2].to_i
      @found[:cwday] = match[3].to_i if match[3]
      true
    end

    def weekday_alone
      match = take(/-w-(\d)\b/i) and @found[:cwday] = match[1].to_i
    end

    def short_date
      if match = take(/--(\d{2})?-(\d{2})\b/)
        @found[:mon] = match[1].to_i if match[1]
        @found[:mday] = match[2].to_i
      elsif match = take(/--(\d{2})(\d{2})?\b/)
        @found[:mon] = match[1].to_i
        @found[:mday] = match[2].to_i if match[2]
      end
      match
    end

    def ordinal
      if !@text.match?(/[,.](?:\d{2}|\d{4})-\d{3}\b/) && (match = take(/\b(\d{2}|\d{4})-(\d{3})\b/))
        @found.update(year: match[1].to_i, yday: match[2].to_i)
      elsif !@text.match?(/\d-\d{3}\b/) && (match = take(/\b-(\d{3})\b/))
        @found[:yday] = match[1].to_i
      end
      match
    end

    def year_alone
      match = take(/'(\d+)\b/) and @found[:year] = match[1].to_i
    end

    def month_alone
      match = take(/\b(#{MONTH_NAMES})\S*/io) and @found[:mon] = month_number(match[1]).to_i
    end

    def day_alone
      match = take(/(#{NUMBER})(?:st|nd|rd|th)\b/io) and @found[:mday] = match[1].to_i
    end

    # A lone number is an hour or a day, if only the other is known.
    def lone_number
      match = take(/\A\s*(\d{1,2})\s*\z/) or return
      number = match[1].to_i
      @found[:mday] = number if @found[:hour] && !@found[:mday] && number.between?(1, 31)
      @found[:hour] = number if @found[:mday] && !@found[:hour] && number.between?(0, 24)
    end

    # Of a year before Christ the number, of two digits the century.
    def finish_year(name)
      year = @found[name] or return
      year = 1 - year if @before_christ
      year += year >= 69 ? 1900 : 2000 if @completes && year.between?(0, 99)
      @found[name] = year
    end

    # A run of digits: how many there are says what they are. Before a fraction they end with seconds.
    def digits
      match = take(/([-+]?)((?<!\d)\d{2,14})(?:\s*t?\s*(\d{2,6})?(?:[,.](\d*))?)?(?:\s*(z\b|[-+]\d{1,4}\b|\[[-+]?\d[^\]]*\]))?/i) or return
      sign, number, clock, part, zone = match.captures
      if part && clock.nil?
        spread_from_the_end(number, sign)
      else
        spread(number, DIGIT_LAYOUTS[number.size], sign)
      end
      spread_clock(clock, part) if clock
      @found[:sec_fraction] = Rational(part.to_i, 10**part.size) if part
      assign_digit_zone(zone) if zone
      true
    end

    # Names with their widths.
    YEAR_FIRST = [[:year, 4], [:mon, 2], [:mday, 2], [:hour, 2], [:min, 2], [:sec, 2]].freeze
    DIGIT_LAYOUTS = {
      2 => [[:mday, 2]], 3 => [[:yday, 3]], 4 => [[:mon, 2], [:mday, 2]], 5 => [[:year, 2], [:yday, 3]],
      6 => [[:year, 2], [:mon, 2], [:mday, 2]], 7 => [[:year, 4], [:yday, 3]], 8 => YEAR_FIRST.first(3), 10 => YEAR_FIRST.first(4),
      12 => YEAR_FIRST.first(5), 14 => YEAR_FIRST
    }.freeze
    FROM_THE_END = %i[sec min hour mday mon].freeze
    private_constant :YEAR_FIRST, :DIGIT_LAYOUTS, :FROM_THE_END

    def spread(number, layout, sign)
      return unless layout
      position = 0
      layout.each do |name, width|
        @found[name] = number[position, width].to_i
        position += width
      end
      return unless layout[0][0] == :year
      @found[:year] *= -1 if sign == "-"
      @completes = false if number.size >= 8
    end

    # Pairs from the right; the first of an odd number of digits stands alone.
    def spread_from_the_end(number, sign)
      return if number.size.odd? && number.size > 7
      rest = number
      FROM_THE_END.each do |name|
        break if rest.empty?
        @found[name] = rest[-2..]&.to_i || rest.to_i
        rest = rest[0...-2] || ""
      end
      return if rest.empty?
      year = rest.to_i
      @found[:year] = sign == "-" ? -year : year
      @completes = false if number.size == 14
    end

    def spread_clock(clock, part)
      return if clock.size.odd?
      pairs = clock.scan(/../)
      names = part ? %i[sec min hour] : %i[hour min sec]
      pairs.reverse! if part
      pairs.each_with_index { |pair, index| @found[names[index]] = pair.to_i }
    end

    def assign_digit_zone(zone)
      return @found[:zone] = zone unless zone.start_with?("[")
      offset, colon, name = zone[1..-2].partition(":")
      offset = "+#{offset}" if colon.empty? && offset.match?(/\A\d/)
      @found[:zone] = colon.empty? ? zone[1..-2] : name
      # With the colon behind it the offset is hours and minutes, of which hours have a limit.
      @found[:offset] = Date.__send__(:__zone_offset, offset + colon)
    end

    # Year, month and day in the order that their looks suggest.
    def assign(year, month, day, before_christ = false)
      year, month, day = reorder(year, month, day)
      assign_year(year) if year
      @before_christ = true if before_christ
      @found[:mon] = month[/\d+/].to_i if month&.match?(/\d/)
      @found[:mday] = day[/\d+/].to_i if day&.match?(/\d/)
      true
    end

    def reorder(year, month, day)
      year, month, day = nil, year, month if year && month && day.nil?
      year, day = day, nil if year.nil? && day && looks_like_year?(day)
      # A suffix of digits, as in "3rd", says that they are no year.
      year, day = day, year[/[-+]?\d+/] if year&.match?(/\A[^-+\d]*+(?=[-+\d])[-+]?+\d*+./m)
      year, month, day = month, day, year if month && looks_like_year?(month)
      year, day = day, year if day && looks_like_year?(day)
      [year, month, day]
    end

    def looks_like_year?(part)
      part.start_with?("'") || part.size > 2
    end

    def assign_year(text)
      match = /([-+])?(\d*)/.match(text[/[-+\d].*/m] || return)
      @found[:year] = match[0].to_i
      @completes = false if match[1] || match[2].size > 2
    end
  end
  private_constant :Finder

  class << self
    def _parse(text, completes = true, limit: 128) = __found(text, completes, limit)

    def parse(text = "-4712-01-01", completes = true, start = ITALY, limit: 128) = __parsed(text, completes, start, limit)

    private

    # What Date and DateTime have in common is not under a name that a program may give another meaning.
    def __parsed(text, completes, start, limit)
      day = __plain_day(text, start)
      return __make(day, 0, 0, 0, start) if day
      __from_parts(__found(text, completes, limit), start)
    end

    def __found(text, completes, limit)
      text = __limited(text, limit)
      Primitive.date_found(text) || Finder.new(text).find(completes)
    end

    # The day of text that is a year, a month and a day, as most is.
    def __plain_day(text, start)
      start.equal?(ITALY) ? Primitive.date_of_text(text) : nil
    end

    def __limited(text, limit)
      text = Rutile.to_str(text)
      if limit && text.length > limit
        raise ArgumentError, "string length (#{text.length}) exceeds the limit #{limit}"
      end
      text
    end

    # Seconds east of Greenwich of a zone's name or number; nil where it isn't known.
    def __zone_offset(zone)
      name = zone.downcase
      summer = name.sub!(/(?:\A|\s+)(?:daylight\s+time|dst)\s*\z/, "") ? 3600 : 0
      name.sub!(/(?:\A|\s+)standard\s+time\s*\z/, "") if summer == 0
      known = ZONES[name.strip.gsub(/\s+/, " ")] || __military_offset(name.strip)
      return known + summer if known
      match = /\A(?:gmt(?=.)|utc(?=.))?([-+])(.*)/m.match(name) or return nil
      __numeric_offset(match[1], match[2])
    end

    # Zones of a letter: a is one hour east, n one hour west; there is no j.
    def __military_offset(name)
      return nil unless name.match?(/\A[a-ik-y]\z/)
      code = name.ord
      (code <= 105 ? code - 96 : (code <= 109 ? code - 97 : 109 - code)) * 3600
    end

    def __numeric_offset(sign, digits)
      one = sign == "-" ? -1 : 1
      if match = /\A(\d*):(\d*)(?::(\d*))?/.match(digits)
        hour, minute, second = match.captures.map(&:to_i)
        return nil if hour > 23 || minute > 59 || second > 59
        one * (hour * 3600 + minute * 60 + second)
      elsif match = /\A(\d*)[,.](\d*)/.match(digits)
        match[1].to_i > 23 ? nil : one * (match[1].to_i * 3600 + __fraction_of_hour(match[2]))
      elsif digits.size > 2
        first = 2 - digits.size % 2
        one * (digits[0, first].to_i * 3600 + digits[first, 2].to_i * 60 + digits[first + 2, 2].to_i)
      else
        one * digits.to_i * 3600
      end
    end

    # Seven digits are enough.
    def __fraction_of_hour(digits)
      seconds = Rational(digits.to_i * 3600, 10**digits.size)
      seconds = Rational(Rational(digits.to_i, 10**(digits.size - 7)).round(half: :even) * 3600, 10**7) if digits.size > 7
      seconds.denominator == 1 ? seconds.numerator : seconds
    end
  end
end

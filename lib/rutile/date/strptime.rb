# strptime, and making a date of parts that were found.

class Date
  # Reads text by a format, one directive after another.
  class Reader
    # Directives that stand for several others.
    COMPOSED = {
      "c" => "%a %b %e %H:%M:%S %Y", "D" => "%m/%d/%y", "x" => "%m/%d/%y", "F" => "%Y-%m-%d", "R" => "%H:%M",
      "r" => "%I:%M:%S %p", "T" => "%H:%M:%S", "X" => "%H:%M:%S", "v" => "%e-%b-%Y", "n" => " ", "t" => " ",
      "+" => "%a %b %e %H:%M:%S %Z %Y"
    }.freeze
    # Numbers: the part they are, most digits, least and greatest value.
    NUMBERS = {
      "d" => [:mday, 2, 1, 31], "e" => [:mday, 2, 1, 31], "H" => [:hour, 2, 0, 24], "k" => [:hour, 2, 0, 24],
      "I" => [:hour, 2, 1, 12], "l" => [:hour, 2, 1, 12], "j" => [:yday, 3, 1, 366], "M" => [:min, 2, 0, 59],
      "m" => [:mon, 2, 1, 12], "S" => [:sec, 2, 0, 60], "U" => [:wnum0, 2, 0, 53], "W" => [:wnum1, 2, 0, 53],
      "V" => [:cweek, 2, 1, 53], "u" => [:cwday, 1, 1, 7], "w" => [:wday, 1, 0, 6]
    }.freeze
    # Numbers of at most so many digits; before a day or an hour a blank may stand for the first.
    DIGITS = [nil, /\G\d/, /\G\d{1,2}/, /\G\d{1,3}/].freeze
    PADDED = /\G(?: \d|\d{1,2})/
    ZONE = /\G(?:(?:gmt|utc?)?[-+]\d+(?:[,.:]\d+(?::\d+)?)?|(?-i:[[:alpha:].\s]+)(?:standard|daylight)\s+time\b|(?-i:[[:alpha:]]+)(?:\s+dst)?\b)/i

    def initialize(text)
      @text = text
      @position = 0
      @found = {}
    end

    def read(format)
      return nil unless read_format(format)
      @found[:leftover] = @text[@position..] if @position < @text.length
      if @found.key?(:_century)
        century = @found.delete(:_century)
        @found[:cwyear] += century * 100 if @found[:cwyear]
        @found[:year] += century * 100 if @found[:year]
      end
      half = @found.delete(:_half)
      @found[:hour] = @found[:hour] % 12 + half if half && @found[:hour]
      @found
    end

    private

    # A directive, blanks, or a character; E and O say nothing where they may stand.
    PIECE = /%(?:E(?=[cCxXyY])|O(?=[deHImMSuUVwWy]))?(:{0,3}z|.)|\s+|./m
    private_constant :PIECE

    def read_format(format)
      position = 0
      while piece = PIECE.match(format, position)
        position = piece.end(0)
        return false unless read_piece(piece, format, position)
      end
      true
    end

    def read_piece(piece, format, behind)
      return take(/\G\s*/) if piece[0].match?(/\A\s/)
      return nil if @position >= @text.length
      piece[1] ? read_directive(piece[1], format, behind) : take_text(piece[0])
    end

    # Text that stands for itself.
    def take_text(piece)
      return nil unless @text[@position, piece.size] == piece
      @position += piece.size
    end

    def take(pattern)
      match = pattern.match(@text, @position)
      return nil unless match && match.begin(0) == @position
      @position = match.end(0)
      match
    end

    def read_directive(letter, format, behind)
      return read_format(COMPOSED[letter]) if COMPOSED.key?(letter)
      return read_number(*NUMBERS[letter]) if NUMBERS.key?(letter)
      case letter
      when "A", "a" then read_name(:wday, DAYNAMES, ABBR_DAYNAMES)
      when "B", "b", "h" then read_name(:mon, MONTHNAMES, ABBR_MONTHNAMES)
      when "C" then read_century(format, behind)
      when "Y" then read_year(:year, format, behind)
      when "G" then read_year(:cwyear, format, behind)
      when "y" then read_short_year(:year)
      when "g" then read_short_year(:cwyear)
      when "P", "p" then read_half
      when "L", "N" then read_fraction(letter, format, behind)
      when "s" then read_seconds(1)
      when "Q" then read_seconds(1000)
      when "Z", "z", ":z", "::z", ":::z" then read_zone
      when "%" then take_text("%")
      when ":" then nil
      else take_text("%#{letter}")
      end
    end

    def read_number(name, digits, least, most)
      match = take(name == :mday || name == :hour ? PADDED : DIGITS[digits]) or return nil
      value = match[0].to_i
      return nil unless value.between?(least, most)
      @found[name] = value
      true
    end

    def read_name(name, long, short)
      [long, short].each do |names|
        names.each_with_index do |text, index|
          next unless text && @text[@position, text.size].casecmp?(text)
          @position += text.size
          @found[name] = index
          return true
        end
      end
      nil
    end

    # Whether digits follow at once, so that a year can't take as many as it likes.
    def number_follows?(format, behind)
      format.match?(/\G(?:\d|%[EO]?[CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy\d])/, behind)
    end

    # The year of a week has no sign.
    def read_year(name, format, behind)
      sign = take(/\G[-+]/) if name == :year
      match = take(number_follows?(format, behind) ? /\G\d{1,4}/ : /\G\d+/) or return nil
      @found[name] = sign && sign[0] == "-" ? -match[0].to_i : match[0].to_i
      true
    end

    def read_short_year(name)
      match = take(/\G\d{1,2}/) or return nil
      value = match[0].to_i
      @found[name] = value
      @found[:_century] ||= value >= 69 ? 19 : 20
      true
    end

    def read_century(format, behind)
      match = take(number_follows?(format, behind) ? /\G\d{1,2}/ : /\G\d+/) or return nil
      @found[:_century] = match[0].to_i
      true
    end

    def read_half
      match = take(/\G([ap])(?:m|\.m\.)/i) or return nil
      @found[:_half] = match[1].downcase == "p" ? 12 : 0
      true
    end

    def read_fraction(letter, format, behind)
      most = number_follows?(format, behind) ? (letter == "L" ? 3 : 9) : nil
      match = take(most ? /\G([-+]?)(\d{1,#{most}})/ : /\G([-+]?)(\d+)/) or return nil
      value = Rational(match[2].to_i, 10**match[2].size)
      @found[:sec_fraction] = match[1] == "-" ? -value : value
      true
    end

    def read_seconds(unit)
      match = take(/\G-?\d+/) or return nil
      value = Rational(match[0].to_i, unit)
      @found[:seconds] = value.denominator == 1 && unit == 1 ? value.numerator : value
      true
    end

    # The reference matches a zone in the rest as text of US-ASCII.
    def read_zone
      raise ArgumentError, "invalid byte sequence in US-ASCII" unless @text[@position..].ascii_only?
      match = take(ZONE) or return nil
      @found[:zone] = match[0]
      @found[:offset] = Date.__send__(:__zone_offset, match[0])
      true
    end
  end
  private_constant :Reader

  # Formats of a year, a month and a day.
  PLAIN = %w[%F %Y-%m-%d].freeze
  private_constant :PLAIN

  class << self
    def _strptime(text, format = "%F") = __read(text, format)

    def strptime(text = "-4712-01-01", format = "%F", start = ITALY) = __from_format(text, format, start)

    private

    def __read(text, format)
      text = Rutile.to_str(text)
      format = Rutile.to_str(format)
      found = Primitive.date_read(text, format)
      return found ? found : nil unless nil.equal?(found)
      return Reader.new(text).read(format) if text.valid_encoding? && format.valid_encoding?
      # What is no text is read by its bytes.
      found = Reader.new(text.b).read(format.b)
      found[:leftover]&.force_encoding(text.encoding) if found
      found
    end

    def __from_format(text, format, start)
      if PLAIN.include?(format)
        day = __plain_day(text, start)
        return __make(day, 0, 0, 0, start) if day
      end
      __from_parts(__read(text, format), start)
    end

    # Kinds of dates: the parts that each is made of, in the order in which they are preferred.
    KINDS = [
      [:time, %i[hour min sec]], [nil, %i[jd]], [:ordinal, %i[year yday hour min sec]], [:civil, %i[year mon mday hour min sec]],
      [:commercial, %i[cwyear cweek cwday hour min sec]], [:wday, %i[wday hour min sec]],
      [:wnum0, %i[year wnum0 wday hour min sec]], [:wnum1, %i[year wnum1 wday hour min sec]],
      [nil, %i[cwyear cweek wday hour min sec]], [nil, %i[year wnum0 cwday hour min sec]], [nil, %i[year wnum1 cwday hour min sec]]
    ].freeze
    private_constant :KINDS

    def __from_parts(parts, start)
      raise Error, "invalid date" if parts.nil?
      start = Rutile::Calendar.start(start)
      if !parts[:jd] && !parts[:yday] && parts[:year] && parts[:mon] && parts[:mday]
        parts = parts.merge(sec: 59) if parts[:sec] == 60
        jd = Rutile::Calendar.valid_civil(parts[:year], parts[:mon], parts[:mday], start)
      else
        parts = __completed(__with_seconds_spread(parts))
        parts = parts.merge(sec: 59) if parts[:sec] && parts[:sec] > 59
        jd = __day_of(parts, start)
      end
      raise Error, "invalid date" unless jd
      __of_day(jd, parts, start)
    end

    # A Date takes the day alone.
    def __of_day(jd, _parts, start)
      __make(jd, 0, 0, 0, start)
    end

    # `:seconds` since 1970, as day and hour in the zone.
    def __with_seconds_spread(parts)
      seconds = parts[:seconds] or return parts
      local = seconds + (parts[:offset] || 0)
      days, rest = local.divmod(86_400)
      hour, rest = rest.divmod(3600)
      minute, rest = rest.divmod(60)
      second, fraction = rest.divmod(1)
      parts.merge(jd: Rutile::Calendar::EPOCH + days, hour: hour, min: minute, sec: second, sec_fraction: fraction)
    end

    # Missing parts: before those that are given they are today's, behind them the first.
    def __completed(parts)
      kind, names = KINDS.max_by.with_index { |(_, list), index| [list.count { |name| parts[name] }, -index] }
      count = names.count { |name| parts[name] }
      return parts if kind.nil? || count == 0 || count == names.size && kind != :time
      parts = parts.dup
      case kind
      when :time then parts[:jd] ||= Date.today.jd if self <= DateTime
      when :ordinal then __complete(parts, %i[year], yday: 1)
      when :civil then __complete(parts, names, mon: 1, mday: 1)
      when :commercial then __complete(parts, names, cweek: 1, cwday: 1)
      when :wday
        today = Date.today
        parts[:jd] = (today - today.wday + parts[:wday]).jd
      when :wnum0 then __complete(parts, %i[year], wnum0: 0, wday: 0)
      when :wnum1 then __complete(parts, %i[year], wnum1: 0, wday: 1)
      end
      parts
    end

    def __complete(parts, names, first)
      today = nil
      names.each do |name|
        break if parts[name]
        parts[name] = (today ||= Date.today).__send__(name)
      end
      first.each { |name, value| parts[name] ||= value }
    end

    def __day_of(parts, start)
      return parts[:jd] if parts[:jd]
      if parts[:year] && parts[:yday]
        jd = Rutile::Calendar.valid_ordinal(parts[:year], parts[:yday], start)
        return jd if jd
      end
      if parts[:year] && parts[:mon] && parts[:mday]
        jd = Rutile::Calendar.valid_civil(parts[:year], parts[:mon], parts[:mday], start)
        return jd if jd
      end
      __day_of_week(parts, start)
    end

    # Weeks begin on Monday, but for those that `%U` counts.
    def __day_of_week(parts, start)
      weekday = parts[:cwday] || (parts[:wday] == 0 ? 7 : parts[:wday])
      if parts[:cwyear] && parts[:cweek] && weekday
        jd = Rutile::Calendar.valid_commercial(parts[:cwyear], parts[:cweek], weekday, start)
        return jd if jd
      end
      weekday = parts[:wday] || parts[:cwday]
      return nil unless parts[:year] && weekday
      jd = Rutile::Calendar.valid_weeknum(parts[:year], parts[:wnum0], weekday % 7, 0, start) if parts[:wnum0]
      return jd if jd
      Rutile::Calendar.valid_weeknum(parts[:year], parts[:wnum1], (weekday - 1) % 7, 1, start) if parts[:wnum1]
    end
  end
end

class DateTime
  class << self
    def _strptime(text, format = "%FT%T%z") = __read(text, format)

    def strptime(text = "-4712-01-01T00:00:00+00:00", format = "%FT%T%z", start = Date::ITALY) = __from_format(text, format, start)

    def parse(text = "-4712-01-01T00:00:00+00:00", completes = true, start = Date::ITALY, limit: 128) = __parsed(text, completes, start, limit)

    # Each is DateTime's own: what a program makes of Date's is no business of it.
    %i[iso8601 rfc3339 xmlschema jisx0301].each do |form|
      finder = :"_#{form}"
      define_method(form) { |text = "-4712-01-01T00:00:00+00:00", start = Date::ITALY, limit: 128| __from_parts(__send__(finder, text, limit: limit), start) }
    end

    def rfc2822(text = "Mon, 1 Jan -4712 00:00:00 +0000", start = Date::ITALY, limit: 128) = __from_parts(_rfc2822(text, limit: limit), start)
    alias rfc822 rfc2822

    def httpdate(text = "Mon, 01 Jan -4712 00:00:00 GMT", start = Date::ITALY, limit: 128) = __from_parts(_httpdate(text, limit: limit), start)

    private

    # A DateTime takes the hour and the offset too.
    def __of_day(jd, parts, start)
      time = Rutile::Calendar.valid_time(parts[:hour] || 0, parts[:min] || 0, parts[:sec] || 0) or raise Date::Error, "invalid date"
      offset = (parts[:offset] || 0).to_i
      offset = __ignored_offset unless offset.between?(-86_400, 86_400)
      seconds = time[0] * 3600 + time[1] * 60 + time[2] - offset
      fraction = (parts[:sec_fraction] || 0) * 1_000_000_000
      fraction = fraction.numerator if Rational === fraction && fraction.denominator == 1
      __make(jd + seconds.div(86_400), seconds % 86_400, fraction, offset, start)
    end
  end
end

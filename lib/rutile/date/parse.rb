# Date._parse: finds the parts of a date in free text.
#
# One form after another is tried, and what matches is taken out of the text (a blank
# stays), so that what is left can be looked at for the next part: weekday, time, then
# the first kind of date that fits, then what is around it.

class Date
  DAY_PATTERN = /\b(sun|mon|tue|wed|thu|fri|sat)[^-\/\d\s]*/i
  MONTH_NAMES = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
  ZONE_NAME = /(?:gmt|utc?)?[-+]\d+(?:[,.:]\d+(?::\d+)?)?|(?-i:[[:alpha:].\s]+)(?:standard|daylight)\stime\b|(?-i:[[:alpha:]]+)(?:\sdst)?\b/i
  TIME_PATTERN = /
    (
      \d+\s*:\s*\d+ (?: \s*:\s*\d+(?:[,.]\d*)? )?
      | \d+\s*h (?: \s*\d+m? (?: \s*\d+s? )? )?
    )
    (?: \s* ([ap])(?:m\b|\.m\.) )?
    | (\d+)\s*([ap])(?:m\b|\.m\.)
  /ix
  private_constant :DAY_PATTERN, :MONTH_NAMES, :ZONE_NAME, :TIME_PATTERN

  # The search itself; an instance holds the text that is left and what was found.
  class Finder
    FORMS = %i[european american iso japanese vms slashes dots iso_week year_alone month_alone day_alone digits].freeze

    def initialize(text)
      @text = text.gsub(%r{[^-+',./:@[:alnum:]\[\]]+}, " ")
      @found = {}
    end

    def find(completes)
      weekday
      time
      FORMS.any? { |form| __send__(form) }
      before_christ
      fraction
      complete_year if completes
      @found.delete(:_completes)
      zone = @found[:zone]
      @found[:offset] = Date.__send__(:__zone_offset, zone) if zone
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
      match = take(DAY_PATTERN) and @found[:wday] = ABBR_DAYNAMES.index(match[1].capitalize)
    end

    def time
      match = take(/(?:#{TIME_PATTERN})(?:\s*(#{ZONE_NAME}))?/ixo) or return
      @found[:zone] = match[5] if match[5]
      numbers = (match[1] || match[3]).scan(/\d+/)
      hour = numbers[0].to_i
      half = (match[2] || match[4])&.downcase
      hour = hour % 12 + (half == "p" ? 12 : 0) if half
      @found[:hour] = hour
      @found[:min] = numbers[1].to_i if numbers[1]
      @found[:sec] = numbers[2].to_i if numbers[2]
      fraction = match[1] && match[1][/[,.](\d+)\z/, 1]
      @found[:sec_fraction] = Rational(fraction.to_i, 10**fraction.size) if fraction && numbers[2]
    end

    def month_number(name)
      ABBR_MONTHNAMES.index(name[0, 3].capitalize)
    end

    def european
      match = take(/'?(\d+)[^-\d\s]*\s*(#{MONTH_NAMES})[^-\d\s']*(?:\s*(c(?:e|\.e\.)|b(?:ce|\.c\.e\.)|a(?:d|\.d\.)|b(?:c|\.c\.))?\s*('?-?\d+(?:(?:st|nd|rd|th)\b)?))?/io)
      return unless match
      assign(match[4], month_number(match[2]), match[1], match[3]&.match?(/\Ab/i))
    end

    def american
      match = take(/\b(#{MONTH_NAMES})[^-\d\s']*\s*('?\d+)[^-\d\s']*(?:\s*,?\s*(c(?:e|\.e\.)|b(?:ce|\.c\.e\.)|a(?:d|\.d\.)|b(?:c|\.c\.))?\s*('?-?\d+))?/io)
      return unless match
      assign(match[4], month_number(match[1]), match[2], match[3]&.match?(/\Ab/i))
    end

    def iso
      match = take(/('?[-+]?\d+)-(\d+)-('?-?\d+)/) and assign(match[1], match[2], match[3])
    end

    def japanese
      match = take(/\b([mtshr])(\d+)\.(\d+)\.(\d+)/i) or return
      years = { "M" => 1867, "T" => 1911, "S" => 1925, "H" => 1988, "R" => 2018 }
      @found.update(year: match[2].to_i + years[match[1].upcase], mon: match[3].to_i, mday: match[4].to_i)
    end

    def vms
      if match = take(/('?-?\d+)-(#{MONTH_NAMES})[^-\/.]*-('?-?\d+)/io)
        assign(match[3], month_number(match[2]), match[1])
      elsif match = take(/\b(#{MONTH_NAMES})[^-\/.]*-('?-?\d+)(?:-('?-?\d+))?/io)
        assign(match[3], month_number(match[1]), match[2])
      end
    end

    def slashes
      match = take(%r{('?-?\d+)/\s*('?\d+)(?:\D\s*('?-?\d+))?}) and assign(match[1], match[2], match[3])
    end

    def dots
      match = take(/('?-?\d+)\.\s*('?\d+)\.\s*('?-?\d+)/) and assign(match[1], match[2], match[3])
    end

    # Weeks and days of the year.
    def iso_week
      if match = take(/\b(\d{2}|\d{4})?-?w(\d{2})(?:-?(\d))?\b/i)
        @found[:cwyear] = match[1].to_i if match[1]
        @found[:cweek] = match[2].to_i
        @found[:cwday] = match[3].to_i if match[3]
      elsif match = take(/-w-(\d)\b/i)
        @found[:cwday] = match[1].to_i
      elsif match = take(/--(\d{2})?-(\d{2})\b/)
        @found[:mon] = match[1].to_i if match[1]
        @found[:mday] = match[2].to_i
      elsif match = take(/--(\d{2})(\d{2})?\b/)
        @found[:mon] = match[1].to_i
        @found[:mday] = match[2].to_i if match[2]
      elsif !@text.match?(/[,.](\d{2}|\d{4})-\d{3}\b/) && (match = take(/\b(\d{2}|\d{4})-(\d{3})\b/))
        @found.update(year: match[1].to_i, yday: match[2].to_i)
      end
    end

    def year_alone
      match = take(/'(\d+)\b/) and @found[:year] = match[1].to_i
    end

    def month_alone
      match = take(/\b(#{MONTH_NAMES})\S*/io) and @found[:mon] = month_number(match[1])
    end

    def day_alone
      match = take(/(\d+)(?:st|nd|rd|th)\b/i) and @found[:mday] = match[1].to_i
    end

    def before_christ
      return unless take(/\b(?:bc\b|bce\b|b\.c\.|b\.c\.e\.)/i)
      @found[:cwyear] = 1 - @found[:cwyear] if @found[:cwyear]
      @found[:year] = 1 - @found[:year] if @found[:year]
    end

    # A lone number is an hour or a day, if only the other is known.
    def fraction
      match = /\A\s*(\d{1,2})\s*\z/.match(@text) or return
      number = match[1].to_i
      if @found[:hour] && !@found[:mday]
        @found[:mday] = number if number.between?(1, 31)
      elsif @found[:mday] && !@found[:hour]
        @found[:hour] = number if number.between?(0, 24)
      end
    end

    def complete_year
      return if @found[:_completes] == false
      %i[cwyear year].each do |name|
        value = @found[name]
        @found[name] += value >= 69 ? 1900 : 2000 if value && value.between?(0, 99)
      end
    end

    # A run of digits: how many there are says what they are.
    def digits
      match = take(/([-+]?)(\d{2,14})(?:\s*t?\s*(\d{2,6})?(?:[,.](\d*))?)?(z\b|[-+]\d{1,4}\b|\[[-+]?\d[^\]]*\])?/i) or return
      sign, number, clock, part, zone = match.captures
      layout = DIGIT_LAYOUTS[number.size] or return
      spread(number, layout, sign)
      spread(clock, %i[hour min sec].first(clock.size / 2), "") if clock
      @found[:sec_fraction] = Rational(part.to_i, 10**part.size) if part && !part.empty?
      assign_digit_zone(zone) if zone
      true
    end

    DIGIT_LAYOUTS = {
      2 => %i[mday], 3 => %i[yday], 4 => %i[mon mday], 5 => %i[short_year yday], 6 => %i[short_year mon mday], 7 => %i[year yday],
      8 => %i[year mon mday], 10 => %i[year mon mday hour], 12 => %i[year mon mday hour min], 14 => %i[year mon mday hour min sec]
    }.freeze

    def spread(number, layout, sign)
      position = 0
      layout.each do |name|
        width = name == :year ? 4 : (name == :yday ? 3 : 2)
        value = number[position, width].to_i
        position += width
        case name
        when :short_year then @found[:year] = sign == "-" ? -value : value
        when :year
          @found[:year] = sign == "-" ? -value : value
          @found[:_completes] = false
        else @found[name] = value
        end
      end
      @found[:_completes] = false if sign != ""
    end

    def assign_digit_zone(zone)
      return @found[:zone] = zone unless zone.start_with?("[")
      inner = zone[1..-2]
      name, text = inner.split(":", 2)
      @found[:zone] = text || (inner.match?(/\A\d/) ? "+#{inner}" : inner)
      @found[:offset] = Date.__send__(:__zone_offset, name.match?(/\A\d/) ? "+#{name}" : name)
    end

    # Year, month and day in the order that their looks suggest.
    def assign(year, month, day, before_christ = false)
      year, month, day = reorder(year, month, day)
      assign_year(year, before_christ) if year
      @found[:mon] = number_in(month) if month
      @found[:mday] = number_in(day) if day
      true
    end

    def reorder(year, month, day)
      return [day, year, month] if year && month && day.nil?
      if year.nil?
        return [nil, month, day] unless day.is_a?(String) && day.match?(/\A'|\d{3,}/)
        return [day, month, nil]
      end
      year_like = ->(part) { part.is_a?(String) && (part.start_with?("'") || part.delete("^0-9").size > 2) }
      return [day, month, year] if !year_like.(year) && year_like.(day)
      [year, month, day]
    end

    def number_in(part)
      part.is_a?(Integer) ? part : part[/\d+/].to_i
    end

    def assign_year(text, before_christ)
      match = /([-+])?(\d+)/.match(text)
      value = match[2].to_i
      value = -value if match[1] == "-"
      value = 1 - value if before_christ
      @found[:year] = value
      @found[:_completes] = false if match[1] || match[2].size > 2 || before_christ
    end
  end
  private_constant :Finder

  class << self
    def _parse(text, completes = true, limit: 128)
      text = __limited(text, limit)
      Finder.new(text).find(completes)
    end

    def parse(text = "-4712-01-01", completes = true, start = ITALY, limit: 128)
      day = __plain_day(text, start)
      return __make(day, 0, 0, 0, start) if day
      __from_parts(_parse(text, completes, limit: limit), start)
    end

    private

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
      name = zone.strip.downcase.squeeze(" ")
      summer = name.delete_suffix!(" daylight time") || name.delete_suffix!(" dst") ? 3600 : 0
      name.delete_suffix!(" standard time")
      return ZONES[name] + summer if ZONES.key?(name)
      if name.match?(/\A[a-ik-y]\z/)
        code = name.ord
        hours = code <= 105 ? code - 96 : (code <= 109 ? code - 97 : 109 - code)
        return hours * 3600
      end
      match = /\A(?:gmt|utc?)?([-+])(.+)\z/.match(name) or return nil
      seconds = __numeric_offset(match[2]) or return nil
      match[1] == "-" ? -seconds : seconds
    end

    def __numeric_offset(digits)
      if match = /\A(\d+):(\d+)(?::(\d+))?\z/.match(digits)
        return match[1].to_i * 3600 + match[2].to_i * 60 + match[3].to_i
      elsif match = /\A(\d+)[,.](\d+)\z/.match(digits)
        seconds = Rational(match[2].to_i * 3600, 10**match[2].size)
        seconds = seconds.denominator == 1 ? seconds.numerator : seconds.round
        return match[1].to_i * 3600 + seconds
      end
      return nil unless digits.match?(/\A\d+\z/)
      digits = "0#{digits}" if digits.size.odd?
      digits[0, 2].to_i * 3600 + digits[2, 2].to_i * 60 + digits[4, 2].to_i
    end
  end
end

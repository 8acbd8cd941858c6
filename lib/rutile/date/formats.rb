# The standard forms of dates, strictly: each `_name` finds parts, each `name` makes a date.

class Date
  ISO_EXTENDED = /\A\s*
    (?: ([-+]?\d{2,}|-)-(\d{2})?(?:-(\d{2}))? | ([-+]?\d{2,})?-(\d{3}) | (\d{4}|\d{2})?-w(\d{2})-(\d) | -w-(\d) )
    (?: t(\d{2}):(\d{2})(?: :(\d{2})(?:[.,](\d+))? )?(z|[-+]\d{2}(?: :?\d{2})?)? )?
    \s*\z/ix
  ISO_BASIC = /\A\s*
    (?: ([-+]?(?:\d{4}|\d{2})|--)(\d{2}|-)(\d{2}) | ([-+]?(?:\d{4}|\d{2}))(\d{3}) | -(\d{3})
      | (\d{4}|\d{2})w(\d{2})(\d) | -w(\d{2})(\d) | -w-(\d) )
    (?: t?(\d{2})(\d{2})(?: (\d{2})(?:[.,](\d+))? )?(z|[-+]\d{2}(?:\d{2})?)? )?
    \s*\z/ix
  ISO_CLOCK = /\A\s*(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?(z|[-+]\d{2}(?::?\d{2})?)?)?\s*\z/i
  ISO_BASIC_CLOCK = /\A\s*(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?(z|[-+]\d{2}(?:\d{2})?)?)?\s*\z/i
  XML_ZONE = "(z|[-+]\\d{2}:\\d{2})?\\s*\\z"
  private_constant :ISO_EXTENDED, :ISO_BASIC, :ISO_CLOCK, :ISO_BASIC_CLOCK, :XML_ZONE

  class << self
    def _iso8601(text, limit: 128)
      text = __limited_or_empty(text, limit)
      parts = {}
      __iso_extended(text, parts) || __iso_basic(text, parts) || __iso_clock(text, parts)
      parts
    end

    def _rfc3339(text, limit: 128)
      text = __limited_or_empty(text, limit)
      match = /\A\s*(-?\d{4})-(\d{2})-(\d{2})(?:t|\s)(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(z|[-+]\d{2}:\d{2})\s*\z/i.match(text) or return {}
      parts = __with_zone({ year: match[1].to_i, mon: match[2].to_i, mday: match[3].to_i, hour: match[4].to_i, min: match[5].to_i, sec: match[6].to_i },
                          match[8], nil)
      __with_fraction(parts, match[7])
    end

    def _xmlschema(text, limit: 128)
      text = __limited_or_empty(text, limit)
      if match = /\A\s*(-?\d{4,})(?:-(\d{2})(?:-(\d{2}))?)?(?:t(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?)?#{XML_ZONE}/io.match(text)
        parts = __numbers(%i[year mon mday hour min sec], match.captures)
        return __with_zone(parts, match[8], match[7])
      elsif match = /\A\s*(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?#{XML_ZONE}/io.match(text)
        return __with_zone(__numbers(%i[hour min sec], match.captures), match[5], match[4])
      elsif match = /\A\s*(?:--(\d{2})(?:-(\d{2}))?|---(\d{2}))#{XML_ZONE}/io.match(text)
        return __with_zone(__numbers(%i[mon mday mday], match.captures), match[4], nil)
      end
      {}
    end

    def _rfc2822(text, limit: 128)
      text = __limited_or_empty(text, limit)
      match = /\A\s*(?:(sun|mon|tue|wed|thu|fri|sat)\s*,\s+)?(\d{1,2})\s+(#{MONTH_NAMES})\s+(-?\d{2,})\s+(\d{2}):(\d{2})(?::(\d{2}))?\s*([-+]\d{4}|ut|gmt|[ecmp][sd]t|[a-ik-z])\s*\z/io.match(text) or return {}
      year = match[4].to_i
      year += year >= 50 ? 1900 : 2000 if match[4].size < 4
      parts = {}
      parts[:wday] = ABBR_DAYNAMES.index(match[1].capitalize) if match[1]
      parts.update(mday: match[2].to_i, mon: ABBR_MONTHNAMES.index(match[3].capitalize), year: year, hour: match[5].to_i, min: match[6].to_i)
      parts[:sec] = match[7].to_i if match[7]
      __with_zone(parts, match[8], nil)
    end
    alias _rfc822 _rfc2822

    def _httpdate(text, limit: 128)
      text = __limited_or_empty(text, limit)
      __http_usual(text) || __http_850(text) || __http_asctime(text) || {}
    end

    def _jisx0301(text, limit: 128)
      text = __limited_or_empty(text, limit)
      match = /\A\s*([mtshr])?(\d{2})\.(\d{2})\.(\d{2})(?:t(?:(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d*))?)?(z|[-+]\d{2}(?::?\d{2})?)?)?)?\s*\z/i.match(text) or return _iso8601(text, limit: limit)
      parts = { year: match[2].to_i + ERA_YEARS[(match[1] || "H").upcase], mon: match[3].to_i, mday: match[4].to_i }
      parts.update(__numbers(%i[hour min sec], match.captures[4, 3]))
      __with_zone(parts, match[9], match[8])
    end

    def iso8601(text = "-4712-01-01", start = ITALY, limit: 128)
      day = __plain_day(text, start)
      day ? __make(day, 0, 0, 0, start) : __from_parts(_iso8601(text, limit: limit), start)
    end

    def rfc3339(text = "-4712-01-01T00:00:00+00:00", start = ITALY, limit: 128) = __from_parts(_rfc3339(text, limit: limit), start)
    def xmlschema(text = "-4712-01-01", start = ITALY, limit: 128) = __from_parts(_xmlschema(text, limit: limit), start)
    def rfc2822(text = "Mon, 1 Jan -4712 00:00:00 +0000", start = ITALY, limit: 128) = __from_parts(_rfc2822(text, limit: limit), start)
    alias rfc822 rfc2822
    def httpdate(text = "Mon, 01 Jan -4712 00:00:00 GMT", start = ITALY, limit: 128) = __from_parts(_httpdate(text, limit: limit), start)
    def jisx0301(text = "-4712-01-01", start = ITALY, limit: 128) = __from_parts(_jisx0301(text, limit: limit), start)

    private

    def __limited_or_empty(text, limit)
      return "" if text.nil?
      raise TypeError, "no implicit conversion of #{Rutile.describe(text)} into String" if Symbol === text
      __limited(text, limit)
    end

    def __numbers(names, texts)
      parts = {}
      names.zip(texts) { |name, text| parts[name] = text.to_i if text }
      parts
    end

    def __with_fraction(parts, fraction)
      parts[:sec_fraction] = Rational(fraction.to_i, 10**fraction.size) if fraction
      parts
    end

    def __with_zone(parts, zone, fraction)
      __with_fraction(parts, fraction)
      if zone
        parts[:zone] = zone
        parts[:offset] = __zone_offset(zone)
      end
      parts
    end

    # Fewer than four characters mean a year from 1969 to 2068.
    def __whole_year(digits)
      year = digits.to_i
      digits.size < 4 ? year + (year >= 69 ? 1900 : 2000) : year
    end

    # The forms with hyphens. A year without a month is noted, but it isn't a whole form: others are tried.
    def __iso_extended(text, parts)
      match = ISO_EXTENDED.match(text) or return false
      if match[1]
        parts[:mday] = match[3].to_i if match[3]
        parts[:year] = __whole_year(match[1]) unless match[1] == "-"
        return match[1] == "-" && __iso_clocked(parts, match, 10) unless match[2]
        parts[:mon] = match[2].to_i
      elsif match[5]
        parts[:yday] = match[5].to_i
        parts[:year] = __whole_year(match[4]) if match[4]
      else
        __week_parts(parts, *match.values_at(6, 7), match[8] || match[9])
      end
      __iso_clocked(parts, match, 10)
    end

    # Digits without hyphens.
    def __iso_basic(text, parts)
      match = ISO_BASIC.match(text) or return false
      if match[3]
        parts[:mday] = match[3].to_i
        parts[:year] = __whole_year(match[1]) unless match[1] == "--"
        return match[1] == "--" && __iso_clocked(parts, match, 13) if match[2] == "-"
        parts[:mon] = match[2].to_i
      elsif (day = match[5] || match[6])
        parts[:yday] = day.to_i
        parts[:year] = __whole_year(match[4]) if match[4]
      else
        __week_parts(parts, match[7], match[8] || match[10], match[9] || match[11] || match[12])
      end
      __iso_clocked(parts, match, 13)
    end

    def __week_parts(parts, year, week, day)
      parts[:cweek] = week.to_i if week
      parts[:cwday] = day.to_i
      parts[:cwyear] = __whole_year(year) if year
    end

    def __iso_clock(text, parts)
      match = ISO_CLOCK.match(text) || ISO_BASIC_CLOCK.match(text)
      match && __iso_clocked(parts, match, 1)
    end

    def __iso_clocked(parts, match, first)
      hour, minute, second, fraction, zone = match[first, 5]
      parts.update(__numbers(%i[hour min sec], [hour, minute, second]))
      __with_zone(parts, zone, fraction)
      true
    end

    def __http_usual(text)
      match = /\A\s*(sun|mon|tue|wed|thu|fri|sat)\s*,\s+(\d{2})\s+(#{MONTH_NAMES})\s+(-?\d{4})\s+(\d{2}):(\d{2}):(\d{2})\s+(gmt)\s*\z/io.match(text) or return nil
      __http_parts(match[1], match[2], match[3], match[4].to_i, match.captures[4, 3]).merge(zone: match[8], offset: 0)
    end

    def __http_850(text)
      match = /\A\s*(sun|mon|tues|wednes|thurs|fri|satur)day\s*,\s+(\d{2})\s*-\s*(#{MONTH_NAMES})\s*-\s*(\d{2})\s+(\d{2}):(\d{2}):(\d{2})\s+(gmt)\s*\z/io.match(text) or return nil
      __http_parts(match[1], match[2], match[3], __whole_year(match[4]), match.captures[4, 3]).merge(zone: match[8], offset: 0)
    end

    def __http_asctime(text)
      match = /\A\s*(sun|mon|tue|wed|thu|fri|sat)\s+(#{MONTH_NAMES})\s+(\d{1,2})\s+(\d{2}):(\d{2}):(\d{2})\s+(\d{4})\s*\z/io.match(text) or return nil
      __http_parts(match[1], match[3], match[2], match[7].to_i, match.captures[3, 3])
    end

    def __http_parts(weekday, day, month, year, clock)
      { wday: ABBR_DAYNAMES.index(weekday[0, 3].capitalize), mday: day.to_i, mon: ABBR_MONTHNAMES.index(month.capitalize), year: year }
        .merge(__numbers(%i[hour min sec], clock))
    end
  end
end

# Ripper: a parser that tells of what it reads.
#
# A source is read whole by a native, which answers the scanner's events (tokens) and a program that makes the parser's
# events of them. `rutile/ripper/run` runs that program and calls the `on_` methods. So no handler is ever called from
# within a native, and one that raises or leaves by `throw` leaves nothing behind.

class Ripper
  Version = "0.1.0"

  PARSER_EVENT_TABLE = Primitive.ripper_parser_events.each_slice(2).to_h.freeze
  SCANNER_EVENT_TABLE = Primitive.ripper_scanner_events.to_h { |name| [name, 1] }

  # States of the lexer: bits, and what stands for several of them.
  LEXER_STATES = %i[EXPR_BEG EXPR_END EXPR_ENDARG EXPR_ENDFN EXPR_ARG EXPR_CMDARG EXPR_MID EXPR_FNAME EXPR_DOT
    EXPR_CLASS EXPR_LABEL EXPR_LABELED EXPR_FITEM].freeze
  LEXER_STATES.each_with_index { |name, bit| const_set(name, 1 << bit) }
  EXPR_NONE = 0
  EXPR_VALUE = EXPR_BEG
  EXPR_BEG_ANY = EXPR_BEG | EXPR_MID | EXPR_CLASS
  EXPR_ARG_ANY = EXPR_ARG | EXPR_CMDARG
  EXPR_END_ANY = EXPR_END | EXPR_ENDARG | EXPR_ENDFN
  private_constant :LEXER_STATES

  # The names of the states whose bits are set.
  def self.lex_state_name(state)
    names = LEXER_STATES.select { |name| state & const_get(name) != 0 }
    names.empty? ? "NONE" : names.map { |name| name.to_s.delete_prefix("EXPR_") }.join("|")
  end

  # Takes up to `width` columns of space off the string's beginning; how many characters went.
  def self.dedent_string(string, width)
    string = Rutile.to_str(string)
    width = Rutile.to_int(width)
    column = 0
    taken = 0
    string.each_byte do |byte|
      case byte
      when 0x20 then column += 1
      when 0x09
        column = (column / 8 + 1) * 8
        break if column > width
      else break
      end
      break if column > width
      taken += 1
    end
    string.replace(string.byteslice(taken, string.bytesize)) if taken > 0
    taken
  end

  private def dedent_string(string, width) = Ripper.dedent_string(string, width)
end

require "rutile/ripper/complaints"
require "rutile/ripper/run"

# Digests as words that can be spoken: the Bubble Babble encoding, whose vowels carry a checksum along.

require "digest"

module Digest
  def self.bubblebabble(text)
    Rutile::BubbleBabble.encode(Rutile.to_str(text))
  end

  class Class
    def self.bubblebabble(text, ...)
      Digest.bubblebabble(digest(text, ...))
    end
  end

  module Instance
    def bubblebabble
      Digest.bubblebabble(digest)
    end
  end
end

# Two bytes make five letters and a dash; the last five hold the byte that is left over, or none.
module Rutile::BubbleBabble
  VOWELS = "aeiouy"
  CONSONANTS = "bcdfghklmnprstvzx"

  def self.encode(text)
    bytes = text.bytes
    checksum = 1
    words = +"x"
    bytes.each_slice(2) do |first, second|
      break unless second
      words << syllable(first, checksum) << CONSONANTS[second >> 4] << "-" << CONSONANTS[second & 15]
      checksum = (checksum * 5 + first * 7 + second) % 36
    end
    words << (bytes.size.odd? ? syllable(bytes.last, checksum) : empty_syllable(checksum)) << "x"
  end

  def self.syllable(byte, checksum)
    VOWELS[((byte >> 6) + checksum) % 6] + CONSONANTS[byte >> 2 & 15] + VOWELS[((byte & 3) + checksum / 6) % 6]
  end

  def self.empty_syllable(checksum)
    VOWELS[checksum % 6] + "x" + VOWELS[checksum / 6]
  end
  private_class_method :syllable, :empty_syllable
end

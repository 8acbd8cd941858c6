# A shared object, or an executable, read for the names that it exports and wants, the libraries it needs, and its notes. It reads
# the tables of an ELF file of 64 bits, little-endian, as the system here has them.
#
#   header    where the table of sections is, and which section has their names' text
#   section   kind, place, size, and for symbols which section has their names
#   symbol    name, kind, and the section that it is defined in, 0 for one that is wanted

module Rutile
  class SharedObject
    Section = Struct.new(:kind, :offset, :size, :link)
    Symbol = Struct.new(:name, :kind, :section, :size)
    Note = Struct.new(:owner, :kind, :text)

    # Processors as the header numbers them.
    PROCESSORS = { "x86_64" => 62, "aarch64" => 183 }.freeze
    OWN_PROCESSOR = PROCESSORS[RUBY_PLATFORM[/\A[^-]+/]]

    SYMBOLS = 11
    DYNAMIC = 6
    NOTES = 7
    NEEDED = 1
    OBJECT = 1
    LOCAL = 0

    def self.open(path)
      File.open(path, "rb") { |file| yield new(file) }
    end

    # The number of the processor that it is for.
    attr_reader :processor

    def initialize(file)
      @file = file
      @sections = read_sections
    end

    # Of those that others may use: functions and data.
    def exported = symbols.select { |symbol| symbol.section != 0 }

    # Names that something else has to define.
    def wanted = symbols.select { |symbol| symbol.section == 0 }.map(&:name)

    # The libraries that are loaded with it.
    def needed
      section = section_of(DYNAMIC) or return []
      text = text_of(section)
      entries = read(section).unpack("q<Q<" * (section.size / 16)).each_slice(2)
      entries.filter_map { |tag, value| name_at(text, value) if tag == NEEDED }
    end

    def notes
      @sections.select { |section| section.kind == NOTES }.flat_map { |section| split_notes(read(section)) }
    end

    private

    def symbols
      @symbols ||= begin
        section = section_of(SYMBOLS)
        text = section && text_of(section)
        section ? split_symbols(read(section), text) : []
      end
    end

    def split_symbols(bytes, text)
      (bytes.size / 24).times.filter_map do |index|
        name, info, _, section, _, size = bytes.unpack("L<CCS<Q<Q<", offset: index * 24)
        Symbol.new(name_at(text, name), info & 15, section, size) unless info >> 4 == LOCAL || name == 0
      end
    end

    def split_notes(bytes)
      notes = []
      at = 0
      while at + 12 <= bytes.size
        name_size, text_size, kind = bytes.unpack("L<3", offset: at)
        at += 12
        owner = bytes.byteslice(at, name_size).to_s.delete_suffix("\0")
        at += (name_size + 3) & ~3
        notes << Note.new(owner, kind, bytes.byteslice(at, text_size))
        at += (text_size + 3) & ~3
      end
      notes
    end

    def read_sections
      header = @file.pread(64, 0)
      return [] unless header.start_with?("\x7FELF\x02\x01".b)
      @processor = header.unpack1("S<", offset: 18)
      start, size, count = header.unpack("Q<", offset: 40).first, *header.unpack("S<2", offset: 58)
      return [] if start == 0
      table = @file.pread(size * count, start)
      count.times.map do |index|
        kind, offset, length, link = table.unpack("x4L<x16Q<2L<", offset: index * size)
        Section.new(kind, offset, length, link)
      end
    rescue EOFError
      []
    end

    def section_of(kind) = @sections.find { |section| section.kind == kind }

    def text_of(section) = read(@sections[section.link])

    def read(section) = section.size == 0 ? "".b : @file.pread(section.size, section.offset)

    def name_at(text, offset) = text.byteslice(offset, text.index("\0", offset) - offset)
  end
end

# frozen_string_literal: true

# A text to read: bench/libraries colours this code, and runs none of it.
require "json"

module Library
  # A shelf of books, by title and by author.
  class Shelf
    include Enumerable

    LIMIT = 1_000
    NAMES = %w[fiction history science].freeze
    TITLE = /\A(?<kind>[A-Z]\w+):\s*(?<title>[^\n]+?)(?:\s+\((?<year>\d{4})\))?\z/

    attr_reader :name, :books

    def initialize(name, books: [], &block)
      raise ArgumentError, "no such shelf: #{name.inspect}" unless NAMES.include?(name)
      @name = name
      @books = books.map { |book| book.is_a?(Hash) ? Book.new(**book) : book }
      instance_eval(&block) if block
    end

    def each(&) = @books.each(&)

    def add(title, author = nil, year: Time.now.year, **rest)
      return self if @books.size >= LIMIT
      @books << Book.new(title:, author:, year:, **rest)
      self
    end

    def by_author
      @by_author ||= group_by(&:author).transform_values { |books| books.sort_by { |book| [-book.year, book.title] } }
    end

    def find(query, limit: 10)
      case query
      in String => title then select { |book| book.title.include?(title) }.first(limit)
      in { author: String | Symbol => author } then by_author.fetch(author.to_s, [])
      in [Integer => first, Integer => last] if first <= last then select { |book| (first..last).cover?(book.year) }
      else []
      end
    end

    def to_json(*) = JSON.generate({ name: @name, books: map(&:to_h) })

    class << self
      def parse(text)
        text.each_line(chomp: true).with_object(new("fiction")) do |line, shelf|
          next if line.empty? || line.start_with?("#")
          match = TITLE.match(line) or raise FormatError.new(line)
          shelf.add(match[:title], year: match[:year]&.to_i || 0, kind: match[:kind].downcase.to_sym)
        end
      rescue FormatError => error
        warn "skipped: #{error.message}"
        retry if (tries = tries.to_i + 1) < 3
      ensure
        $stderr.flush
      end
    end
  end

  Book = Data.define(:title, :author, :year, :kind) do
    def initialize(title:, author: "unknown", year: 0, kind: :other) = super

    def <=>(other) = [author, year] <=> [other.author, other.year]

    def to_s = <<~TEXT.chomp
      #{title} by #{author || "nobody"}, #{year.zero? ? "no year" : year}
        kind: #{kind} #{"*" * (title.length % 5)}
    TEXT
  end

  class FormatError < StandardError
    def initialize(line) = super("not a title: #{line.inspect}")
  end
end

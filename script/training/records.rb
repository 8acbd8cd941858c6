# Objects as applications have them: models by metaprogramming, a builder of queries, validations, callbacks, graphs.
require "set"
require "forwardable"
require "delegate"
require "time"
require "logger"
require "stringio"

module Attributes
  def self.included(base) = base.extend(ClassMethods)

  module ClassMethods
    def attributes = @attributes ||= (superclass.respond_to?(:attributes) ? superclass.attributes.dup : {})
    def callbacks = @callbacks ||= Hash.new { |table, event| table[event] = [] }
    def validates(*names, presence: false, length: nil) = names.each { |name| validations << [name, presence, length] }
    def validations = @validations ||= []
    def before(event, &block) = callbacks[event] << block

    def attribute(name, type = :string, default: nil)
      attributes[name] = [type, default]
      define_method(name) { @values.fetch(name) { default.respond_to?(:call) ? instance_exec(&default) : default } }
      define_method(:"#{name}=") { |value| @values[name] = cast(value, type) }
      define_method(:"#{name}?") { !!public_send(name) }
    end
  end

  attr_reader :errors

  def initialize(**values)
    @values = {}
    @errors = []
    values.each { |name, value| public_send(:"#{name}=", value) }
  end

  def cast(value, type)
    case type
    when :integer then Integer(value)
    when :float then value.to_f
    when :time then value.is_a?(Time) ? value : Time.iso8601(value)
    else value.to_s
    end
  end

  def valid?
    @errors = self.class.validations.flat_map do |name, presence, length|
      value = public_send(name)
      [("#{name} is missing" if presence && (value.nil? || value == "")), ("#{name} is long" if length && value.to_s.size > length)].compact
    end
    @errors.empty?
  end

  def save
    self.class.callbacks[:save].each { |callback| instance_exec(self, &callback) }
    valid? && to_h.freeze
  end

  def to_h = self.class.attributes.keys.to_h { |name| [name, public_send(name)] }
  def method_missing(name, ...) = name.end_with?("_before_type_cast") ? @values[name[0..-18].to_sym] : super
  def respond_to_missing?(name, include_all = false) = name.end_with?("_before_type_cast") || super
end

class User
  include Attributes
  include Comparable
  attribute :name
  attribute :age, :integer, default: 18
  attribute :joined, :time, default: -> { Time.at(0) }
  validates :name, presence: true, length: 20
  before(:save) { |user| user.name = user.name.strip.capitalize }
  def <=>(other) = [name, age] <=> [other.name, other.age]
end

# Queries are built by methods that copy what was built before.
class Query
  extend Forwardable
  def_delegators :to_sql, :size, :hash

  def initialize(table, parts = {}.freeze) = (@table, @parts = table, parts)
  def where(**conditions) = with(:where) { |list| list + conditions.map { |name, value| "#{quote(name)} #{comparison(value)}" } }
  def order(*names) = with(:order) { |list| list + names.map { |name| quote(name) } }
  def limit(number) = Query.new(@table, @parts.merge(limit: number).freeze)

  def to_sql
    sql = +"SELECT * FROM #{quote(@table)}"
    sql << " WHERE " << @parts[:where].join(" AND ") if @parts[:where]
    sql << " ORDER BY " << @parts[:order].join(", ") if @parts.key?(:order)
    sql << " LIMIT #{@parts[:limit]}" unless @parts[:limit].nil?
    sql
  end

  private

  def with(part) = Query.new(@table, { **@parts, part => yield(@parts.fetch(part, [])) }.freeze)
  def quote(name) = %("#{name.to_s.gsub('"', '""')}")

  def comparison(value)
    case value
    when nil then "IS NULL"
    when Range then "BETWEEN #{literal(value.begin)} AND #{literal(value.end)}"
    when Array then "IN (#{value.map { |each| literal(each) }.join(", ")})"
    else "= #{literal(value)}"
    end
  end

  def literal(value) = value.is_a?(Numeric) ? value.to_s : "'#{value.to_s.gsub("'", "''")}'"
end

class Decorated < SimpleDelegator
  def label = "#{name} (#{age})"
end

log = Logger.new(StringIO.new)
15_000.times do |number|
  user = User.new(name: " user #{number % 50} ", age: number.to_s)
  user.save
  user.name_before_type_cast
  user.respond_to?(:unknown_before_type_cast)
  Decorated.new(user).label
  Query.new(:users).where(name: user.name, age: 1..user.age, kind: %w[a b'c], gone: nil).order(:name, :id).limit(10).to_sql
  log.info { "saved #{user.name}" } if number % 5 == 0
end
users = (1..300).map { |number| User.new(name: "u#{number * 7 % 100}", age: number) }
users.sort.group_by(&:name).transform_values { |list| list.sum(&:age) }.sort_by { |name, total| [-total, name] }.first(5)

# Shortest ways through a graph, and what can be reached.
graph = Hash.new { |table, node| table[node] = Set.new }
2000.times { |number| graph[number % 400] << (number * 31 + 7) % 400; graph[(number * 17) % 400] << number % 400 }
150.times do |start|
  seen = Set[start]
  queue = [start]
  distance = { start => 0 }
  while (node = queue.shift)
    graph[node].each do |near|
      next unless seen.add?(near)
      distance[near] = distance[node] + 1
      queue << near
    end
  end
end

# A registry with errors on the way, as services have them.
class Missing < StandardError
  def initialize(name) = super("nothing is called #{name}")
end
registry = { a: 1, b: 2 }
20_000.times do |number|
  begin
    registry.fetch(number.even? ? :a : :c) { |name| raise Missing, name }
  rescue Missing, KeyError => error
    error.message.size
  ensure
    registry[:count] = number
  end
end

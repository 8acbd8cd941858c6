# Answers queries over a schema, and refuses wrong ones.
require "graphql"

class Animal < GraphQL::Schema::Object
  field :name, String, null: false
  field :legs, Integer
end

class Query < GraphQL::Schema::Object
  ANIMALS = [{ name: "cat", legs: 4 }, { name: "hen", legs: 2 }, { name: "snake", legs: nil }].freeze

  field :animals, [Animal], null: false do
    argument :legs, Integer, required: false
  end

  def animals(legs: nil) = ANIMALS.select { |animal| legs.nil? || animal[:legs] == legs }
end

class Schema < GraphQL::Schema
  query Query
end

puts Schema.to_definition
["{ animals { name legs } }", "query($n: Int) { animals(legs: $n) { name } }", "{ animals { wings } }", "{ animals(", "{ __schema { types { name } } }"].each do |query|
  puts query, Schema.execute(query, variables: { "n" => 2 }).to_h
end

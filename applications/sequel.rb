# Builds statements of several databases' kinds, and what a mock answers becomes models.
require "sequel"

%w[sqlite postgres mysql mssql].each do |type|
  db = Sequel.mock(host: type)
  items = db[:items].where { (price > 3) & { name: %w[a b] } }.exclude(id: db[:sold].select(:item_id)).order(Sequel.desc(:price), :id).limit(5, 10)
  puts type, items.sql, items.join(:makers, id: :maker_id).select_group(:name).select_append { [count.function.*.as(:n), sum(price).over(partition: :name)] }.sql
  puts db[:items].insert_sql(name: "a'b\\c", made: Date.new(2024, 2, 29), raw: Sequel.blob("\0x"), none: nil, yes: true)
  puts db[:items].where(id: 1).update_sql(price: Sequel[:price] * 2), items.with(:x, db[:y]).from(:x).union(db[:z]).sql
  db.create_table(:items) { primary_key :id; String :name, null: false, unique: true; foreign_key :maker_id, :makers; index %i[name maker_id]; check { price > 0 } }
  puts db.sqls
rescue Sequel::Error => error
  puts "#{error.class}: #{error.message}"
end
DB = Sequel.mock(columns: %i[id name price], fetch: [{ id: 1, name: "tea", price: 3 }, { id: 2, name: "cup", price: 9 }], autoid: 3, numrows: 1)
class Item < Sequel::Model(DB[:items])
  plugin :validation_helpers
  plugin :dirty
  one_to_many :parts
  def validate = (super; validates_presence(:name); validates_integer(:price, allow_nil: true))
end
class Part < Sequel::Model(DB[:parts]); many_to_one :item; end
p Item.where(price: 3).all.map(&:values), Item.dataset.sum(:price), Item[1].parts_dataset.sql, Item.eager(:parts).sql
item = Item.new(name: "")
p item.valid?, item.errors.full_messages
item.set(name: "new", price: 4)
item.save
p DB.sqls

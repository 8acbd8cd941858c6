# Builds statements of SQL, with joins, conditions and orders.
require "sequel"

database = Sequel.mock(host: "postgres")
job do
  Array.new(120) do |index|
    orders = database[:orders].join(:customers, id: :customer_id).where(state: %w[open paid], customer_id: index)
    orders.where { total > index }.exclude(closed_at: nil).order(Sequel.desc(:created_at), :id).limit(25, 50).select_append(:name).sql.length
  end.sum
end

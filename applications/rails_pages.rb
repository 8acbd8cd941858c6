# Run over the application that rails_application.rb generates: pages, forms, jobs, threads with connections of their own, a reload.
require "action_dispatch/testing/integration"

session = ActionDispatch::Integration::Session.new(Rails.application)
session.host! "localhost"
tell = ->(what) { puts "#{what}: #{session.response.status} #{session.response.location}", session.response.body.gsub(/(authenticity_token|csrf-token|nonce|content)="[^"]*"/, '\1=""').gsub(/value="[\w+\/=-]{60,}"/, 'value=""') }
token = -> { session.response.body[/name="authenticity_token" value="([^"]+)"/, 1] }

session.get("/items")
tell.("an empty list")
session.get("/items/new")
form = token.()
session.post("/items", params: { authenticity_token: form, item: { name: "Tea <green>", price: 3 } })
tell.("an item made")
session.follow_redirect!
tell.("its page")
session.get("/items/new")
session.post("/items", params: { authenticity_token: token.(), item: { name: "" } })
tell.("an item refused")
begin
  Item.find(99)
rescue ActiveRecord::RecordNotFound => error
  puts error.message
end

threads = Array.new(6) { |i| Thread.new { ActiveRecord::Base.connection_pool.with_connection { Item.create!(name: "thread #{i}", price: i) } } }
threads.each(&:join)
puts Item.order(:name).pluck(:name, :price).inspect, Item.where("price > 2").sum(:price), Item.group("price % 2").count.sort.inspect
begin
  Item.transaction { Item.create!(name: "undone"); Item.create! }
rescue ActiveRecord::RecordInvalid => error
  puts error.message, Item.exists?(name: "undone")
end
RaisePricesJob.perform_now(10)
ActiveJob::Base.queue_adapter = :inline
RaisePricesJob.perform_later(100)
puts Item.first.price

puts Item.first.label
path = Rails.root.join("app/models/item.rb")
path.write(path.read.sub("item \#{name}", "changed \#{name}"))
File.utime(Time.now + 5, Time.now + 5, path)
Rails.application.reloader.wrap { nil }
Rails.application.reloader.reload!
puts Item.first.label

# The suite of mysql2 reads where its server is from a file that whoever runs it writes: here the one that as_user.rb started.
require "yaml"

places = { "root" => "test", "user" => "mysql2_test" }
File.write("spec/configuration.yml", places.to_h { |name, database|
  [name, { "host" => "127.0.0.1", "port" => ENV.fetch("MYSQL_TCP_PORT").to_i, "username" => "root", "password" => nil, "database" => database }]
}.to_yaml)

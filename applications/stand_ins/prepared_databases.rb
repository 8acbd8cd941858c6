# What `rails db:test:prepare` does for the application beside a suite: its databases are made anew.
ENV["RAILS_ENV"] = "test"
Rails.env = "test"
require File.expand_path("#{%w[test/dummy demo].find { |folder| File.directory?(folder) }}/config/environment")

Dir.chdir(Rails.root) do
  tasks = ActiveRecord::Tasks::DatabaseTasks
  ActiveRecord::Base.configurations.configs_for(env_name: "test").each do |configuration|
    tasks.drop(configuration)
    tasks.create(configuration)
    tasks.with_temporary_connection(configuration) do
      schema = tasks.schema_dump_path(configuration)
      tasks.load_schema(configuration) if schema && File.exist?(schema)
      tasks.migrate
    end
  end
end
ActiveRecord::Base.establish_connection
ActiveRecord.maintain_test_schema = false # they are, and no other process need look

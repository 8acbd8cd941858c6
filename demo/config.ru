# The application of the demonstration, for `rutile serve demo/config.ru` or any other Rack server.
require_relative "application"

application = Application.new(Integer(ENV.fetch("DEMO_RESOURCES", "200")))
application.names.each { |name| application.call({ "REQUEST_METHOD" => "GET", "PATH_INFO" => "/#{name}", "QUERY_STRING" => "" }) }
run application

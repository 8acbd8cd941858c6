# `rutile serve`: from the words of the command line to a server that runs.

require "optparse"
require "rutile/server/configuration"
require "rutile/server/application"
require "rutile/server/listeners"
require "rutile/server/log"
require "rutile/server/warmup"
require "rutile/server/cluster"
require "rutile/server/single"

module Rutile
  module Server
    module Command
      USAGE = "Usage: rutile serve [options] [config.ru]"

      class << self
        # The words that a successor is to be started with.
        attr_reader :words

        def run(arguments)
          @words = [RbConfig.ruby, "serve", *arguments]
          @start = folder_as_named
          $stderr.sync = true
          start(configuration(arguments.dup))
        rescue ConfigurationError, OptionParser::ParseError => error
          $stderr.write("rutile serve: #{error.message}\n")
          exit!(1)
        end

        # The same process runs the program anew, perhaps another version of it, over the same sockets.
        def run_anew(listeners, variables = {})
          own, options = listeners.for_successor
          exec(own.merge(variables), *@words, chdir: @start, **options)
        end

        # The settings that the same words come to now.
        def configuration_anew = configuration(@words.drop(2))

        private

        # By the name that the shell knows it by: where that leads through a symbolic link, a restart follows it to what it leads to by then.
        def folder_as_named
          named = ENV["PWD"]
          named && File.identical?(named, ".") ? named : Dir.pwd
        end

        def configuration(arguments)
          given = parse(arguments)
          Dir.chdir(@start)
          Dir.chdir(given.delete(:directory)) if given[:directory]
          given[:rackup] = arguments.first if arguments.first
          Configuration.new(**given)
        rescue SystemCallError => error
          raise ConfigurationError, error.message
        end

        def parse(arguments)
          given = {}
          OptionParser.new(USAGE) do |parser|
            parser.on("-b", "--bind ADDRESS", "tcp://HOST:PORT, ssl://HOST:PORT?cert=FILE&key=FILE or unix:///PATH; several are served") { |address| (given[:binds] ||= []) << address }
            parser.on("-p", "--port PORT", Integer, "the port, 9292 unless PORT says otherwise") { |port| given[:port] = port }
            parser.on("-o", "--host HOST", "the address of this machine that is listened on") { |host| given[:host] = host }
            parser.on("-e", "--environment NAME", "development, production ...") { |name| given[:environment] = name }
            parser.on("-w", "--workers COUNT", "processes; auto: one a processor; 0: this one alone") { |count| given[:workers] = count }
            parser.on("-t", "--threads MOST", "requests that a worker serves at once") { |most| given[:threads] = most.rpartition(":").last }
            parser.on("-C", "--config FILE", "a file of settings; - for none") { |file| given[:file] = file }
            parser.on("--dir FOLDER", "where to start") { |folder| given[:directory] = folder }
            parser.on("--pidfile FILE", "gets the parent's number") { |file| given[:pidfile] = file }
            parser.on("--tag TEXT", "stands in the title of each process") { |text| given[:tag] = text }
            parser.on("--access-log [FORMAT]", Configuration::FORMATS, "common (the default) or json, on the standard output") { |format| given[:access_log] = format || :common }
            parser.on("--control [ADDRESS]", "metrics, probes and a page that shows the workers, at #{Configuration.control_address} or elsewhere") { |address| given[:control] = address || Configuration.control_address }
            parser.on("--control-token TOKEN", "what actions on the control port want") { |token| given[:control_token] = token }
            parser.on("-h", "--help", "this") { puts(parser.help); exit }
          end.parse!(arguments)
          given
        end

        def start(configuration)
          log = Log.new(configuration[:access_log])
          listeners = Listeners.new(configuration[:binds])
          announce(configuration, listeners, log)
          (configuration[:workers] == 0 ? Single : Cluster).new(configuration, listeners, log).run
          log.event("stopped")
        ensure
          listeners&.remove_files
        end

        def announce(configuration, listeners, log)
          workers = configuration[:workers]
          processes = workers == 0 ? "one process" : "#{workers} worker#{"s" if workers != 1}"
          log.event("rutile #{RUBY_ENGINE_VERSION}, #{configuration[:environment]}: #{processes}, up to #{configuration[:threads]} requests each")
          listeners.places.each { |place| log.event("listening on #{place}") }
        end
      end
    end
  end
end

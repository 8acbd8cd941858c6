# Monitor itself is part of the core library (core/concurrency/monitor.rb); the community's
# monitor.rb, which asks for this file, adds MonitorMixin.

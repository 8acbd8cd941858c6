# The profiler stackprof reads frames in a handler of a signal, as it may under CRuby since 3.0. Here frames can be read between two
# instructions alone: it asks for a job then, as it does under older versions.

StackProf.use_postponed_job!

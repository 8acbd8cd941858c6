# Completion of `rutile` for fish.

complete -c rutile -n __fish_use_subcommand -a heap -d "Run a program and report on its heap"
@OPTIONS@

# Completion of `rutile` for bash.

_rutile() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local options="@OPTIONS@"
  # bash takes the `=` of an option for a word of its own.
  if [ "$word" = = ]; then
    word=""
  elif [ "$before" = = ]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  case $before in
    --enable | --disable) mapfile -t COMPREPLY < <(compgen -W "@FEATURES@" -- "$word") ;;
    --dump) mapfile -t COMPREPLY < <(compgen -W "@DUMPS@" -- "$word") ;;
    -C | -I | -X) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    -e) COMPREPLY=() ;;
    *)
      case $word in
        -*) mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word") ;;
        *) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
      esac
      ;;
  esac
  case ${COMPREPLY[*]-} in
    *=) compopt -o nospace ;;
  esac
}

complete -o filenames -F _rutile rutile

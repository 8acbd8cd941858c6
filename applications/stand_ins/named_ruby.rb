# Some suites expect a text of CRuby where they are run by `ruby`, and another's of any other engine. Loaded by `-rnamed_ruby`, this has them expect CRuby's.
Gem.path # RubyGems, which takes its settings by the name, is loaded with them.
verbose, $VERBOSE = $VERBOSE, nil
RUBY_ENGINE = "ruby"
$VERBOSE = verbose

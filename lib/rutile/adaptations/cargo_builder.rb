# RubyGems builds extensions that are a crate by themselves.

require "rutile/adaptations/rust_extensions"

Gem::Ext::CargoBuilder.prepend(Rutile::RustExtensions)

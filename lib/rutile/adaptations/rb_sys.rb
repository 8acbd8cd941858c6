# The gem rb_sys writes a Makefile for an extension that has an extconf.rb.

require "rutile/adaptations/rust_extensions"

RbSys::CargoBuilder.prepend(Rutile::RustExtensions)

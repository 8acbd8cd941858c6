//! The names of this Ruby: the `RUBY_*` constants and the line that `-v` prints.
//!
//! The revision is the command's to know: were it compiled in here, each commit would rebuild the core library.

use rutile_vm::value::encoding::Encoding;
use rutile_vm::value::Value;
use rutile_vm::vm::Vm;

pub const ENGINE: &str = "rutile";
pub const ENGINE_VERSION: &str = env!("CARGO_PKG_VERSION");
/// The Ruby that Rutile behaves as.
pub const LANGUAGE_VERSION: &str = "3.4.11";
pub const PLATFORM: &str = platform();
pub const COPYRIGHT: &str = "rutile - Copyright (C) 2026 the Rutile developers";
const PATCH_LEVEL: i64 = 0;
/// Day of the release, for builds outside a repository.
const RELEASE_DAY: &str = "2026-11-21";

const fn platform() -> &'static str {
    if cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        "x86_64-linux"
    } else if cfg!(all(target_arch = "aarch64", target_os = "linux")) {
        "aarch64-linux"
    } else if cfg!(all(target_arch = "aarch64", target_os = "macos")) {
        "arm64-darwin"
    } else if cfg!(all(target_arch = "x86_64", target_os = "macos")) {
        "x86_64-darwin"
    } else {
        std::env::consts::OS
    }
}

/// The commit a binary is built from and its day (`2026-11-21`); both empty outside a repository.
#[derive(Clone, Copy)]
pub struct Revision {
    pub hash: &'static str,
    pub day: &'static str,
}

impl Revision {
    fn release_date(&self) -> &'static str {
        if self.day.is_empty() { RELEASE_DAY } else { self.day }
    }
}

/// `rutile 0.1.0 (2026-11-21 revision 0123456789) like ruby 3.4.11 +PRISM [x86_64-linux]`
pub fn description(built: &Revision) -> String {
    let revision = match built.hash.get(..10) {
        Some(short) => format!(" revision {short}"),
        None => String::new(),
    };
    format!("{ENGINE} {ENGINE_VERSION} ({}{revision}) like ruby {LANGUAGE_VERSION} +PRISM [{PLATFORM}]", built.release_date())
}

/// Sets the `RUBY_*` constants.
pub fn define(vm: &mut Vm, built: &Revision) {
    let description = description(built);
    let texts = [
        ("RUBY_ENGINE", ENGINE),
        ("RUBY_ENGINE_VERSION", ENGINE_VERSION),
        ("RUBY_VERSION", LANGUAGE_VERSION),
        ("RUBY_PLATFORM", PLATFORM),
        ("RUBY_COPYRIGHT", COPYRIGHT),
        ("RUBY_REVISION", built.hash),
        ("RUBY_RELEASE_DATE", built.release_date()),
        ("RUBY_DESCRIPTION", &description),
    ];
    let object = vm.classes.object;
    for (name, text) in texts {
        let text = vm.frozen_string(text.as_bytes(), Encoding::US_ASCII);
        let name = vm.intern(name.as_bytes());
        vm.set_constant(object, name, text.value());
    }
    let name = vm.intern(b"RUBY_PATCHLEVEL");
    vm.set_constant(object, name, Value::fixnum(PATCH_LEVEL));
}

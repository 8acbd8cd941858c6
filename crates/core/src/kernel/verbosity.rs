//! How much the machine warns: the level behind `$VERBOSE`.
//!
//! | primitive | answers |
//! |---|---|
//! | `warning_level()` | 0 silent, 1 as usual, 2 verbose |
//! | `set_warning_level(level)` | nil |
//! | `warn_of_deprecated(yes)` | nil; whether to tell of changed literals |
//! | `warn_of_unused_blocks(yes)` | nil; whether to tell of all blocks that methods have no use for |
//! | `warn_of_performance(yes)` | nil; whether to tell of changes that make programs slower |

use rutile_vm::prelude::*;

/// The natives of this file.
pub const NATIVES: &[(&str, Native)] = &[("warning_level", warning_level), ("set_warning_level", set_warning_level), ("warn_of_deprecated", warn_of_deprecated), ("warn_of_performance", warn_of_performance), ("warn_of_unused_blocks", warn_of_unused_blocks)];

fn warning_level(vm: &mut Vm, _args: Arguments) -> NativeResult {
    Ok(Value::fixnum(vm.settings.warning_level as i64))
}

fn warn_of_deprecated(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.settings.warns_of_deprecated = args.get(0).truthy();
    Ok(Value::NIL)
}

fn warn_of_performance(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.settings.warns_of_performance = args.get(0).truthy();
    Ok(Value::NIL)
}

fn warn_of_unused_blocks(vm: &mut Vm, args: Arguments) -> NativeResult {
    vm.settings.warns_of_unused_blocks = args.get(0).truthy();
    Ok(Value::NIL)
}

fn set_warning_level(vm: &mut Vm, args: Arguments) -> NativeResult {
    match args.get(0).as_fixnum() {
        Some(level @ 0..=2) => vm.settings.warning_level = level as u8,
        _ => return Err(Exit::Fallback),
    }
    Ok(Value::NIL)
}

//! The functions in C, which take any number of arguments: their names, so that the linker keeps them.

use crate::define::Export;

macro_rules! functions_in_c {
    ($($name:ident),* $(,)?) => {
        unsafe extern "C" {
            $(fn $name();)*
        }

        pub const FUNCTIONS: &[Export] = &[$(Export { name: stringify!($name), address: $name as *const () }),*];
    };
}

functions_in_c! {
    rb_funcall, rb_yield_values, rb_ary_new_from_args, rb_rescue2, rb_vrescue2, rb_scan_args, rb_scan_args_kw, rb_get_kwargs,
    rb_raise, rb_fatal, rb_bug, rb_warn, rb_warning, rb_category_warn, rb_sys_warning, rb_loaderror, rb_name_error, rb_enc_raise, rb_frozen_error_raise,
    rb_sprintf, rb_vsprintf, rb_str_catf, rb_str_vcatf, rb_enc_sprintf, rb_enc_vsprintf, ruby_snprintf, ruby_vsnprintf,
    rb_struct_define, rb_struct_define_under, rb_struct_new, rb_struct_define_without_accessor, rb_data_define, rb_error_frozen,
    rb_compile_warn, rb_compile_warning, rb_category_warning, rb_name_error_str, rb_struct_define_without_accessor_under,
}

//! Compiles files, verifies what came out, and prints it with `--print`; `-e CODE` compiles CODE.

use rutile_bytecode::{disassemble, verify};
use rutile_compiler::{Options, compile};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut print, mut failures, mut options) = (false, 0, Options::default());
    while let Some(argument) = arguments.next() {
        let (file, source) = match argument.as_str() {
            "--print" => {
                print = true;
                continue;
            }
            "--core" => {
                options.core = true;
                continue;
            }
            "-e" => ("-e".to_string(), arguments.next().unwrap_or_default().into_bytes()),
            file => (file.to_string(), std::fs::read(file).unwrap_or_default()),
        };
        options.file = file.clone();
        match compile(&source, &options) {
            Err(error) => {
                failures += 1;
                println!("{error}");
            }
            Ok(compiled) => {
                for warning in &compiled.warnings {
                    println!("{file}:{}: warning: {} (verbose: {})", warning.line, warning.message, warning.verbose);
                }
                if print {
                    print!("{}", disassemble::disassemble(&compiled.function));
                }
                if let Err(error) = verify::verify(&compiled.function) {
                    failures += 1;
                    println!("{file}: {error:?}");
                }
            }
        }
    }
    std::process::exit((failures > 0) as i32);
}

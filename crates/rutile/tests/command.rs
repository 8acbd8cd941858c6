//! The command seen from outside: options, programs, ends, the words of its refusals.

mod support;

use support::{Folder, Outcome, command, run, run_with_input};

// --- Programs ---

#[test]
fn texts_make_lines_of_one_program() {
    assert_eq!(run(&["-e", "x = 1", "-e", "puts x"]).text(), "1\n");
}

#[test]
fn a_file_is_run_with_the_arguments_behind_it() {
    let folder = Folder::new();
    let path = folder.write("program.rb", "ARGV.each { |word| puts word }\nputs $0 == __FILE__\n");
    assert_eq!(run(&[&path, "a", "-b", "--version"]).text(), "a\n-b\n--version\ntrue\n");
}

#[test]
fn a_program_may_come_from_standard_input() {
    assert_eq!(run_with_input(&[], "puts :read").text(), "read\n");
    assert_eq!(run_with_input(&["-", "word"], "puts ARGV[0], $0").text(), "word\n-\n");
}

#[test]
fn arguments_follow_the_text_of_e() {
    assert_eq!(run(&["-e", "puts ARGV", "a", "-b"]).text(), "a\n-b\n");
    assert_eq!(run(&["-e", "puts ARGV", "--", "-x"]).text(), "-x\n");
}

#[test]
fn data_is_what_stands_behind_the_end() {
    let folder = Folder::new();
    let path = folder.write("program.rb", "puts DATA.read\n__END__\nbehind\n");
    assert_eq!(run(&[&path]).text(), "behind\n");
    assert_eq!(run_with_input(&[], "puts DATA.read\n__END__\nrest\n").text(), "rest\n");
}

#[test]
fn a_program_may_be_extracted_from_a_letter() {
    let folder = Folder::new();
    let path = folder.write("letter", "Dear reader\n#!/usr/bin/env ruby -w\nputs :found, $VERBOSE\n__END__\nbye\n");
    assert_eq!(run(&["-x", &path]).text(), "found\ntrue\n");
    let plain = folder.write("plain", "puts 1\n");
    assert_eq!(run(&["-x", &plain]).fails_with(1), format!("{plain}: no Ruby script found in input (LoadError)\n"));
}

#[test]
fn a_program_in_the_path_is_found() {
    let folder = Folder::new();
    folder.write("named_program", "puts :found\n");
    let outcome = Outcome::of(command(&["-S", "named_program"]).env("PATH", folder.path()));
    assert_eq!(outcome.text(), "found\n");
}

#[test]
fn a_program_chooses_options_in_its_first_line() {
    let folder = Folder::new();
    let path = folder.write("program", "#!/usr/bin/env ruby -w\np $VERBOSE\n");
    assert_eq!(run(&[&path]).text(), "true\n");
    let wrong = folder.write("wrong", "#!ruby -Z\n");
    assert_eq!(run(&[&wrong]).fails_with(1), format!("{wrong}: invalid option -Z  (-h will show valid options) (RuntimeError)\n"));
}

#[test]
fn a_program_may_name_rutile_in_its_first_line() {
    let folder = Folder::new();
    for line in ["/usr/bin/env rutile -w", "/opt/some bin/rutile -w", "/usr/bin/env -S rutile -w -l"] {
        let path = folder.write("program", &format!("#!{line}\np $VERBOSE, DATA.read, __LINE__\n__END__\nend\n"));
        assert_eq!(run(&[&path]).text(), "true\n\"end\\n\"\n2\n", "{line}");
    }
    let wrapped = folder.write("wrapped", "#!/bin/sh\nexec rutile -x \"$0\"\n#!rutile -w\np $VERBOSE, __LINE__\n");
    assert_eq!(run(&[&wrapped]).text(), "true\n4\n");
    assert_eq!(run(&["-x", &wrapped]).text(), "true\n4\n");
    let foreign = folder.write("foreign", "#!/usr/bin/perl\nputs 1\n");
    assert_eq!(run(&[&foreign]).fails_with(1), format!("{foreign}: no Ruby script found in input (LoadError)\n"));
}

#[test]
fn folders_named_in_the_first_line_come_last() {
    let folder = Folder::new();
    let path = folder.write("program", "#!/usr/bin/env ruby -I/named/here\nputs $:.first, $:.last\n");
    assert_eq!(run(&["-I/named/first", &path]).text(), "/named/first\n/named/here\n");
}

// --- Ends ---

#[test]
fn the_status_is_what_exit_says() {
    for (code, status) in [("exit", 0), ("exit false", 1), ("exit 5", 5), ("exit(-1)", 255), ("exit! 9", 9), ("abort", 1)] {
        assert_eq!(run(&["-e", code]).status(), Some(status), "{code}");
    }
}

#[test]
fn what_is_due_at_the_end_runs_last_first() {
    let outcome = run(&["-e", "at_exit { puts 1 }\nat_exit { puts 2; exit 7 }\nputs 3\n"]);
    assert_eq!((outcome.output.as_str(), outcome.status()), ("3\n2\n1\n", Some(7)));
}

#[test]
fn an_exception_is_reported_behind_what_was_due() {
    let outcome = run(&["-e", "at_exit { $stderr.puts :due }\nraise 'told'"]);
    assert_eq!(outcome.fails_with(1), "due\n-e:2:in '<main>': told (RuntimeError)\n");
}

#[test]
fn an_unhandled_signal_ends_the_process_by_that_signal() {
    assert_eq!(run(&["-e", "raise Interrupt"]).signal(), Some(libc::SIGINT));
    assert_eq!(run(&["-e", "raise SignalException, 'TERM'"]).signal(), Some(libc::SIGTERM));
}

#[test]
fn a_signal_that_arrives_is_an_exception() {
    let code = "begin\n  Process.kill(:TERM, $$)\n  loop { }\nrescue SignalException => error\n  puts error.message\nend";
    assert_eq!(run(&["-e", code]).text(), "SIGTERM\n");
}

#[test]
fn who_stops_reading_is_no_reason_to_complain() {
    let code = "loop { puts 'line' }";
    let outcome = Outcome::of(std::process::Command::new("sh").args(["-c", "\"$0\" -e \"$1\" | head -n 1", support::COMMAND, code]));
    assert_eq!((outcome.output.as_str(), outcome.errors.as_str()), ("line\n", ""));
}

// --- Refusals ---

#[test]
fn a_program_that_cannot_be_read() {
    let name = support::COMMAND;
    let missing = run(&["/no/such/program"]).fails_with(1);
    assert_eq!(missing, format!("{name}: No such file or directory -- /no/such/program (LoadError)\n"));
    assert_eq!(run(&["/"]).fails_with(1), format!("{name}: Is a directory -- / (LoadError)\n"));
}

#[test]
fn an_option_that_is_none() {
    for option in ["-Z", "--nothing"] {
        let expected = format!("{}: invalid option {option}  (-h will show valid options) (RuntimeError)\n", support::COMMAND);
        assert_eq!(run(&[option]).fails_with(1), expected);
    }
}

#[test]
fn a_folder_that_is_none() {
    let expected = format!("{}: Can't chdir to /no/such (fatal)\n", support::COMMAND);
    assert_eq!(run(&["-C", "/no/such", "-e", "1"]).fails_with(1), expected);
}

#[test]
fn a_syntax_error_is_shown_and_nothing_runs() {
    let errors = run(&["-e", "puts 1\nx = ("]).fails_with(1);
    assert!(errors.starts_with("-e: -e:2: syntax error found (SyntaxError)\n"), "{errors}");
    assert!(errors.contains("> 2 | x = ("), "{errors}");
}

#[test]
fn bytes_that_are_no_text_are_a_syntax_error() {
    let folder = Folder::new();
    let path = folder.write("bad.rb", b"puts 1\n\xff = 2\n");
    let errors = run(&[&path]).fails_with(1);
    assert!(errors.contains("invalid multibyte character 0xFF"), "{errors}");
}

// --- What options change ---

#[test]
fn the_syntax_is_checked_only() {
    assert_eq!(run(&["-c", "-e", "puts 1"]).text(), "Syntax OK\n");
    assert!(run(&["-c", "-e", "class x; end"]).fails_with(1).contains("SyntaxError"));
}

#[test]
fn warnings_are_chosen() {
    for (option, verbosity) in [("-w", "true"), ("-W", "true"), ("-W2", "true"), ("-W1", "false"), ("-W0", "nil"), ("-d", "true")] {
        assert_eq!(run(&[option, "-e", "p $VERBOSE"]).text(), format!("{verbosity}\n"), "{option}");
    }
    assert_eq!(run(&["-e", "p $VERBOSE, $DEBUG, $-W"]).text(), "false\nfalse\n1\n");
    assert_eq!(run(&["-w", "-W:no-deprecated", "-e", "p Warning[:deprecated]"]).text(), "false\n");
}

#[test]
fn the_parser_warns() {
    let folder = Folder::new();
    let path = folder.write("program.rb", "x = 1\n");
    assert_eq!(run(&["-w", &path]).errors, format!("{path}:1: warning: assigned but unused variable - x\n"));
    assert_eq!(run(&[&path]).text(), "");
}

#[test]
fn libraries_are_required_from_added_folders() {
    let folder = Folder::new();
    folder.write("part.rb", "puts :required\n");
    for words in [["-I", folder.path(), "-r", "part", "-e", "puts :main"]] {
        assert_eq!(run(&words).text(), "required\nmain\n");
    }
    let outcome = Outcome::of(command(&["-rpart", "-e", "puts :main"]).env("RUBYLIB", folder.path()));
    assert_eq!(outcome.text(), "required\nmain\n");
}

#[test]
fn the_environment_adds_options() {
    assert_eq!(Outcome::of(command(&["-e", "p $VERBOSE"]).env("RUBYOPT", "-w")).text(), "true\n");
    assert_eq!(Outcome::of(command(&["--disable=rubyopt", "-e", "p $VERBOSE"]).env("RUBYOPT", "-w")).text(), "false\n");
    let refused = Outcome::of(command(&["-e", "1"]).env("RUBYOPT", "-n")).fails_with(1);
    assert_eq!(refused, format!("{}: invalid switch in RUBYOPT: -n (RuntimeError)\n", support::COMMAND));
}

#[test]
fn programs_for_each_line() {
    assert_eq!(run_with_input(&["-ne", "puts $_.upcase"], "a\nb\n").text(), "A\nB\n");
    assert_eq!(run_with_input(&["-pe", "$_.upcase!"], "a\nb\n").text(), "A\nB\n");
    assert_eq!(run_with_input(&["-lane", "print $F[1]"], "a b\nc d\n").text(), "b\nd\n");
    assert_eq!(run_with_input(&["-F:", "-lane", "print $F[1]"], "a:b\n").text(), "b\n");
    assert_eq!(run_with_input(&["-054", "-ne", "puts $_"], "a,b").text(), "a,\nb\n");
}

#[test]
fn switches_become_globals() {
    let folder = Folder::new();
    let path = folder.write("program.rb", "p $foo, $bar_baz, ARGV\n");
    assert_eq!(run(&["-s", &path, "-foo", "-bar-baz=3", "--", "-x"]).text(), "true\n\"3\"\n[\"-x\"]\n");
}

#[test]
fn the_folder_is_changed_first() {
    let folder = Folder::new();
    folder.write("here.rb", "puts :here\n");
    assert_eq!(run(&["-C", folder.path(), "here.rb"]).text(), "here\n");
}

#[test]
fn string_literals_may_be_frozen() {
    assert_eq!(run(&["--enable=frozen-string-literal", "-e", "p 'a'.frozen?"]).text(), "true\n");
}

// --- What the command says of itself ---

#[test]
fn versions() {
    let version = run(&["--version"]).text();
    assert!(version.starts_with("rutile 0.") && version.contains("like ruby 3.4"), "{version}");
    assert_eq!(run(&["-v"]).text(), version);
    assert_eq!(run(&["-v", "-e", "puts RUBY_DESCRIPTION"]).text(), format!("{version}{version}"));
    assert_eq!(run(&["-e", "puts RUBY_ENGINE, RUBY_PATCHLEVEL"]).text(), "rutile\n0\n");
    assert!(run(&["--copyright"]).text().contains("Copyright"));
}

#[test]
fn help_names_every_letter() {
    let (short, long) = (run(&["-h"]).text(), run(&["--help"]).text());
    for letter in "0acdeEFiIlnprsSvwWxhC".chars() {
        assert!(short.contains(&format!("  -{letter}")), "-{letter} is not in -h");
        assert!(long.contains(&format!("  -{letter}")), "-{letter} is not in --help");
    }
}

#[test]
fn bytecode_is_shown() {
    let text = run(&["--dump=insns", "-e", "x = 1"]).text();
    assert!(text.contains("LoadInteger"), "{text}");
}

#[test]
fn the_image_and_the_folder_are_one_library() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../core");
    let outcome = Outcome::of(command(&["-e", "puts [3, 1, 2].sort.inspect"]).env("RUTILE_CORE", folder));
    assert_eq!(outcome.text(), "[1, 2, 3]\n");
    let image = Outcome::of(command(&["-e", "puts [3, 1, 2].sort.inspect"]).env("RUTILE_CORE", ""));
    assert_eq!(image.text(), "[1, 2, 3]\n");
}

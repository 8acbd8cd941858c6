use super::*;
use crate::Nested;
use crate::samples::Chance;

#[test]
fn every_function_comes_back_as_it_was() {
    for seed in 1..400 {
        let function = Chance(seed * 7919).function(0);
        assert_eq!(read_function(&write_function(&function)), Ok(function), "seed {seed}");
    }
}

#[test]
fn a_record_finds_nested_functions_without_decoding_them() {
    let function = (1..).map(|seed| Chance(seed).function(0)).find(|each| each.functions.len() > 1).unwrap();
    let bytes = write_function(&function);
    let record = FunctionRecord::parse(&bytes, &[]).unwrap();
    assert_eq!(record.name(), function.name);
    assert_eq!(record.heads().len(), function.functions.len());
    assert!(record.nested(function.functions.len()).is_none());
    assert!(record.decode_own().unwrap().functions.is_empty());
    for (index, nested) in function.functions.iter().enumerate() {
        let inner = record.nested(index).unwrap().unwrap();
        assert_eq!((inner.name(), inner.file()), (nested.name.as_str(), nested.file.as_str()));
        assert_eq!(record.head(index).unwrap().kind, nested.kind);
        assert_eq!(inner.decode().unwrap(), **nested);
    }
}

#[test]
fn bad_bytes_are_errors_or_other_functions_but_never_panics() {
    for seed in 1..300 {
        let mut chance = Chance(seed * 104_729);
        let mut bytes = write_function(&chance.function(1));
        for _ in 0..1 + chance.below(6) {
            let at = chance.below(bytes.len());
            match chance.below(3) {
                0 => bytes[at] = chance.next() as u8,
                1 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, chance.next() as u8),
            }
        }
        let _ = read_function(&bytes);
        let _ = Image::read(&bytes).is_err();
    }
}

#[test]
fn every_truncation_is_noticed() {
    let bytes = write_function(&Chance(5).function(2));
    for length in 0..bytes.len() {
        assert!(read_function(&bytes[..length]).is_err(), "{length} of {} bytes", bytes.len());
    }
    let longer = [bytes.as_slice(), &[0]].concat();
    assert_eq!(read_function(&longer), Err(FormatError::Excess));
}

#[test]
fn nesting_beyond_the_limit_is_refused() {
    let mut function = Function::default();
    for _ in 0..DEEPEST_NESTING + 1 {
        function = Function { functions: vec![function.into()], ..Function::default() };
    }
    assert_eq!(read_function(&write_function(&function)), Err(FormatError::TooDeep));
}

#[test]
fn a_count_does_not_reserve_what_bytes_cannot_hold() {
    let huge = [0, 5, 0xff, 0xff, 0xff, 0xff, 0x0f];
    assert!(read_function(&huge).is_err());
}

#[test]
fn an_image_holds_files_by_name() {
    let (first, second) = (Chance(11).function(1), Chance(12).function(1));
    let bytes = Image::write(&[("kernel.rb", &first), ("array.rb", &second)], &[]);
    let image = Image::read(&bytes).unwrap();
    assert_eq!(image.files().map(|(name, _)| name).collect::<Vec<_>>(), ["kernel.rb", "array.rb"]);
    assert_eq!(image.find("array.rb").unwrap().record().unwrap().decode(), Ok(second));
    assert_eq!(image.find("kernel.rb").unwrap().record().unwrap().decode(), Ok(first));
    assert!(image.find("hash.rb").is_none());
}

fn named(name: &str, kind: FunctionKind, functions: Vec<Function>) -> Function {
    Function { name: name.into(), file: "a.rb".into(), kind, functions: functions.into_iter().map(Nested::from).collect(), ..Function::default() }
}

#[test]
fn the_early_methods_of_an_image_stand_before_the_others() {
    let inner = || vec![named("within", FunctionKind::Method, vec![])];
    let methods = ["one", "two", "three"].map(|name| named(name, FunctionKind::Method, inner()));
    let class = named("<class:A>", FunctionKind::Class, methods.to_vec());
    let file = named("<main>", FunctionKind::File, vec![class]);
    let write = |early: &[&str]| Image::write(&[("a", &file)], early);
    let bytes = write(&["a.rb/<class:A>/none", "a.rb/<class:A>/three", "a.rb/<class:A>/two"]);
    let record = Image::read(&bytes).unwrap().find("a").unwrap().record().unwrap();
    assert_eq!(record.decode().as_ref(), Ok(&file));
    let class = record.nested(0).unwrap().unwrap();
    let place = |index: usize| class.nested(index).unwrap().unwrap().source().bytes.as_ptr();
    assert!(place(2) < place(1) && place(1) < place(0));
    assert_eq!(write(&[]).len(), bytes.len());
}

#[test]
fn bad_bytes_of_an_image_are_errors_and_end() {
    for seed in 1..300 {
        let mut chance = Chance(seed * 15_485_863);
        let (one, two) = (chance.function(0), chance.function(0));
        let mut bytes = Image::write(&[("one", &one), ("two", &two)], &[]);
        for _ in 0..1 + chance.below(6) {
            let at = chance.below(bytes.len());
            bytes[at] = chance.next() as u8;
        }
        let Ok(image) = Image::read(&bytes) else { continue };
        image.files().for_each(|(_, file)| drop(file.record().and_then(|record| record.decode())));
    }
}

#[test]
fn an_image_of_another_kind_is_refused_by_name() {
    let bytes = Image::write(&[], &[]);
    assert_eq!(Image::read(b"#!/usr/bin/env ruby").unwrap_err(), FormatError::NotAnImage);
    let mut other = bytes.clone();
    other[8] = 99;
    assert_eq!(Image::read(&other).unwrap_err(), FormatError::Version { found: 99 });
    let mut other = bytes.clone();
    other[9] ^= 1;
    assert_eq!(Image::read(&other).unwrap_err(), FormatError::OtherInstructions);
    for length in 0..bytes.len() {
        assert!(Image::read(&bytes[..length]).is_err());
    }
}

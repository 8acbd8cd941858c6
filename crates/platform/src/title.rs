//! The text that `ps` shows for this process, in place of its command line.
//!
//! The system shows the memory that the command line came in, so that a title is written
//! over it. Behind it stands the environment: before the first title its texts are copied
//! elsewhere, and a title may be as long as both together.
//!
//! ```text
//!   rutile\0 serve\0 -p\0 8080\0 PATH=...\0 HOME=...\0
//!   ^ first                     ^ environment         ^ end
//! ```
//!
//! Command line and environment belong to the process, not to a machine.

use std::sync::OnceLock;

/// The memory that a title is written to: where it begins and how long it is.
struct Place {
    first: usize,
    length: usize,
}

static PLACE: OnceLock<Option<Place>> = OnceLock::new();

unsafe extern "C" {
    static mut environ: *mut *mut libc::c_char;
}

/// Where the command line begins and ends, and the environment, as the system knows.
fn borders() -> Option<[usize; 4]> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may have anything in it.
    let fields: Vec<usize> = text.rsplit_once(')')?.1.split_whitespace().skip(45).take(4).map_while(|field| field.parse().ok()).collect();
    let borders: [usize; 4] = fields.try_into().ok()?;
    let in_order = borders.windows(2).all(|pair| pair[0] <= pair[1]) && borders[0] != 0;
    in_order.then_some(borders)
}

/// Copies the texts of the environment away from where they came in.
///
/// # Safety
/// Nobody else reads or changes the environment meanwhile.
unsafe fn move_environment(from: usize, to: usize) -> bool {
    // SAFETY: `environ` is a list of texts that ends with null, as the caller says at rest.
    unsafe {
        let mut entry = environ;
        while !entry.is_null() && !(*entry).is_null() {
            if (from..to).contains(&(*entry as usize)) {
                let copy = libc::strdup(*entry);
                if copy.is_null() {
                    return false;
                }
                *entry = copy;
            }
            entry = entry.add(1);
        }
    }
    true
}

fn place() -> Option<Place> {
    let [first, last, environment, end] = borders()?;
    // SAFETY: the machine's own thread is the only one that asks for or sets variables.
    let follows = environment == last && unsafe { move_environment(environment, end) };
    Some(Place { first, length: if follows { end } else { last } - first })
}

/// Writes as much of the text as there is room for. The machine's own thread calls this, the only one that changes the
/// environment.
pub fn set(text: &[u8]) {
    let Some(place) = PLACE.get_or_init(place) else { return };
    let count = text.len().min(place.length.saturating_sub(1));
    // SAFETY: writable memory of this length that the system gave the process for its command line and
    // environment; the standard library has copied what it needs of the one, `move_environment` the other.
    unsafe {
        let memory = std::ptr::with_exposed_provenance_mut::<u8>(place.first);
        std::ptr::copy_nonoverlapping(text.as_ptr(), memory, count);
        std::ptr::write_bytes(memory.add(count), 0, place.length - count);
    }
}

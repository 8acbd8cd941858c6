//! What broke a child, each kind once, with the programs that bring it about.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::batch::End;

/// How many of those are kept that nothing tells apart.
const KEPT_OF_A_KIND: usize = 6;

pub struct Findings {
    folder: PathBuf,
    kinds: HashMap<String, usize>,
    kept: usize,
}

impl Findings {
    pub fn new(folder: PathBuf) -> Findings {
        Findings { folder, kinds: HashMap::new(), kept: 0 }
    }

    pub fn count(&self) -> usize {
        self.kinds.values().sum()
    }

    /// Whether enough of this kind have been kept; counts it where it has.
    pub fn is_known(&mut self, end: &End) -> bool {
        let most = match end {
            End::Signal(_, words) | End::Status(_, words) if !words.is_empty() => 1,
            _ => KEPT_OF_A_KIND,
        };
        match self.kinds.get_mut(&end.key()) {
            Some(count) if *count >= most => {
                *count += 1;
                true
            }
            _ => false,
        }
    }

    pub fn keep(&mut self, end: &End, programs: &[Vec<u8>]) {
        *self.kinds.entry(end.key()).or_default() += 1;
        self.kept += 1;
        let folder = self.folder.join(format!("finding-{}-{}", std::process::id(), self.kept));
        eprintln!("{}: {end}", folder.display());
        if let Err(error) = std::fs::create_dir_all(&folder) {
            eprintln!("{}: {error}", folder.display());
            return;
        }
        for (index, program) in programs.iter().enumerate() {
            // A folder that cannot be written to has been told of above.
            let _ = std::fs::write(folder.join(format!("{index:03}.rb")), program);
        }
        let _ = std::fs::write(folder.join("end"), format!("{end}\n"));
    }
}

//! A list that outlives the program: a line is in the file before it counts.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// What was written down, in its order. Without a file it is forgotten with the program.
#[derive(Debug)]
pub struct Kept<T> {
    lines: Vec<T>,
    file: Option<File>,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self {
            lines: Vec::new(),
            file: None,
        }
    }
}

impl<T: Serialize + DeserializeOwned> Kept<T> {
    /// Goes on with the lines in that file, which is made if there is none. A last line that was half written when the program
    /// died never counted, and is taken away.
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds something else.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).read(true).open(path)?;
        let (mut lines, mut line, mut whole) = (Vec::new(), Vec::new(), 0);
        let mut reader = BufReader::new(&file);
        while reader.read_until(b'\n', &mut line)? > 0 {
            if !line.ends_with(b"\n") {
                file.set_len(whole)?;
                break;
            }
            lines.push(serde_json::from_slice(&line)?);
            whole += u64::try_from(line.len()).map_err(io::Error::other)?;
            line.clear();
        }
        Ok(Self {
            lines,
            file: Some(file),
        })
    }

    pub fn lines(&self) -> &[T] {
        &self.lines
    }

    /// Writes a line down.
    ///
    /// # Errors
    /// If it cannot be written; then nothing has happened.
    pub fn write(&mut self, line: T) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            let mut text = serde_json::to_vec(&line)?;
            text.push(b'\n');
            file.write_all(&text)?;
        }
        self.lines.push(line);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_half_written_stands_in_nobodys_way() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        std::fs::write(&path, "1\n2\n3").unwrap();
        let mut kept = Kept::<u32>::open(&path).unwrap();
        assert_eq!(kept.lines(), [1, 2]);
        kept.write(4).unwrap();
        assert_eq!(Kept::<u32>::open(&path).unwrap().lines(), [1, 2, 4]);
    }
}

//! A zip that is written part by part, with the digest of each file in it.

use crate::domain::digest::Digesting;
use crate::store;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, StreamWriter, ZipWriter};

/// Why a file was cut.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    #[error("the database failed")]
    Store(#[from] store::Error),
    #[error("a document that is kept cannot be read")]
    Kept(#[from] serde_json::Error),
    #[error("the file could not be made")]
    Zip(#[from] zip::result::ZipError),
    #[error("the file could not be made")]
    Io(#[from] io::Error),
}

/// The zip, as far as it is written.
pub(super) struct Zipped {
    zip: ZipWriter<StreamWriter<Out>>,
    out: Out,
    digesting: Digesting,
}

impl Zipped {
    /// Nothing yet.
    pub fn new() -> Self {
        let out = Out::default();
        Self {
            zip: ZipWriter::new_stream(out.clone()),
            out,
            digesting: Digesting::default(),
        }
    }

    /// Begins a file in it; the one before it is over.
    pub fn begin(&mut self, name: &str) -> Result<(), BundleError> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .large_file(true);
        self.zip.start_file(name, options)?;
        self.digesting = Digesting::default();
        Ok(())
    }

    /// Goes on with the file that was begun.
    pub fn write(&mut self, text: &str) -> Result<(), BundleError> {
        self.digesting.add(text.as_bytes());
        self.zip.write_all(text.as_bytes())?;
        Ok(())
    }

    /// The SHA-256 of what was written of the file that was begun.
    pub fn sha256(&self) -> String {
        self.digesting.clone().hex()
    }

    /// Writes a whole file, and gives its SHA-256.
    pub fn file(&mut self, name: &str, text: &str) -> Result<String, BundleError> {
        self.begin(name)?;
        self.write(text)?;
        Ok(self.sha256())
    }

    /// What was written and not yet taken.
    pub fn take(&self) -> Vec<u8> {
        self.out.take()
    }

    /// Writes the table of contents, without which no program opens it.
    pub fn end(self) -> Result<Vec<u8>, BundleError> {
        self.zip.finish()?;
        Ok(self.out.take())
    }
}

/// Where the zip goes until it is taken from here.
#[derive(Debug, Clone, Default)]
struct Out(Arc<Mutex<Vec<u8>>>);

impl Out {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        out.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

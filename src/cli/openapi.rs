//! `holdpoint openapi`

use crate::api::OPENAPI;
use std::io::{self, Write};

/// Prints the description of the connector API.
///
/// # Errors
/// If nothing can be written.
pub(super) fn print(out: &mut impl Write) -> io::Result<()> {
    out.write_all(OPENAPI.as_bytes())
}

//! `holdpoint check-policy FILE`

use crate::policy::{LoadError, Policy};
use std::io::{self, Write};
use std::path::PathBuf;
use thiserror::Error;

/// Check a policy file, and name every fault with its line
#[derive(Debug, clap::Args)]
pub struct CheckPolicy {
    /// The policy file (TOML)
    pub file: PathBuf,
}

/// Why the check did not come to a good end.
#[derive(Debug, Error)]
pub enum CheckPolicyError {
    #[error(transparent)]
    Policy(#[from] LoadError),
    #[error("nothing could be written to the output")]
    Output(#[from] io::Error),
}

impl CheckPolicy {
    /// Says that the file has no faults, and what it decides about.
    ///
    /// # Errors
    /// The file cannot be read or has faults; their text is the error's.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CheckPolicyError> {
        let policy = Policy::load(&self.file)?;
        let (systems, types) = policy.extent();
        writeln!(
            out,
            "{}: no faults; contracts for {systems} receiving systems, rules for {types} types of operation",
            self.file.display()
        )?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn check(text: &str) -> Result<String, String> {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("policy.toml");
        fs::write(&file, text).expect("a file");
        let mut said = Vec::new();
        match (CheckPolicy { file }).run(&mut said) {
            Ok(()) => Ok(String::from_utf8(said).expect("text")),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn a_sound_file_is_called_sound() {
        let said = check(include_str!("../../tests/data/policy.toml")).expect("no faults");
        assert!(said.ends_with(
            "policy.toml: no faults; contracts for 3 receiving systems, rules for 2 types of operation\n"
        ), "{said}");
    }

    #[test]
    fn every_fault_is_named_with_the_file_and_its_line() {
        let said = check("[defaults]\ntake_lease = 2\nhello = 1").expect_err("faults");
        assert!(
            said.contains("policy.toml has faults:\nline 2: defaults.take_lease: a time needs"),
            "{said}"
        );
        assert!(
            said.contains("\nline 3: defaults.hello: unknown key"),
            "{said}"
        );
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let file = PathBuf::from("/nowhere/policy.toml");
        let error = CheckPolicy { file }
            .run(&mut Vec::new())
            .expect_err("no file");
        assert_eq!(
            error.to_string(),
            "the policy file /nowhere/policy.toml cannot be read"
        );
    }
}

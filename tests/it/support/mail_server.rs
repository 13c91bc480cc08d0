//! A real mail server (`aiosmtpd`) on this machine: keeps what it is given, and refuses as the story wants.

use super::required;
use holdpoint::config::{SmtpSecurity, SmtpSettings};
use serde::Deserialize;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use tempfile::TempDir;

/// Debian's own Python has the package; another one that comes first in the path may not.
const PYTHONS: [&str; 2] = ["/usr/bin/python3", "python3"];

/// A running mail server; it ends with the story.
pub struct MailServer {
    folder: TempDir,
    port: u16,
    child: Child,
    _input: Option<ChildStdin>,
}

/// A mail as it arrived, read by somebody else than who wrote it.
#[derive(Debug, Clone, Deserialize)]
pub struct Mail {
    pub from: String,
    pub to: Vec<String>,
    headers: Vec<(String, String)>,
    #[serde(rename = "type")]
    pub content_type: String,
    pub text: String,
}

impl Mail {
    /// The one header of this name.
    pub fn header(&self, name: &str) -> &str {
        let [value] = self.headers(name)[..] else {
            panic!("not one {name}: {self:?}");
        };
        value
    }

    /// All headers of this name.
    pub fn headers(&self, name: &str) -> Vec<&str> {
        let named = |(of, _): &&(String, String)| of.eq_ignore_ascii_case(name);
        let named = self.headers.iter().filter(named);
        named.map(|(_, value)| value.as_str()).collect()
    }

    pub fn subject(&self) -> &str {
        self.header("Subject")
    }
}

impl MailServer {
    /// `None` if this machine has no `aiosmtpd`, and none is required.
    pub fn start() -> Option<Self> {
        let has_it = |python: &&str| {
            let asked = Command::new(python)
                .args(["-c", "import aiosmtpd"])
                .output();
            asked.is_ok_and(|asked| asked.status.success())
        };
        let Some(python) = PYTHONS.into_iter().find(has_it) else {
            assert!(
                !required("REQUIRE_MAIL"),
                "REQUIRE_MAIL is set, and there is no aiosmtpd"
            );
            eprintln!("skipped: no aiosmtpd (tests/run installs it)");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/support/mail_server.py");
        let mut child = Command::new(python)
            .arg(script)
            .arg(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the mail server starts");
        let output = child.stdout.take().expect("its output");
        let first = BufReader::new(output).lines().next();
        let first = first.expect("it says its port").expect("a line");
        Some(Self {
            port: first.parse().expect("a port"),
            _input: child.stdin.take(),
            folder,
            child,
        })
    }

    /// What the program is told of it.
    pub fn settings(&self) -> SmtpSettings {
        SmtpSettings {
            host: Some("127.0.0.1".to_owned()),
            port: Some(self.port),
            security: SmtpSecurity::None,
            from: Some("holdpoint@example.com".to_owned()),
            ..SmtpSettings::default()
        }
    }

    /// From now on it refuses every mail, or takes them again.
    pub fn refuses(&self, refuses: bool) {
        let sign = self.folder.path().join("refuse");
        if refuses {
            fs::write(sign, "").expect("a sign");
        } else {
            fs::remove_file(sign).expect("a sign");
        }
    }

    /// Everything it took so far, in order.
    pub fn mails(&self) -> Vec<Mail> {
        let entries = fs::read_dir(self.folder.path()).expect("the folder");
        let mut paths: Vec<_> = entries
            .map(|entry| entry.expect("an entry").path())
            .collect();
        paths.retain(|path| path.extension().is_some_and(|of| of == "json"));
        paths.sort();
        let read = |path| serde_json::from_slice(&fs::read(path).expect("a mail")).expect("JSON");
        paths.into_iter().map(read).collect()
    }

    /// The subjects of all mails, in order.
    pub fn subjects(&self) -> Vec<String> {
        let mails = self.mails();
        mails.iter().map(|mail| mail.subject().to_owned()).collect()
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

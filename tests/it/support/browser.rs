//! A real Chromium, driven by a chromedriver of our own: what a person sees, with which keys, and what the console says.

use super::required;
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use tempfile::TempDir;
use thirtyfour::prelude::*;
use thirtyfour::{BrowserLogEntry, ChromiumLikeCapabilities, LoggingPrefsLogLevel};

pub use super::window::Window;

const FLAGS: [&str; 10] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
];

/// The language that the browser asks pages for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    English,
    Russian,
}

/// The colour scheme that the person's system prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
}

/// A desk's screen or a telephone's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    Wide,
    Narrow,
}

/// How a person looks at the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    pub language: Language,
    pub theme: Theme,
    pub width: Width,
}

impl Look {
    /// English, light, on a desk.
    pub const PLAIN: Self = Self {
        language: Language::English,
        theme: Theme::Light,
        width: Width::Wide,
    };

    /// Four looks in which every pair of language, theme and width comes together.
    pub const EACH: [Self; 4] = [
        Self::PLAIN,
        Self {
            language: Language::English,
            theme: Theme::Dark,
            width: Width::Narrow,
        },
        Self {
            language: Language::Russian,
            theme: Theme::Light,
            width: Width::Narrow,
        },
        Self {
            language: Language::Russian,
            theme: Theme::Dark,
            width: Width::Wide,
        },
    ];

    /// For names of screenshots: `ru-dark-narrow`.
    pub fn name(self) -> String {
        let language = match self.language {
            Language::English => "en",
            Language::Russian => "ru",
        };
        let theme = match self.theme {
            Theme::Light => "light",
            Theme::Dark => "dark",
        };
        let width = match self.width {
            Width::Wide => "wide",
            Width::Narrow => "narrow",
        };
        format!("{language}-{theme}-{width}")
    }

    fn accepts(self) -> &'static str {
        match self.language {
            Language::English => "en",
            Language::Russian => "ru,en",
        }
    }
}

/// A chromedriver and the windows that a story opened with it.
pub struct Browser {
    process: Child,
    address: String,
    windows: Mutex<Vec<(WebDriver, TempDir)>>,
}

impl Browser {
    /// `None` if there is no chromedriver and none is required.
    fn start() -> Option<Self> {
        let started = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut process = match started {
            Ok(process) => process,
            Err(why) if required("REQUIRE_BROWSER") => {
                panic!("REQUIRE_BROWSER is set, and chromedriver does not start: {why}")
            }
            Err(_) => return None,
        };
        let output = BufReader::new(process.stdout.take().expect("its output"));
        let port = output
            .lines()
            .map_while(Result::ok)
            .find_map(|line| port_in(&line))
            .expect("chromedriver ended before it said where it listens");
        Some(Self {
            process,
            address: format!("http://127.0.0.1:{port}"),
            windows: Mutex::default(),
        })
    }

    /// Opens a window with a session of its own, as another person's browser would be, on the pages at `base`.
    pub async fn window(&self, base: &str, look: Look) -> Window {
        let profile = tempfile::tempdir().expect("a directory for the profile");
        let driver = WebDriver::new(&self.address, capabilities(&profile, look))
            .await
            .expect("Chromium starts");
        let driver_for_close = driver.clone();
        self.windows
            .lock()
            .expect("no panic while adding")
            .push((driver_for_close, profile));
        Window::new(driver, base, look).await
    }

    /// Ends every window; what their consoles still hold is returned.
    async fn close(mut self) -> Vec<BrowserLogEntry> {
        let windows = std::mem::take(self.windows.get_mut().expect("no panic while adding"));
        let mut said = Vec::new();
        for (driver, _profile) in windows {
            said.extend(driver.browser_log().await.unwrap_or_default());
            driver.quit().await.expect("the window closes");
        }
        said
    }

    async fn photograph_failure(&self, name: &str) {
        let windows: Vec<_> = {
            let windows = self.windows.lock().expect("no panic while adding");
            windows.iter().map(|(driver, _)| driver.clone()).collect()
        };
        for (number, driver) in windows.iter().enumerate() {
            let path = screenshot_path(&format!("failed-{name}-{number}"));
            if driver.screenshot(&path).await.is_ok() {
                eprintln!("what the window showed: {}", path.display());
            }
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // If it has ended by itself, there is nothing to do.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Tells one story in a browser. Fails if the story does, or if a console has said anything that the story did not look at.
pub async fn in_browser(name: &str, story: impl AsyncFnOnce(&Browser)) {
    let Some(browser) = Browser::start() else {
        eprintln!("skipped: no chromedriver (tests/run installs it)");
        return;
    };
    let told = AssertUnwindSafe(story(&browser)).catch_unwind().await;
    if told.is_err() {
        browser.photograph_failure(name).await;
    }
    let said = browser.close().await;
    if let Err(panic) = told {
        resume_unwind(panic);
    }
    assert!(said.is_empty(), "the console said: {said:#?}");
}

/// Where pictures go: `target/screenshots/NAME.png`.
pub fn screenshot_path(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).with_file_name("screenshots");
    std::fs::create_dir_all(&directory).expect("a directory for screenshots");
    directory.join(format!("{name}.png"))
}

/// Sends one command of the browser's own protocol.
pub async fn devtools(driver: &WebDriver, command: &str, arguments: Value) {
    driver
        .cdp()
        .send_raw(command, arguments)
        .await
        .expect("a DevTools command");
}

fn capabilities(profile: &TempDir, look: Look) -> thirtyfour::ChromeCapabilities {
    let mut wanted = DesiredCapabilities::chrome();
    for flag in FLAGS {
        wanted.add_arg(flag).expect("a flag");
    }
    wanted
        .add_arg(&format!("--user-data-dir={}", profile.path().display()))
        .expect("a flag");
    // --lang does not set what the browser asks for; this preference does.
    wanted
        .add_experimental_option("prefs", json!({"intl.accept_languages": look.accepts()}))
        .expect("preferences");
    wanted
        .set_browser_log_level(LoggingPrefsLogLevel::All)
        .expect("a log level");
    wanted
}

fn port_in(line: &str) -> Option<u16> {
    let (_, rest) = line.split_once("started successfully on port ")?;
    rest.trim_end_matches('.').parse().ok()
}

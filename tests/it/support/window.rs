//! One person's browser window: goes by keyboard, waits for what it should see, and checks the page as a whole.

use super::browser::{Look, Theme, Width, devtools, screenshot_path};
use serde_json::{Value, json};
use std::ops::Deref;
use std::time::{Duration, Instant};
use thirtyfour::BrowserLogEntry;
use thirtyfour::prelude::*;

const PATIENCE: Duration = Duration::from_secs(10);
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// More stops than any page has between its first control and the one that is sought.
const LONGEST_WAY: usize = 150;

const AXE: &str = include_str!("../axe/axe.min.js");
const RUN_AXE: &str = r"
    const done = arguments[0];
    axe.run(document, {resultTypes: ['violations']}).then(
        found => done(found.violations.flatMap(v => v.nodes.map(n =>
            `${v.id} (${v.impact}): ${v.help}\n    ${n.target.join(' ')}\n    ${n.html}\n    ${n.failureSummary}`))),
        why => done([String(why)]));
";
/// What makes the page wider than the window: the innermost elements that reach out of it. Empty if nothing does.
const TOO_WIDE: &str = r"
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const out = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 0.5);
    return out.filter(e => !out.some(inner => inner !== e && e.contains(inner))).map(e => e.outerHTML.slice(0, 300));
";
/// What has the focus, as a screen reader would name it, by its label or its text; and whether the focus can be seen.
const FOCUSED: &str = r"
    const at = document.activeElement;
    if (!at || at === document.body) return null;
    const words = of => {
        const copy = of.cloneNode(true);
        copy.querySelectorAll('[aria-hidden=true], input, select, textarea').forEach(e => e.remove());
        return copy.textContent;
    };
    const name = at.getAttribute('aria-label') ?? (at.labels?.length ? [...at.labels] : [at]).map(words).join(' ');
    const style = getComputedStyle(at);
    return {name: name.replace(/\s+/g, ' ').trim(), field: at.getAttribute('name'), seen: style.outlineStyle !== 'none' || style.boxShadow !== 'none'};
";

/// A window with its own session. Derefs to thirtyfour's `WebDriver` for what is not named here.
pub struct Window {
    driver: WebDriver,
    base: String,
    look: Look,
}

impl Deref for Window {
    type Target = WebDriver;
    fn deref(&self) -> &WebDriver {
        &self.driver
    }
}

impl Window {
    pub(super) async fn new(driver: WebDriver, base: &str, look: Look) -> Self {
        let window = Self {
            driver,
            base: base.to_owned(),
            look,
        };
        window.resize(window.usual_height()).await;
        let scheme = match look.theme {
            Theme::Light => "light",
            Theme::Dark => "dark",
        };
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        devtools(&window.driver, "Emulation.setEmulatedMedia", media).await;
        window
    }

    /// Goes to a path of the application.
    pub async fn open(&self, path: &str) {
        self.goto(format!("{}{path}", self.base))
            .await
            .expect("the page opens");
    }

    /// Signs in, the quick way.
    pub async fn sign_in(&self, name: &str, password: &str) {
        self.open("/sign-in").await;
        for (field, text) in [("name", name), ("password", password)] {
            let field = self.find(By::Name(field)).await.expect("a field");
            field.send_keys(text).await.expect("the keys arrive");
        }
        self.press(Key::Enter).await;
        self.see(name).await;
    }

    /// Waits until the page shows this text.
    pub async fn see(&self, text: &str) {
        let began = Instant::now();
        let mut tick = tokio::time::interval(BETWEEN_LOOKS);
        loop {
            let shown = self.text().await;
            if shown.contains(text) {
                return;
            }
            assert!(
                began.elapsed() < PATIENCE,
                "never saw {text:?}; the page shows:\n{shown}"
            );
            tick.tick().await;
        }
    }

    /// All text that is shown now. Empty while the next page is on its way.
    pub async fn text(&self) -> String {
        let text = self.execute("return document.body.innerText", vec![]).await;
        let text = text.map(|found| found.json().as_str().unwrap_or_default().to_owned());
        text.unwrap_or_default()
    }

    /// Presses one key, or types a text, into whatever has the focus.
    pub async fn press(&self, keys: impl Into<TypingData>) {
        self.action_chain()
            .send_keys(keys)
            .perform()
            .await
            .expect("the keys arrive");
    }

    /// Goes on with Tab until the control of this name has the focus; each control on the way must show that it has it.
    pub async fn tab_to(&self, name: &str) {
        self.tab_until(name, |at| at["name"] == name).await;
    }

    /// The same for a field, by the name under which a form sends it: its label says more than its name.
    pub async fn tab_to_field(&self, name: &str) {
        self.tab_until(name, |at| at["field"] == name).await;
    }

    async fn tab_until(&self, sought: &str, is_there: impl Fn(&Value) -> bool) {
        let mut passed = Vec::new();
        while passed.len() < LONGEST_WAY {
            self.press(Key::Tab).await;
            let focused = self
                .execute(FOCUSED, vec![])
                .await
                .expect("the script runs");
            let focused = focused.json();
            let Some(at) = focused["name"].as_str() else {
                continue;
            };
            assert_eq!(focused["seen"], true, "the focus on {at:?} cannot be seen");
            if is_there(focused) {
                return;
            }
            passed.push(at.to_owned());
        }
        panic!("Tab never reached {sought:?}; it passed {passed:#?}");
    }

    /// Looks at the page as a whole: a picture of it, no axe violation, no sideways scrolling, nothing said on the console.
    pub async fn check(&self, name: &str) {
        self.photograph(&format!("{name}-{}", self.look.name()))
            .await;
        let wide: Vec<String> = self.ask(TOO_WIDE).await;
        assert!(wide.is_empty(), "{name} scrolls sideways: {wide:#?}");
        let violations = self.axe().await;
        assert!(violations.is_empty(), "{name}: {}", violations.join("\n"));
        let said = self.console().await;
        assert!(said.is_empty(), "{name}: the console said {said:#?}");
    }

    /// What axe finds wrong with the page, one readable text for each place.
    pub async fn axe(&self) -> Vec<String> {
        self.execute(AXE, vec![]).await.expect("axe loads");
        let found = self.execute_async(RUN_AXE, vec![]).await.expect("axe runs");
        found.convert().expect("a list of texts")
    }

    /// What the console has said since it was last asked. That a page which refuses a form answers with 4xx is not its fault.
    pub async fn console(&self) -> Vec<BrowserLogEntry> {
        let page = self.current_url().await.expect("an address");
        let refused =
            format!("{page} - Failed to load resource: the server responded with a status of 4");
        let mut said = self.browser_log().await.expect("the console");
        said.retain(|entry| !entry.message.starts_with(&refused));
        said
    }

    /// Saves a picture of the whole page as `target/screenshots/NAME.png`.
    pub async fn photograph(&self, name: &str) {
        let height: i64 = self
            .ask("return document.documentElement.scrollHeight")
            .await;
        self.resize(height.max(self.usual_height())).await;
        self.screenshot(&screenshot_path(name))
            .await
            .expect("a picture");
        self.resize(self.usual_height()).await;
    }

    async fn ask<T: serde::de::DeserializeOwned>(&self, script: &str) -> T {
        let answer = self.execute(script, vec![]).await.expect("the script runs");
        answer.convert().expect("an answer of the right type")
    }

    fn usual_height(&self) -> i64 {
        match self.look.width {
            Width::Wide => 900,
            Width::Narrow => 844,
        }
    }

    async fn resize(&self, height: i64) {
        let width = match self.look.width {
            Width::Wide => 1280,
            Width::Narrow => 390,
        };
        let metrics: Value =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        devtools(&self.driver, "Emulation.setDeviceMetricsOverride", metrics).await;
    }
}

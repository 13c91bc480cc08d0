//! A reviewer before the page of a real case: what it says, and what they can do with it.

use crate::support::cases::real_cases;
use crate::support::database::{Backend, Database, on_database};
use crate::support::person::{Person, Reply};
use crate::support::world::{PASSWORD, World};
use holdpoint::domain::people::Role;
use std::time::Duration;

/// A page as it reads.
pub struct Shown {
    pub html: String,
}

/// A reviewer who holds the case.
pub struct Reviewer<'w> {
    world: &'w World,
    person: Person,
    case: String,
}

/// Tells the story of the real case with this number: it is reported, and a reviewer takes it.
pub fn story(number: &str, story: impl AsyncFnOnce(Reviewer<'_>)) {
    on_database(Backend::Sqlite, async |database: &Database| {
        let world = World::start(database).await;
        let mut cases = real_cases().into_iter();
        let case = cases
            .find(|case| case.name.starts_with(&format!("{number}-")))
            .expect("such a case");
        let answer = world.source("shop").await.report(&case.report).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        world.add_user("irina", Role::Reviewer).await;
        let person = Person::new(world.address());
        person.sign_in("irina", PASSWORD).await;
        let reviewer = Reviewer {
            case: answer.body["case_url"].as_str().expect("a case").to_owned(),
            world: &world,
            person,
        };
        reviewer.take().await;
        story(reviewer).await;
    });
}

impl Reviewer<'_> {
    async fn take(&self) {
        let before = self.get("").await;
        assert!(
            before.html.contains("Take this case"),
            "nobody holds it yet"
        );
        assert!(!before.html.contains("/resume"), "only the holder decides");
        let token = self.person.get(&self.case).await.token();
        let claim = format!("{}/claim", self.case);
        let reply = self.person.post(&claim, &[("token", &token)]).await;
        assert_eq!(reply.status, 303, "{}", reply.body);
    }

    async fn get(&self, below: &str) -> Shown {
        let reply = self.person.get(&format!("{}{below}", self.case)).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        Shown { html: reply.body }
    }

    /// The case as it is now.
    pub async fn page(&self) -> Shown {
        self.get("").await
    }

    /// The page on which they decide to continue.
    pub async fn resume_page(&self) -> Shown {
        self.get("/resume").await
    }

    /// The page on which they decide to close.
    pub async fn close_page(&self) -> Shown {
        self.get("/close").await
    }

    /// The content with which the operation was agreed, on its own page.
    pub async fn content(&self) -> Shown {
        let page = self.page().await;
        let (_, after) = page.html.split_once("data-load=\"").expect("a content");
        let (path, _) = after.split_once('"').expect("its address");
        let reply = self.person.get(path).await;
        Shown { html: reply.body }
    }

    /// Records what they saw, by one of the operation's own identifiers.
    pub async fn saw(&self, step: &str, by: &str, seen: &str, reference: &str) -> Reply {
        let token = self.person.get(&self.case).await.token();
        let fields = [
            ("token", token.as_str()),
            ("step", step),
            ("place", "its own books"),
            ("by", by),
            ("seen", seen),
            ("reference", reference),
            ("at_once", "yes"),
        ];
        let reply = self
            .person
            .post(&format!("{}/checks", self.case), &fields)
            .await;
        assert_eq!(reply.status, 303, "{}", reply.body);
        reply
    }

    /// Decides to continue, with what the page wants beside the reason.
    pub async fn continues(&self, asked: &[(&str, &str)]) {
        self.decides("resume", "other", asked).await;
    }

    /// Asks the page of continuing what will happen, and gets it once more; nothing is recorded.
    pub async fn asks_what_will_happen(&self, asked: &[(&str, &str)]) -> Shown {
        let token = self.person.get(&self.case).await.token();
        let mut fields = vec![("token", token.as_str())];
        fields.extend(asked);
        let path = format!("{}/resume/again", self.case);
        let reply = self.person.post(&path, &fields).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        Shown { html: reply.body }
    }

    /// Decides to close.
    pub async fn closes(&self, reason: &str, asked: &[(&str, &str)]) {
        self.decides("close", reason, asked).await;
    }

    async fn decides(&self, page: &str, reason: &str, asked: &[(&str, &str)]) {
        let path = format!("{}/{page}", self.case);
        let form = self.person.get(&path).await;
        let (token, version, digest) = (form.token(), form.field("version"), form.field("digest"));
        let mut fields = vec![
            ("token", token.as_str()),
            ("version", version.as_str()),
            ("digest", digest.as_str()),
            ("reason", reason),
            (
                "justification",
                "I looked at both sides, and this is what has to follow.",
            ),
        ];
        fields.extend(asked);
        let stated = form.field("stated");
        let all = |stated| [fields.as_slice(), &[("stated", stated)]].concat();
        let mut reply = self.person.post(&path, &all(&stated)).await;
        if reply.status == 422 {
            // What is chosen changes what will happen: that is said first.
            let anew = reply.field("stated");
            assert_ne!(anew, stated, "{}", Shown { html: reply.body }.text());
            reply = self.person.post(&path, &all(&anew)).await;
        }
        assert_eq!(reply.status, 303, "{}", Shown { html: reply.body }.text());
    }

    /// Time passes.
    pub fn minutes_pass(&self, minutes: u64) {
        self.world
            .clock()
            .advance(Duration::from_secs(60 * minutes));
    }
}

impl Shown {
    /// Everything on the page, as it reads.
    pub fn text(&self) -> String {
        text_of(&self.html)
    }

    /// The sentence that heads the page.
    pub fn sentence(&self) -> String {
        text_of(between(&self.html, "<h1>", "</h1>"))
    }

    /// The part of the page with this mark in its first tag, up to the end of the section.
    pub fn part(&self, mark: &str) -> String {
        let (before, after) = (self.html)
            .split_once(mark)
            .unwrap_or_else(|| panic!("no {mark} on the page: {}", self.text()));
        let (_, tag) = before.rsplit_once('<').expect("a tag");
        let (inside, _) = after.split_once("</section>").unwrap_or((after, ""));
        text_of(&format!("<{tag}{mark}{inside}"))
    }

    /// The steps of the chain, each with its look.
    pub fn steps(&self) -> Vec<(String, String)> {
        let chain = between(&self.html, "<ol class=\"stepper\"", "</ol>");
        chain
            .split("<li class=\"")
            .skip(1)
            .map(|item| {
                let (look, rest) = item.split_once("\">").expect("a class");
                (look.to_owned(), text_of(rest))
            })
            .collect()
    }

    #[track_caller]
    pub fn must_say(&self, words: &str) {
        let text = self.text();
        assert!(text.contains(words), "{words:?} is not on the page: {text}");
    }

    #[track_caller]
    pub fn must_not_say(&self, words: &str) {
        let text = self.text();
        assert!(!text.contains(words), "{words:?} is on the page: {text}");
    }

    /// A step of the chain, from 1: its look, and what it says.
    #[track_caller]
    pub fn step_is(&self, number: usize, look: &str, words: &str) {
        let steps = self.steps();
        let (class, text) = &steps[number - 1];
        assert_eq!(class, look, "{text}");
        assert!(text.contains(words), "step {number} says {text:?}");
    }

    /// The operation can be continued, and the box says so in these words.
    #[track_caller]
    pub fn may_continue(&self, words: &[&str]) {
        let go_on = self.part("class=\"continue\"");
        for words in words {
            assert!(go_on.contains(words), "{words:?} is not in {go_on}");
        }
        assert!(self.html.contains("/resume"), "the way to decide");
    }

    /// The operation cannot be continued, and the box says why.
    #[track_caller]
    pub fn may_not_continue(&self, why: &str) {
        let go_on = self.part("class=\"continue blocked\"");
        assert!(go_on.contains("Not possible now."), "{go_on}");
        assert!(go_on.contains(why), "{why:?} is not in {go_on}");
        assert!(!self.html.contains("/resume?"), "no way to decide");
    }
}

fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let (_, after) = text
        .split_once(start)
        .unwrap_or_else(|| panic!("no {start}"));
    let (inside, _) = after.split_once(end).unwrap_or_else(|| panic!("no {end}"));
    inside
}

/// HTML as it reads: without tags, with signs for their names, and white space as one space.
fn text_of(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut in_tag = false;
    for c in html.chars() {
        match c {
            '<' => in_tag = true,
            '>' if in_tag => {
                in_tag = false;
                text.push(' ');
            }
            c if !in_tag => text.push(c),
            _ => {}
        }
    }
    let text = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ]
    .into_iter()
    .fold(text, |text, (name, sign)| text.replace(name, sign));
    let words: Vec<_> = text.split_whitespace().collect();
    // A tag between a word and its mark leaves a space that nobody sees.
    let text = words.join(" ");
    ["“ ", "( "].into_iter().fold(
        [" ”", " .", " ,", " :", " )", " ;", " ’"]
            .into_iter()
            .fold(text, |text, mark| text.replace(mark, mark.trim())),
        |text, mark| text.replace(mark, mark.trim()),
    )
}

//! A group of cases of one cause at a reviewer's desk: taken, looked up and continued together, page by page.

use super::reviewer::{Page, Reviewer};

const WORDS: &str =
    "The warehouse was down from 12:00 to 13:00; its list of that hour was read line by line.";

pub type Fields = Vec<(String, String)>;

/// A group, and who sees to it.
pub struct Group<'a> {
    who: &'a Reviewer,
    path: String,
}

/// A case as a page lets one mark it.
#[derive(Debug, Clone)]
pub struct Marked {
    /// As the form names it.
    pub value: String,
    /// The operation's key.
    pub key: String,
}

impl Marked {
    /// The number of the case.
    pub fn id(&self) -> &str {
        self.value.split('.').next().unwrap_or_default()
    }
}

/// What the reviewer saw of a case.
#[derive(Debug, Clone)]
pub enum Seen {
    Found(String),
    /// What is said of all that have no answer of their own.
    Absent,
    Unclear,
}

fn field(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

fn within<'t>(text: &'t str, begin: &str, end: &str) -> Option<&'t str> {
    Some(text.split_once(begin)?.1.split_once(end)?.0)
}

/// The cases that a page lets one mark, or sends along.
pub fn marked(page: &Page) -> Vec<Marked> {
    let rows = page.html.split("name=\"case\" value=\"").skip(1);
    let one = |row: &str| Marked {
        value: row.split('"').next().unwrap_or_default().to_owned(),
        key: within(row, "class=\"mono\">", "<")
            .unwrap_or_default()
            .to_owned(),
    };
    rows.map(one).collect()
}

fn cases(marked: &[Marked]) -> Fields {
    marked.iter().map(|one| field("case", &one.value)).collect()
}

fn token(page: &Page) -> (String, String) {
    let sign_out = page.proposed("/sign-out").expect("somebody is signed in");
    let mut fields = sign_out.into_iter();
    fields.find(|(name, _)| name == "token").expect("a token")
}

impl<'a> Group<'a> {
    /// The largest group of the first lane, which tells this of all of them.
    pub async fn largest(who: &'a Reviewer, told: &str) -> Self {
        Self::largest_at(who, "/causes", told).await
    }

    /// The largest group that this page shows.
    pub async fn largest_at(who: &'a Reviewer, page: &str, told: &str) -> Self {
        let causes = who.open(page).await;
        causes.must_show(told);
        let path = within(&causes.html, "<h2><a href=\"", "\"").expect("a group");
        Self {
            who,
            path: path.to_owned(),
        }
    }

    /// Its first page.
    pub async fn open(&self) -> Page {
        self.who.open(&self.path).await
    }

    /// Every page of it.
    pub async fn pages(&self) -> Vec<Page> {
        let mut all = vec![self.open().await];
        while let Some(next) = all.last().and_then(next) {
            all.push(self.who.open(&next).await);
        }
        all
    }

    /// The page of an act for marked cases.
    pub async fn form(&self, act: &str, marked: &[Marked]) -> Page {
        let query: Vec<_> = marked
            .iter()
            .map(|one| format!("case={}", one.value))
            .collect();
        let path = format!("{}/{act}?{}", self.path, query.join("&"));
        self.who.open(&path).await
    }

    /// Sends a form made by hand.
    pub async fn post(&self, act: &str, page: &Page, marked: &[Marked]) -> Page {
        let mut fields = cases(marked);
        fields.push(token(page));
        fields.extend([
            field("reason", "absence_proven"),
            field("justification", WORDS),
        ]);
        self.who
            .post(&format!("{}/{act}", self.path), &fields)
            .await
    }

    /// Takes every case, twice over: the second time nothing is news.
    pub async fn claim_all(&self) {
        for page in self.pages().await {
            let all = marked(&page);
            for _ in 0..2 {
                let told = self.post("claim", &page, &all).await;
                told.must_show(&format!("Taken: {0} of {0}", all.len()));
            }
        }
    }

    /// Records one look over all, page by page.
    pub async fn look_over(&self, seen: impl AsyncFn(&Marked) -> Seen) {
        for page in self.pages().await {
            let all = marked(&page);
            let to = format!("{}/check", self.path);
            let form = self.form("check", &all).await;
            let mut fields = form.proposed(&to).expect("a form");
            fields.retain(|(name, _)| matches!(&**name, "token" | "form" | "case"));
            for (name, value) in [
                ("place", "the warehouse's list of the hour"),
                ("by", "operation_key"),
                ("at_once", "yes"),
                ("all", "absent"),
                ("object_type", "task"),
            ] {
                fields.push(field(name, value));
            }
            for one in &all {
                let own = format!("seen_{}", one.id());
                match seen(one).await {
                    Seen::Absent => {}
                    Seen::Unclear => fields.push(field(&own, "inconclusive")),
                    Seen::Found(object) => {
                        fields.push(field(&own, "found"));
                        fields.push(field(&format!("reference_{}", one.id()), &object));
                    }
                }
            }
            let told = self.who.post(&to, &fields).await;
            assert_eq!(told.status, 200, "{}", told.text());
            told.must_show(&format!("Look recorded: {0} of {0}", all.len()));
        }
    }

    /// Where to send the filled form that continues those of the marked cases that can be, if there are any.
    pub async fn resuming(&self, cases: &[Marked], reason: &str) -> Option<(String, Fields)> {
        let form = self.form("resume", cases).await;
        if marked(&form).is_empty() {
            return None;
        }
        let to = format!("{}/resume", self.path);
        let mut fields = form.proposed(&to).expect("a form");
        fields.retain(|(name, _)| name != "reason");
        fields.push(field("reason", reason));
        fields.push(field("justification", WORDS));
        Some((to, fields))
    }

    /// Continues all that can be for this reason; gives how many were.
    pub async fn resume(&self, reason: &str) -> usize {
        let mut done = 0;
        for page in self.pages().await {
            let Some((to, fields)) = self.resuming(&marked(&page), reason).await else {
                continue;
            };
            let told = self.who.post(&to, &fields).await;
            assert_eq!(told.status, 200, "{}", told.text());
            done += done_of(&told);
            self.press_again(&to, fields, &told).await;
        }
        done
    }

    /// Pressed once more it is the same act, and its page can be read again; made by hand, without the form's own name, it
    /// finds that the cases have changed.
    async fn press_again(&self, to: &str, mut fields: Fields, told: &Page) {
        let again = self.who.post(to, &fields).await;
        assert_eq!(
            (again.path.as_str(), again.text()),
            (told.path.as_str(), told.text())
        );
        fields.retain(|(name, _)| name != "form");
        let by_hand = self.who.post(to, &fields).await;
        // Those whom the reason did not fit are as they were, and it fits them no better.
        assert_eq!(done_of(&by_hand), 0, "{}", by_hand.text());
    }
}

/// Of how many cases a page says that it was done.
pub fn done_of(page: &Page) -> usize {
    ["Taken", "Recorded", "Decided"]
        .map(|word| page.html.matches(&format!("</svg> {word}<")).count())
        .into_iter()
        .sum()
}

fn next(page: &Page) -> Option<String> {
    let (before, _) = page.html.split_once("\" rel=\"next\"")?;
    let (_, href) = before.rsplit_once("href=\"")?;
    Some(href.replace("&amp;", "&").replace("&#38;", "&"))
}

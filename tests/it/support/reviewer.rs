//! A reviewer at work: finds a case, takes it, checks, decides; over HTTP, without a browser, with the forms of the pages.

use super::person::{Person, Reply};
use reqwest::Url;

const JUSTIFICATION: &str = "Looked at everything that this page shows.";

/// Somebody who has signed in.
pub struct Reviewer(Person);

/// A page as it came, after redirects.
#[derive(Debug)]
pub struct Page {
    pub status: u16,
    /// Its path and query.
    pub path: String,
    pub html: String,
}

impl Reviewer {
    /// Signs in through the page.
    pub async fn signed_in(address: &str, name: &str, password: &str) -> Self {
        let person = Person::new(address);
        let reply = person.sign_in(name, password).await;
        assert_eq!(reply.goes_to(), (303, "/"), "{name} signs in");
        Self(person)
    }

    /// Opens a page.
    pub async fn get(&self, path: &str) -> Page {
        let reply = self.0.get(path).await;
        self.follow(path, reply).await
    }

    /// Opens a page that must be there.
    pub async fn open(&self, path: &str) -> Page {
        let page = self.get(path).await;
        assert_eq!(page.status, 200, "{path}: {}", page.text());
        page
    }

    async fn follow(&self, path: &str, mut reply: Reply) -> Page {
        let mut path = path.to_owned();
        while reply.status.is_redirection() {
            reply.header("location").clone_into(&mut path);
            reply = self.0.get(&path).await;
        }
        Page {
            status: reply.status.as_u16(),
            path,
            html: reply.body,
        }
    }

    /// Finds the one case that an identifier leads to, through the search.
    pub async fn find_case(&self, identifier: &str) -> Page {
        let found = Url::parse_with_params("http://any/search", [("q", identifier)]);
        let query = found.expect("a query");
        let query = query.query().unwrap_or_default();
        let page = self.open(&format!("/search?{query}")).await;
        assert!(
            page.path.starts_with("/cases/"),
            "{identifier:?} leads to {}:\n{}",
            page.path,
            page.text()
        );
        page
    }

    /// Finds a case and takes it into their hands.
    pub async fn claim(&self, identifier: &str) -> Page {
        let case = self.find_case(identifier).await;
        self.done(self.submit(&case, &case.below("claim"), &[]).await)
    }

    /// Orders a resume, as the page offers it.
    pub async fn resume(&self, case: &Page, reason: &str) -> Page {
        let page = self.open(&case.below("resume")).await;
        let fields = [("reason", reason), ("justification", JUSTIFICATION)];
        self.done(self.submit(&page, &case.below("resume"), &fields).await)
    }

    /// Orders that nothing more is done.
    pub async fn close(&self, case: &Page, reason: &str) -> Page {
        let page = self.open(&case.below("close")).await;
        let fields = [("reason", reason), ("justification", JUSTIFICATION)];
        self.done(self.submit(&page, &case.below("close"), &fields).await)
    }

    /// Sends the form of a resume that no page offers, with all that the page for closing hides in its own: token, version
    /// and facts as seen. The rules refuse it, and nothing else does.
    pub async fn cannot_resume_by_hand(&self, case: &Page, reason: &str) -> Page {
        let close = case.below("close");
        let proposed = self.open(&close).await.proposed(&close);
        let mut fields = proposed.expect("whoever holds a case may close it");
        fields.push(("reason".to_owned(), reason.to_owned()));
        fields.push(("justification".to_owned(), JUSTIFICATION.to_owned()));
        let answer = self.post(&case.below("resume"), &fields).await;
        assert_eq!(answer.status, 422, "{}", answer.text());
        answer
    }

    /// Records that they found this object by the operation's own identifier, in a place that shows new records at once.
    pub async fn found(&self, case: &Page, step: &str, object: &str) -> Page {
        let fields = [
            ("step", step),
            ("place", "the warehouse's own pages"),
            ("by_other", "ship:8817:S-104"),
            ("seen", "found"),
            ("reference", object),
            ("object_type", "task"),
            ("at_once", "yes"),
        ];
        self.done(self.submit(case, &case.below("checks"), &fields).await)
    }

    /// What a form led to, which must be a page that says no fault.
    #[track_caller]
    fn done(&self, page: Page) -> Page {
        assert_eq!(page.status, 200, "{}", page.text());
        page
    }

    /// Fills in and sends a form of that page, as [`Self::submit_once`]. Where what is filled in changes what will happen, the
    /// page says that first, and whoever has read it sends the form again.
    pub async fn submit(&self, page: &Page, action: &str, fields: &[(&str, &str)]) -> Page {
        let first = self.submit_once(page, action, fields).await;
        let said = |page: &Page| {
            let mut fields = page.proposed(action).into_iter().flatten();
            fields.find(|(name, _)| name == "stated")
        };
        if first.status == 422 && said(&first) != said(page) {
            self.submit_once(&first, action, fields).await
        } else {
            first
        }
    }

    /// Fills in and sends a form of that page, with the fields that the page proposes. Fails if the page has no such form.
    pub async fn submit_once(&self, page: &Page, action: &str, fields: &[(&str, &str)]) -> Page {
        let proposed = page.proposed(action);
        let mut all =
            proposed.unwrap_or_else(|| panic!("no form {action} on the page:\n{}", page.text()));
        // What a person fills in replaces what the page proposed.
        all.retain(|(name, _)| fields.iter().all(|(filled, _)| filled != name));
        all.extend(
            fields
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned())),
        );
        self.post(action, &all).await
    }

    /// Sends a form made by hand.
    pub async fn post(&self, path: &str, fields: &[(String, String)]) -> Page {
        let fields: Vec<_> = fields.iter().map(|(n, v)| (&**n, &**v)).collect();
        let reply = self.0.post(path, &fields).await;
        self.follow(path, reply).await
    }
}

impl Page {
    /// What is to be read on it, with single spaces.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for piece in self.html.split('<') {
            text.push_str(piece.split_once('>').map_or("", |(_, text)| text));
            text.push(' ');
        }
        let text = unescape(&text);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Whether this can be read on it.
    pub fn shows(&self, text: &str) -> bool {
        self.text().contains(text)
    }

    /// Fails unless this can be read on it.
    #[track_caller]
    pub fn must_show(&self, text: &str) {
        assert!(
            self.shows(text),
            "{text:?} is not on the page:\n{}",
            self.text()
        );
    }

    /// The case's number.
    pub fn number(&self) -> i64 {
        let number = self.path.split(['/', '?']).nth(2);
        number
            .and_then(|number| number.parse().ok())
            .expect("a case's page")
    }

    /// The address of something that belongs to this case: `/cases/7/resume`.
    pub fn below(&self, name: &str) -> String {
        let case = self.path.split(['/', '?']).nth(2).expect("a case's page");
        format!("/cases/{case}/{name}")
    }

    /// Whether it links to something that belongs to this case.
    pub fn links_to(&self, name: &str) -> bool {
        self.html.contains(&format!("href=\"{}", self.below(name)))
    }

    /// The page on which the first changed content stands beside the agreed one.
    pub fn path_of_changed(&self) -> String {
        let path = self.below("versions/");
        let (_, after) = self.html.split_once(&path).expect("a changed content");
        format!(
            "{path}{}",
            after.split(['"', '?']).next().unwrap_or_default()
        )
    }

    /// The first hash of an entry, in full.
    pub fn first_hash(&self) -> String {
        let (_, after) = self
            .html
            .split_once("class=\"digest\" title=\"")
            .expect("a hash");
        after.chars().take(64).collect()
    }

    /// The fields that the page proposes in the form with this action, if it has it.
    pub fn proposed(&self, action: &str) -> Option<Vec<(String, String)>> {
        let forms = self.html.split("<form").skip(1);
        let form = forms
            .map(|form| form.split_once("</form>").map_or(form, |(form, _)| form))
            .find(|form| {
                let to = attribute(form, "action");
                to.is_some_and(|to| to.split('#').next() == Some(action))
            })?;
        Some(proposed_fields(form))
    }
}

/// What a browser sends of a form that nobody touched, but for its long texts.
fn proposed_fields(html: &str) -> Vec<(String, String)> {
    let is_sent = |input: &&str| {
        let tag = input.split_once('>').map_or(*input, |(tag, _)| tag);
        let has = |mark: &str| tag.split_whitespace().any(|word| word == mark);
        match attribute(input, "type").as_deref() {
            Some("radio" | "checkbox") => has("checked") && !has("disabled"),
            _ => !has("disabled"),
        }
    };
    html.split("<input")
        .skip(1)
        .filter(is_sent)
        .map(|input| {
            let name = attribute(input, "name").expect("a field has a name");
            (name, attribute(input, "value").unwrap_or_default())
        })
        .collect()
}

/// An attribute of the tag that the text begins with (after its name).
fn attribute(tag: &str, name: &str) -> Option<String> {
    let tag = tag.split_once('>').map_or(tag, |(tag, _)| tag);
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    let (value, _) = rest.split_once('"')?;
    Some(unescape(value))
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#34;", "\"")
        .replace("&#39;", "'")
        .replace("&#60;", "<")
        .replace("&#62;", ">")
        .replace("&nbsp;", "\u{a0}")
        .replace("&#38;", "&")
        .replace("&amp;", "&")
}

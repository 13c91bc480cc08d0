//! The sample world's systems and its connector as programs of their own, to be killed without warning; the proof stands in the
//! systems' books.
//!
//! ```ignore
//! let world = World::living(database).await;      // Holdpoint, by a clock that goes and can be moved
//! let sample = Sample::start();                   // ERP, payment provider, warehouse, mail provider, shop
//! let token = world.source("samovar-shop").await.token().to_owned();
//! let connector = sample.connector(world.address(), &token, Dies::At("before_saving:create_warehouse_task"));
//! sample.buy().await;                             // order 2001, shipment S-2001
//! connector.is_dead().await;
//! sample.effects("warehouse", "S-2001").await     // the ids of what the warehouse really did
//! ```

use reqwest::{Client, Method};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// So long a condition may take to come true, on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Whether a connector dies by itself.
#[derive(Debug, Clone, Copy)]
pub enum Dies {
    Not,
    /// At this moment: `MOMENT` or `MOMENT:STEP`.
    At(&'static str),
    /// It lives, but stands still from this moment until it is woken.
    SleepsAt(&'static str),
}

/// One of several connectors of the same source.
#[derive(Debug, Clone, Copy)]
pub struct Worker {
    pub name: &'static str,
    /// The file of its journal, in the folder of the world.
    pub journal: &'static str,
    pub dies: Dies,
}

impl Worker {
    /// The usual one.
    pub fn only(dies: Dies) -> Self {
        Self {
            name: "sample-connector",
            journal: JOURNAL,
            dies,
        }
    }
}

/// The usual connector's journal.
pub const JOURNAL: &str = "journal.ndjson";

/// The receiving systems and the shop, and a folder for books and journals.
pub struct Sample {
    process: Process,
    folder: TempDir,
    address: String,
    http: Client,
    ahead: u64,
}

impl Sample {
    /// Starts the systems with empty books.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let books = folder.path().join("books");
        let (process, address) = systems(&books.display().to_string(), "127.0.0.1:0", 0);
        Self {
            process,
            folder,
            address,
            http: Client::new(),
            ahead: 0,
        }
    }

    /// `kill -9` of all systems, and a new start at the same address with the same books.
    pub fn kill_and_restart(&mut self) {
        self.process.kill();
        let books = self.folder.path().join("books").display().to_string();
        let listen = self.address.trim_start_matches("http://").to_owned();
        (self.process, self.address) = systems(&books, &listen, self.ahead);
    }

    /// Starts the connector of this world; its journal goes on where it ended.
    pub fn connector(&self, holdpoint: &str, token: &str, dies: Dies) -> Process {
        self.worker(holdpoint, token, Worker::only(dies))
    }

    /// The same for one of several.
    pub fn worker(&self, holdpoint: &str, token: &str, worker: Worker) -> Process {
        let journal = self.file(worker.journal).display().to_string();
        let ahead = self.ahead.to_string();
        let mut arguments = vec![
            "sample",
            "connector",
            "--holdpoint",
            holdpoint,
            "--token",
            token,
            "--systems",
            &self.address,
            "--journal",
            &journal,
            "--ahead",
            &ahead,
            "--worker",
            worker.name,
        ];
        match worker.dies {
            Dies::Not => {}
            Dies::At(moment) => arguments.extend(["--dies", moment]),
            Dies::SleepsAt(moment) => arguments.extend(["--freezes", moment]),
        }
        Process::start(&arguments, Stdio::null())
    }

    /// A file of this world.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Copies a journal, as a backup does.
    pub fn copy_journal(&self, from: &str, to: &str) {
        fs::copy(self.file(from), self.file(to)).expect("a copy");
    }

    /// Each line that the journal ever had about an order's operation, the oldest first.
    pub fn remembered(&self, order: &str) -> Vec<Value> {
        let lines = self.lines(JOURNAL).into_iter();
        lines
            .filter(|line| line["key"] == operation(order))
            .collect()
    }

    /// The lines of a journal; the last one may be half written.
    fn lines(&self, journal: &str) -> Vec<Value> {
        let journal = fs::read_to_string(self.file(journal)).expect("a journal");
        let lines = journal.lines().map(serde_json::from_str);
        lines.map_while(Result::ok).collect()
    }

    /// The instruction that a worker's journal tells of last.
    pub fn last_instruction(&self, journal: &str) -> String {
        let lines = self.lines(journal);
        let mut instructions = lines.iter().filter_map(|line| line["instruction"].as_str());
        let last = instructions.next_back();
        last.expect("an instruction").to_owned()
    }

    /// The reports that the connector wrote down about an order's operation, the oldest first.
    pub fn reports(&self, order: &str) -> Vec<Value> {
        let mut reports: Vec<Value> = Vec::new();
        for document in self.remembered(order) {
            let report = &document["to_report"];
            if !report.is_null() && reports.last() != Some(report) {
                reports.push(report.clone());
            }
        }
        reports
    }

    /// Lets time pass for the systems and for connectors that are started from now on.
    pub async fn let_pass(&mut self, span: Duration) {
        self.ahead += span.as_secs();
        let body = json!({"advance_seconds": span.as_secs()});
        self.send(Method::POST, "clock", body).await;
    }

    /// Somebody buys something; gives the order's number.
    pub async fn buy(&self) -> String {
        order_of(&self.send(Method::POST, "shop/orders", Value::Null).await)
    }

    /// The same customer buys the same once more; gives the new order's number.
    pub async fn buy_alike(&self, order: &str) -> String {
        let path = format!("shop/orders/{order}/alike");
        order_of(&self.send(Method::POST, &path, Value::Null).await)
    }

    /// The shop says once more what it said of an order (`again`), or something else (`changed`).
    pub async fn says(&self, order: &str, what: &str) {
        let path = format!("shop/orders/{order}/{what}");
        self.send(Method::POST, &path, Value::Null).await;
    }

    /// A fault for the next so many requests; `None`: until it is switched off.
    pub async fn fault(&self, system: &str, fault: &str, times: Option<u32>) {
        let path = format!("{system}/faults/{fault}");
        self.send(Method::PUT, &path, json!({ "times": times }))
            .await;
    }

    /// Hands a mail to the mail provider, whose answer is lost.
    pub async fn mail_unanswered(&self, about: &str) {
        self.fault("mail", "answer_lost", Some(1)).await;
        let url = format!("{}/mail/messages", self.address);
        let sent = self.http.post(url).json(&json!({ "reference": about }));
        assert!(sent.send().await.is_err(), "the answer is lost");
    }

    /// From now on a system's search shows everything at once.
    pub async fn searches_at_once(&self, system: &str) {
        self.send(Method::PUT, &format!("{system}/lag"), json!({"seconds": 0}))
            .await;
    }

    /// The lines of all books.
    pub async fn all_books(&self) -> Vec<Value> {
        let books = self.send(Method::GET, "books", Value::Null).await;
        books["lines"].as_array().expect("lines").clone()
    }

    /// The lines of all books about an order or a shipment.
    pub async fn books(&self, reference: &str) -> Vec<Value> {
        let mut lines = self.all_books().await;
        lines.retain(|line| line["reference"] == reference);
        lines
    }

    /// All requests about an order or a shipment that reached a system since the systems were started.
    pub async fn calls_about(&self, reference: &str) -> Vec<Value> {
        let calls = self.send(Method::GET, "calls", Value::Null).await;
        let calls = calls["calls"].as_array().expect("calls").iter();
        let about = |call: &&Value| call["reference"] == reference;
        calls.filter(about).cloned().collect()
    }

    /// How often a system was asked to do something about an order or a shipment, whatever it then did.
    pub async fn calls(&self, system: &str, reference: &str) -> usize {
        let calls = self.calls_about(reference).await;
        calls.iter().filter(|call| call["system"] == system).count()
    }

    /// What a system's own search shows for an order or a shipment.
    pub async fn look_up(&self, place: &str, reference: &str) -> Vec<Value> {
        let path = format!("{place}?reference={reference}");
        let shown = self.send(Method::GET, &path, Value::Null).await;
        shown["items"].as_array().expect("items").clone()
    }

    /// The ids of what a system did for an order or a shipment.
    pub async fn effects(&self, system: &str, reference: &str) -> Vec<String> {
        let lines = self.books(reference).await;
        let here = lines.iter().filter(|line| line["system"] == system);
        here.filter_map(|line| line["effect"]["id"].as_str().map(str::to_owned))
            .collect()
    }

    /// How often each system acted for an order: ERP, payment, warehouse, mail.
    pub async fn counts(&self, order: &str) -> [usize; 4] {
        let shipment = format!("S-{order}");
        [
            self.effects("erp", order).await.len(),
            self.effects("pay", order).await.len(),
            self.effects("warehouse", &shipment).await.len(),
            self.effects("mail", order).await.len(),
        ]
    }

    /// Waits until the systems have acted so often for an order.
    pub async fn until_counts(&self, order: &str, expected: [usize; 4]) {
        let mut seen = self.counts(order).await;
        let began = Instant::now();
        while seen != expected {
            assert!(
                began.elapsed() < PATIENCE,
                "the books say {seen:?}, not {expected:?}"
            );
            look_again().await;
            seen = self.counts(order).await;
        }
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> Value {
        let request = self
            .http
            .request(method, format!("{}/{path}", self.address));
        let answer = request.json(&body).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        answer.json().await.unwrap_or_default()
    }
}

fn order_of(event: &Value) -> String {
    let order = event["order"]["order"].as_str();
    order.expect("an order").to_owned()
}

/// Waits until Holdpoint's gate says this of an order's operation.
pub async fn until_gate(
    holdpoint: &super::connector::Connector,
    order: &str,
    state: &str,
) -> Value {
    let began = Instant::now();
    loop {
        let path = format!("/gate?operation_key={}", operation(order));
        let gate = holdpoint.get(&path).await.body;
        if gate["state"] == state {
            return gate;
        }
        assert!(
            began.elapsed() < PATIENCE,
            "the gate of {order} never said {state}: {gate}"
        );
        look_again().await;
    }
}

/// Waits until it is nobody's turn but a person's, or nobody's at all; gives what the gate says then.
pub async fn until_settled(holdpoint: &super::connector::Connector, order: &str) -> String {
    let began = Instant::now();
    loop {
        let path = format!("/gate?operation_key={}", operation(order));
        let gate = holdpoint.get(&path).await.body;
        if let Some(state @ ("held" | "done")) = gate["state"].as_str() {
            return state.to_owned();
        }
        assert!(
            began.elapsed() < PATIENCE,
            "the gate of {order} settles on nothing: {gate}"
        );
        look_again().await;
    }
}

/// The key of an order's operation.
pub fn operation(order: &str) -> String {
    format!("order:{order}:S-{order}")
}

pub async fn look_again() {
    let mut tick = tokio::time::interval(BETWEEN_LOOKS);
    tick.tick().await;
    tick.tick().await;
}

fn systems(books: &str, listen: &str, ahead: u64) -> (Process, String) {
    let ahead = ahead.to_string();
    let arguments = [
        "sample", "systems", "--listen", listen, "--books", books, "--ahead", &ahead,
    ];
    let mut process = Process::start(&arguments, Stdio::piped());
    let address = process.address();
    (process, address)
}

/// A started program. Dropped, it is killed.
pub struct Process(Child);

impl Process {
    fn start(arguments: &[&str], output: Stdio) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_holdpoint"))
            .args(arguments)
            .stdout(output)
            .spawn();
        Self(child.expect("the program starts"))
    }

    fn address(&mut self) -> String {
        let mut output = BufReader::new(self.0.stdout.take().expect("its output"));
        let address = output
            .by_ref()
            .lines()
            .map_while(Result::ok)
            .find_map(|line| {
                let mut words = line.split_whitespace();
                words
                    .find(|word| word.starts_with("http://"))
                    .map(str::to_owned)
            });
        // Whatever it says later is read away, so that it never waits for a reader.
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        address.expect("the program ended before it said where it listens")
    }

    /// `kill -9`.
    pub fn kill(&mut self) {
        // A process that has ended by itself is as dead.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    /// Waits until it stands still.
    pub async fn is_frozen(&self) {
        let began = Instant::now();
        let status = format!("/proc/{}/stat", self.0.id());
        loop {
            let line = fs::read_to_string(&status).expect("a process that lives");
            // The state is what follows the name in brackets.
            if line.rsplit(')').next().expect("a state").starts_with(" T") {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "it goes on");
            look_again().await;
        }
    }

    /// Lets it go on.
    pub fn wake(&self) {
        let pid = Pid::from_child(&self.0);
        kill_process(pid, Signal::CONT).expect("a process that lives");
    }

    /// Whether it has died by itself.
    pub fn has_died(&mut self) -> bool {
        self.0.try_wait().expect("its state").is_some()
    }

    /// Waits until one of them has died by itself; gives its place.
    pub async fn one_is_dead(workers: &mut [Self]) -> usize {
        let began = Instant::now();
        loop {
            if let Some(dead) = workers.iter_mut().position(Self::has_died) {
                return dead;
            }
            assert!(began.elapsed() < PATIENCE, "they all live on");
            look_again().await;
        }
    }

    /// Waits until it has died by itself.
    pub async fn is_dead(&mut self) {
        let began = Instant::now();
        while !self.has_died() {
            assert!(began.elapsed() < PATIENCE, "it lives on");
            look_again().await;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

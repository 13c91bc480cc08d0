//! A source's endpoint: keeps what it hears, and answers as the story wants.

use actix_web::dev::ServerHandle;
use actix_web::http::StatusCode;
use actix_web::web::{self, Bytes, Data};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use holdpoint::domain::ids::NoticeId;
use holdpoint::domain::time::Timestamp;
use holdpoint::domain::webhook::{Secret, signatures};
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use tokio::net::TcpSocket;
use tokio::sync::watch;

/// An endpoint on this machine.
pub struct Endpoint {
    address: String,
    /// Its port is its own, and nobody answers there yet.
    socket: Option<TcpSocket>,
    server: Option<ServerHandle>,
    desk: Arc<Desk>,
}

struct Desk {
    /// What it answers, in this order; success from then on.
    answers: Mutex<VecDeque<Answer>>,
    calls: watch::Sender<Vec<Call>>,
    /// Nobody gets an answer while this is closed.
    open: watch::Sender<bool>,
}

/// A status with headers.
type Answer = (u16, Vec<(&'static str, String)>);

/// What was heard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub id: String,
    pub timestamp: String,
    pub signature: String,
    pub body: String,
}

impl Endpoint {
    /// One that is down.
    pub fn down() -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        let free = ([127, 0, 0, 1], 0).into();
        socket.bind(free).expect("a free port");
        let port = socket.local_addr().expect("its address").port();
        Self {
            address: format!("http://127.0.0.1:{port}/hooks"),
            socket: Some(socket),
            server: None,
            desk: Arc::new(Desk {
                answers: Mutex::default(),
                calls: watch::Sender::new(Vec::new()),
                open: watch::Sender::new(true),
            }),
        }
    }

    /// One that answers.
    pub fn up() -> Self {
        let mut endpoint = Self::down();
        endpoint.comes_up();
        endpoint
    }

    /// From now on it answers.
    pub fn comes_up(&mut self) {
        let socket = self.socket.take().expect("it is down");
        let listener = socket.listen(64).expect("it listens");
        let listener = listener.into_std().expect("a listener");
        let desk = Data::from(Arc::clone(&self.desk));
        let app = move || {
            App::new()
                .app_data(desk.clone())
                .default_service(web::to(heard))
        };
        let server = HttpServer::new(app)
            .workers(1)
            .disable_signals()
            .listen(listener)
            .expect("it serves")
            .run();
        self.server = Some(server.handle());
        tokio::spawn(server);
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// The next answer that has not been given.
    pub fn will_answer(&self, status: u16) -> &Self {
        self.will_answer_with(status, &[])
    }

    /// The same with headers.
    pub fn will_answer_with(&self, status: u16, headers: &[(&'static str, &str)]) -> &Self {
        let owned = |(name, value): &(&'static str, &str)| (*name, (*value).to_owned());
        let headers = headers.iter().map(owned).collect();
        let mut answers = self.desk.answers.lock().expect("the answers");
        answers.push_back((status, headers));
        self
    }

    /// Holds all answers back, or gives them.
    pub fn hold_back(&self, hold: bool) {
        self.desk.open.send_replace(!hold);
    }

    /// Everything it heard so far.
    pub fn calls(&self) -> Vec<Call> {
        self.desk.calls.borrow().clone()
    }

    /// Waits until it has heard so many calls.
    pub async fn hears(&self, n: usize) -> Vec<Call> {
        let mut calls = self.desk.calls.subscribe();
        let heard = calls.wait_for(|calls| calls.len() >= n).await;
        heard.expect("the endpoint is there").clone()
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        self.hold_back(false);
        if let Some(server) = &self.server {
            drop(server.stop(false));
        }
    }
}

impl Call {
    /// What it says.
    pub fn says(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// Whether it is signed with these secrets, the newest first, and with no other.
    pub fn is_signed_with(&self, secrets: &[&Secret]) -> bool {
        let secrets: Vec<_> = secrets.iter().map(|s| (*s).clone()).collect();
        let seconds: i64 = self.timestamp.parse().expect("seconds");
        let id = NoticeId::new(&*self.id);
        let signed = signatures(&secrets, &id, Timestamp(seconds * 1_000_000), &self.body);
        signed.1 == self.signature
    }
}

async fn heard(request: HttpRequest, body: Bytes, desk: Data<Desk>) -> HttpResponse {
    let header = |name: &str| {
        let value = request.headers().get(name).expect("a header");
        value.to_str().expect("text").to_owned()
    };
    let call = Call {
        id: header("webhook-id"),
        timestamp: header("webhook-timestamp"),
        signature: header("webhook-signature"),
        body: String::from_utf8(body.to_vec()).expect("text"),
    };
    desk.calls.send_modify(|calls| calls.push(call));
    let mut open = desk.open.subscribe();
    open.wait_for(|open| *open).await.expect("it is there");
    let next = desk.answers.lock().expect("the answers").pop_front();
    let (status, headers) = next.unwrap_or((204, Vec::new()));
    let mut answer = HttpResponse::build(StatusCode::from_u16(status).expect("a status"));
    for header in headers {
        answer.insert_header(header);
    }
    answer.finish()
}

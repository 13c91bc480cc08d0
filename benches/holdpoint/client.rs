//! A small HTTP client that costs little: one kept connection, one request after the other, the answer's bytes counted.

use anyhow::{Context, bail};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};

/// A request that is asked again and again.
#[derive(Debug, Clone)]
pub struct Request {
    bytes: Vec<u8>,
    /// Whether the answer must be the page itself, or may be the way to it.
    pub status: u16,
}

impl Request {
    /// A page for somebody who is signed in.
    pub fn get(address: SocketAddr, path: &str, cookie: &str) -> Self {
        let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\n\r\n");
        Self {
            bytes: head.into_bytes(),
            status: 200,
        }
    }

    /// A question of a source.
    pub fn ask(address: SocketAddr, path: &str, token: &str) -> Self {
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\r\n"
        );
        Self {
            bytes: head.into_bytes(),
            status: 200,
        }
    }

    /// What a source tells or wants, with its document.
    pub fn post(address: SocketAddr, path: &str, token: &str, body: &str) -> Self {
        Self::send("POST", address, path, token, body).expecting(200)
    }

    /// A report of a source.
    pub fn put(address: SocketAddr, path: &str, token: &str, body: &str) -> Self {
        Self::send("PUT", address, path, token, body).expecting(201)
    }

    fn send(method: &str, address: SocketAddr, path: &str, token: &str, body: &str) -> Self {
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
            Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        Self {
            bytes: [head.as_bytes(), body.as_bytes()].concat(),
            status: 200,
        }
    }

    /// The same at another address of the same program, expected to succeed.
    pub fn to(&self, path: &str) -> Self {
        let line = self.bytes.iter().position(|byte| *byte == b'\r');
        let (line, rest) = self.bytes.split_at(line.unwrap_or_default());
        let line = String::from_utf8_lossy(line);
        let method = line.split(' ').next().unwrap_or_default();
        let line = format!("{method} {path} HTTP/1.1");
        Self {
            bytes: [line.as_bytes(), rest].concat(),
            status: 200,
        }
    }

    /// With another status expected.
    pub fn expecting(mut self, status: u16) -> Self {
        self.status = status;
        self
    }
}

/// A kept connection.
pub struct Connection {
    stream: BufReader<TcpStream>,
    line: String,
    body: Vec<u8>,
}

impl Connection {
    pub fn open(address: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).context("no connection")?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream: BufReader::with_capacity(64 * 1024, stream),
            line: String::new(),
            body: Vec::new(),
        })
    }

    /// Asks, and reads the answer to its end. An answer of another status than expected is a failure.
    pub fn ask(&mut self, request: &Request) -> anyhow::Result<&[u8]> {
        self.stream.get_mut().write_all(&request.bytes)?;
        let status = self.status()?;
        let length = self.length()?;
        self.body.resize(length, 0);
        self.stream.read_exact(&mut self.body)?;
        if status != request.status {
            let asked = String::from_utf8_lossy(&request.bytes);
            let asked = asked.lines().next().unwrap_or_default().to_owned();
            let body = String::from_utf8_lossy(&self.body);
            bail!("{asked} was answered with {status}: {body}");
        }
        Ok(&self.body)
    }

    fn status(&mut self) -> anyhow::Result<u16> {
        self.next_line()?;
        let status = self.line.split(' ').nth(1).context("no status")?;
        Ok(status.parse()?)
    }

    /// Reads the headers, of which only the length matters.
    fn length(&mut self) -> anyhow::Result<usize> {
        let mut length = None;
        loop {
            self.next_line()?;
            let line = self.line.trim_end();
            if line.is_empty() {
                return length.context("an answer without its length");
            }
            let (name, value) = line.split_once(':').context("no header")?;
            if name.eq_ignore_ascii_case("content-length") {
                length = Some(value.trim().parse()?);
            }
        }
    }

    fn next_line(&mut self) -> anyhow::Result<()> {
        self.line.clear();
        if self.stream.read_line(&mut self.line)? == 0 {
            bail!("the server closed the connection");
        }
        Ok(())
    }
}

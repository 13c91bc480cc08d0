//! What comes over a line that is no call: it is answered or given up, and keeps nobody else waiting.

use super::caller::{Caller, answer};
use crate::support::database::{Database, on_both};
use reqwest::Method;
use std::io::ErrorKind;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// So many lines of each kind; each has two ends in this process.
const LINES: usize = 60;

async fn line(caller: &Caller, said: &[u8]) -> TcpStream {
    let address = caller.world.address();
    let host = address.strip_prefix("http://").expect("plain HTTP");
    let mut line = TcpStream::connect(host).await.expect("a line");
    line.write_all(said).await.expect("said");
    line
}

async fn heard(mut line: TcpStream) -> String {
    let mut answer = Vec::new();
    line.read_to_end(&mut answer).await.expect("an end");
    String::from_utf8_lossy(&answer).into_owned()
}

on_both!(
    lines_that_say_nothing_or_half_keep_nobody_waiting,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        let half_a_body = format!(
            "PUT /api/v1/stops/r HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer {}\r\n\
            Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{{\"report_id\": ",
            caller.token
        );
        let half_a_head = b"GET /api/v1/gate HTTP/1.1\r\nHost: h\r\nX-Half";
        let mut held = Vec::new();
        for _ in 0..LINES {
            held.push(line(&caller, b"").await);
            held.push(line(&caller, half_a_head).await);
            held.push(line(&caller, half_a_body.as_bytes()).await);
        }
        let gate = answer(caller.call(Method::GET, "/gate?operation_key=k")).await;
        assert_eq!((gate.status, &gate.json()["state"]), (200, &"clear".into()));
        // They were all there meanwhile: nothing was said to the last of them yet.
        let last = held.last().expect("a line").try_read(&mut [0]);
        let nothing = last.expect_err("nothing to read").kind();
        assert_eq!(nothing, ErrorKind::WouldBlock);
    }
);

on_both!(
    what_is_no_request_is_answered_and_the_line_is_closed,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        for garbage in [
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\0\0\0\0\r\n\r\n".as_slice(),
            b"GET /\0 HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            b"POST /api/v1/stops HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            b"POST /api/v1/stops HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        ] {
            let answer = heard(line(&caller, garbage).await).await;
            let begins = String::from_utf8_lossy(garbage).chars().take(60).collect::<String>();
            let status = answer.split(' ').nth(1).unwrap_or_default();
            assert!(status.starts_with('4'), "{begins:?}: {answer}");
        }
        let gate = answer(caller.call(Method::GET, "/gate?operation_key=k")).await;
        assert_eq!(gate.status, 200);
    }
);

//! The connection under a request, which can be broken: nothing is answered, and nobody learns whether anything was done.

use actix_web::dev::Extensions;
use actix_web::rt::net::TcpStream;
use actix_web::{HttpRequest, HttpResponse};
use std::any::Any;
use std::net::Shutdown;
use std::os::fd::AsFd;

/// A second handle to a connection.
struct Wire(std::net::TcpStream);

/// Keeps hold of each connection as it comes in.
pub(super) fn keep(connection: &dyn Any, data: &mut Extensions) {
    let stream = connection.downcast_ref::<TcpStream>();
    // Without a second handle the sender hears a 500, which says as little about the effect.
    let second = stream.and_then(|stream| stream.as_fd().try_clone_to_owned().ok());
    if let Some(second) = second {
        data.insert(Wire(second.into()));
    }
}

/// Breaks the connection. What is returned is never heard.
pub(super) fn cut(request: &HttpRequest) -> HttpResponse {
    if let Some(Wire(stream)) = request.conn_data::<Wire>() {
        // A connection that is gone already is as good as cut.
        let _gone = stream.shutdown(Shutdown::Both);
    }
    HttpResponse::InternalServerError().finish()
}

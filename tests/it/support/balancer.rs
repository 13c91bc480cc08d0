//! Spreads connections over several instances, one after the other, as a load balancer does in front of them.

use std::net::SocketAddr;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Listens until it is dropped.
pub struct Balancer {
    address: SocketAddr,
    listening: JoinHandle<()>,
}

impl Balancer {
    /// In front of these instances.
    pub async fn start(instances: Vec<SocketAddr>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a free port");
        let address = listener.local_addr().expect("its address");
        let listening = tokio::spawn(async move {
            for instance in instances.iter().cycle().copied() {
                let Ok((caller, _)) = listener.accept().await else {
                    return;
                };
                tokio::spawn(connect(caller, instance));
            }
        });
        Self { address, listening }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

async fn connect(mut caller: TcpStream, instance: SocketAddr) {
    // Whoever of the two goes away first, the other one notices by itself.
    if let Ok(mut instance) = TcpStream::connect(instance).await {
        let _ = copy_bidirectional(&mut caller, &mut instance).await;
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

//! The whole application: one constructor for the program and for tests.

use crate::api;
use crate::clock::Clock;
use crate::config::Config;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::passwords::Passwords;
use crate::service::sessions::Sessions;
use crate::store::Db;
use crate::web::metrics::Requests;
use crate::web::{self, Web};
use actix_web::dev::{Server, ServerHandle};
use actix_web::middleware::from_fn;
use actix_web::web::{Data, ServiceConfig};
use actix_web::{App as ActixApp, HttpServer};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use tracing_actix_web::TracingLogger;

/// Requests under way may take so long, in seconds, when the program is asked to stop.
const GRACE_SECONDS: u64 = 10;

/// What an instance works on.
#[derive(Debug, Clone)]
pub enum Served {
    Original(Db),
    /// A database that nobody can write from here, and one of this process alone for sessions and failed attempts to sign in.
    Copy {
        copy: Db,
        door: Db,
    },
}

impl From<Db> for Served {
    fn from(db: Db) -> Self {
        Self::Original(db)
    }
}

/// The application, listening and ready to [`run`](App::run).
pub struct App {
    server: Server,
    address: SocketAddr,
    services: Services,
}

impl App {
    /// Binds the address of `config` and makes all that serves there. The schema of what is served must be this version's.
    ///
    /// # Errors
    /// If the address cannot be bound.
    pub fn build(
        config: &Config,
        policy: Policy,
        served: impl Into<Served>,
        clock: Clock,
    ) -> io::Result<Self> {
        Self::build_with(config, policy, served, clock, |_| {})
    }

    /// The same, and it answers at more addresses: what measures the application puts answers of its own beside it.
    ///
    /// # Errors
    /// As [`App::build`].
    pub fn build_with(
        config: &Config,
        policy: Policy,
        served: impl Into<Served>,
        clock: Clock,
        more: impl Fn(&mut ServiceConfig) + Clone + Send + 'static,
    ) -> io::Result<Self> {
        let (services, is_copy) = match served.into() {
            Served::Original(db) => (Services::new(db, clock, policy), false),
            Served::Copy { copy, door } => {
                (Services::new(copy, clock, policy).beside_a_copy(door), true)
            }
        };
        let services = services
            .allowing(config.webhooks.hosts())
            .verifying_with(config.verify_state.clone());
        let passwords = Data::new(Passwords::default());
        let web = Data::new(Web {
            sessions: Arc::new(Sessions::of(&services)),
            is_copy,
            secure_cookies: config.secure_cookies(),
            behind_proxy: config.behind_proxy,
            time_zone: config.time_zone,
        });
        let shared = Data::new(services.clone());
        let requests = Data::new(Requests::default());
        let metrics_token = config.metrics_token.clone();
        let server = HttpServer::new(move || {
            ActixApp::new()
                .app_data(web.clone())
                .app_data(shared.clone())
                .app_data(passwords.clone())
                .app_data(requests.clone())
                .configure(&more)
                .configure(|config| web::metrics::configure(config, metrics_token.as_ref()))
                .configure(|config| serve_everything(config, is_copy))
                .wrap(from_fn(web::slow_body::middleware))
                .wrap(from_fn(web::headers::middleware))
                .wrap(from_fn(web::metrics::middleware))
                .wrap(TracingLogger::<web::access_log::AccessLog>::new())
        })
        .workers(config.workers)
        .shutdown_timeout(GRACE_SECONDS)
        .disable_signals()
        .bind(config.listen)?;
        let address = server.addrs().first().copied().unwrap_or(config.listen);
        Ok(Self {
            server: server.run(),
            address,
            services,
        })
    }

    /// Where the application listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The use cases, on the application's database and by its clock.
    pub const fn services(&self) -> &Services {
        &self.services
    }

    /// Stops the application from elsewhere: `handle.stop(true)` lets requests under way end.
    pub fn handle(&self) -> ServerHandle {
        self.server.handle()
    }

    /// Serves until the handle stops it.
    ///
    /// # Errors
    /// If the server fails.
    pub async fn run(self) -> io::Result<()> {
        self.server.await
    }
}

fn serve_everything(config: &mut ServiceConfig, is_copy: bool) {
    web::assets::configure(config);
    web::health::configure(config);
    if is_copy {
        api::configure_beside_a_copy(config);
    } else {
        api::configure(config);
    }
    // The pages come last: they answer for every address that is left.
    web::routes::configure(config, web::table());
}

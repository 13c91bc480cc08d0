use clap::Parser;
use holdpoint::cli::Cli;
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

#[actix_web::main]
async fn main() -> ExitCode {
    holdpoint::tls::install();
    let cli = Cli::parse();
    // Every request without a session is a warning to tower-sessions.
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| {
        EnvFilter::new(
            "info,actix_http=off,sqlx=warn,tower_sessions=error,tower_sessions_core=error",
        )
    });
    tracing_subscriber::fmt().with_env_filter(filter).init();
    match cli.run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("holdpoint: {error:#}");
            ExitCode::FAILURE
        }
    }
}

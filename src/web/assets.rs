//! The stylesheet, the script and the pictures, built into the program.
//!
//! Each is served under a path that has a digest of its content in it, so that browsers may keep it for ever.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::middleware::Compress;
use actix_web::{HttpRequest, HttpResponse, web};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

/// The paths of all assets, for templates: `{{ ctx.assets.css }}`.
#[derive(Debug)]
pub struct Assets {
    pub css: String,
    pub script: String,
    pub icons: String,
    pub favicon: String,
}

struct File {
    name: &'static str,
    extension: &'static str,
    content_type: &'static str,
    content: &'static str,
}

const CSS: File = File {
    name: "holdpoint",
    extension: "css",
    content_type: "text/css; charset=utf-8",
    content: include_str!("../../static/holdpoint.css"),
};
const SCRIPT: File = File {
    name: "holdpoint",
    extension: "js",
    content_type: "text/javascript; charset=utf-8",
    content: include_str!("../../static/holdpoint.js"),
};
const ICONS: File = File {
    name: "icons",
    extension: "svg",
    content_type: "image/svg+xml",
    content: include_str!("../../static/icons.svg"),
};
const FAVICON: File = File {
    name: "favicon",
    extension: "svg",
    content_type: "image/svg+xml",
    content: include_str!("../../static/favicon.svg"),
};

static PATHS: LazyLock<Assets> = LazyLock::new(|| Assets {
    css: CSS.path(),
    script: SCRIPT.path(),
    icons: ICONS.path(),
    favicon: FAVICON.path(),
});

/// Where the assets are.
pub fn assets() -> &'static Assets {
    &PATHS
}

impl File {
    /// `/static/holdpoint.1a2b3c4d.css`
    fn path(&self) -> String {
        let digest = Sha256::digest(self.content);
        let hash: String = digest.iter().take(4).map(|b| format!("{b:02x}")).collect();
        format!("/static/{}.{hash}.{}", self.name, self.extension)
    }
}

/// Serves the assets, compressed for those who ask. Pages are not compressed: they hold a secret beside text that others
/// chose, and the length of a compressed answer would tell something about it.
pub fn configure(config: &mut web::ServiceConfig) {
    config.service(
        web::scope("/static")
            .wrap(Compress::default())
            .route("/{file}", web::get().to(serve)),
    );
}

async fn serve(request: HttpRequest) -> HttpResponse {
    let paths = assets();
    let wanted = request.path();
    let all = [
        (&paths.css, &CSS),
        (&paths.script, &SCRIPT),
        (&paths.icons, &ICONS),
        (&paths.favicon, &FAVICON),
    ];
    match all.into_iter().find(|(path, _)| *path == wanted) {
        Some((_, file)) => HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, file.content_type))
            .insert_header((CACHE_CONTROL, "public, max-age=31536000, immutable"))
            .body(file.content),
        None => HttpResponse::NotFound().finish(),
    }
}

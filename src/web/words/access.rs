//! Words for the access log.

use crate::domain::access::Opened;
use crate::web::i18n::{Msg, msg};

/// What somebody opened.
pub fn opened(opened: Opened) -> Msg {
    match opened {
        Opened::Case => msg!("opened-case"),
        Opened::Decision => msg!("opened-decision"),
        Opened::Content => msg!("opened-content"),
        Opened::Report => msg!("opened-report"),
        Opened::RefusedReport => msg!("opened-refused-report"),
        Opened::Export => msg!("opened-export"),
        Opened::Unmasked => msg!("opened-unmasked"),
    }
}

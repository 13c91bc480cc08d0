//! The one implementation of cryptography that outgoing calls use.

/// Names it for the whole process, once; called again, it changes nothing. No HTTP client can be made before.
pub fn install() {
    // Refused only if there is one already, and then it is this one: nothing else installs any.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

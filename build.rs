//! Migrations and catalogues of messages are compiled in; a new file among them is a reason to compile again.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=templates/locales");
    println!("cargo:rerun-if-changed=templates/world/locales");
}

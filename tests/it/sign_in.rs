//! The first page that everybody meets.

use crate::support::browser::{Browser, Language, Look, Window};
use crate::support::world::{PASSWORD, World, world_in_browser};
use holdpoint::domain::people::Role;
use thirtyfour::Key;

/// What is to be read, in the reader's language.
struct Words {
    name: &'static str,
    password: &'static str,
    sign_in: &'static str,
    refused: &'static str,
    sign_out: &'static str,
}

const ENGLISH: Words = Words {
    name: "Name",
    password: "Password",
    sign_in: "Sign in",
    refused: "The name or the password is wrong.",
    sign_out: "Sign out",
};
const RUSSIAN: Words = Words {
    name: "Имя для входа",
    password: "Пароль",
    sign_in: "Войти",
    refused: "Неверное имя или пароль.",
    sign_out: "Выйти",
};

#[test]
fn people_sign_in_and_out_by_keyboard_in_every_look() {
    world_in_browser("sign-in", async |world: &World, browser: &Browser| {
        world.add_user("irina", Role::Reviewer).await;
        for look in Look::EACH {
            let window = browser.window(world.address(), look).await;
            sign_in_wrong_then_right_and_out(&window, look).await;
        }
    });
}

async fn sign_in_wrong_then_right_and_out(window: &Window, look: Look) {
    let words = match look.language {
        Language::English => ENGLISH,
        Language::Russian => RUSSIAN,
    };
    window.open("/").await;
    window.see(words.sign_in).await;
    window.check("sign-in").await;
    fill_in(window, &words, "no such password").await;
    window.see(words.refused).await;
    window.check("sign-in-refused").await;
    fill_in(window, &words, PASSWORD).await;
    window.see("irina").await;
    window.check("signed-in").await;
    window.tab_to("irina").await;
    window.press(Key::Enter).await;
    window.tab_to(words.sign_out).await;
    window.press(Key::Enter).await;
    window.see(words.password).await;
}

async fn fill_in(window: &Window, words: &Words, password: &str) {
    // Tab into a field selects what stands in it.
    window.tab_to(words.name).await;
    window.press("irina").await;
    window.tab_to(words.password).await;
    window.press(password).await;
    window.tab_to(words.sign_in).await;
    window.press(Key::Enter).await;
}

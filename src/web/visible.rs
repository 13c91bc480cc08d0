//! Text from outside, shown so that nothing of it is lost: signs that a browser would drop, or that would turn the text
//! around, are shown by a picture and named.

/// Appends a text as escaped HTML.
pub fn push_html(text: &str, html: &mut String) {
    for c in text.chars() {
        match picture(c) {
            Some(picture) => push_picture(c, picture, html),
            None => push_escaped(c, html),
        }
    }
}

/// The text as escaped HTML.
pub fn html(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    push_html(text, &mut html);
    html
}

/// The text with pictures for what cannot be seen, where no elements may stand: in titles, names and choices.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| picture(c).unwrap_or(c)).collect()
}

/// Whether an attribute gives the text back as it is; browsers drop or change control characters.
pub fn fits_an_attribute(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() && c != '\t')
}

/// Appends one sign of a text, escaped.
pub fn push_escaped(c: char, html: &mut String) {
    match c {
        '<' => html.push_str("&lt;"),
        '>' => html.push_str("&gt;"),
        '&' => html.push_str("&amp;"),
        '"' => html.push_str("&quot;"),
        '\'' => html.push_str("&#39;"),
        c => html.push(c),
    }
}

/// The picture stands in an element of its own that names the sign, so that it cannot be taken for itself.
fn push_picture(c: char, picture: char, html: &mut String) {
    let code = u32::from(c);
    html.push_str(&format!(
        "<span class=\"sign\" title=\"U+{code:04X}\">{picture}</span>"
    ));
}

/// What stands for a sign that cannot be seen. Line ends and tabs are left alone: they are layout.
fn picture(c: char) -> Option<char> {
    match c {
        '\n' | '\t' => None,
        '\u{0}'..='\u{1F}' => char::from_u32(0x2400 + u32::from(c)),
        '\u{7F}' => Some('\u{2421}'),
        '\u{80}'..='\u{9F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' => Some('\u{FFFD}'),
        // Marks that turn text around, or that hide between letters.
        '\u{200B}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{2060}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}' => Some('\u{25CC}'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_that_cannot_be_seen_are_shown_and_named() {
        assert_eq!(
            html("a\u{0}<b>\u{202E}\n"),
            "a<span class=\"sign\" title=\"U+0000\">\u{2400}</span>&lt;b&gt;\
             <span class=\"sign\" title=\"U+202E\">\u{25CC}</span>\n"
        );
        assert_eq!(html("Ayşe Yıldız 👩‍🔧"), "Ayşe Yıldız 👩‍🔧");
        assert_eq!(plain("a\u{0}<"), "a\u{2400}<");
        assert!(fits_an_attribute("ключ/\u{202E}%") && !fits_an_attribute("a\u{0}"));
    }
}

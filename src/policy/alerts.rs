//! Reads who is told of what.

use super::fault::FaultKind;
use super::reader::{Section, Value};
use crate::domain::alert::{
    AlertPolicy, ClockTime, Condition, GIVE_UP_AFTER, MailAddress, QuietHours, TeamAlerts,
};
use crate::domain::ids::Team;
use crate::domain::webhook::{AllowedHosts, EndpointUrl};
use chrono_tz::Tz;
use std::collections::BTreeMap;
use std::time::Duration;
use url::Url;

/// Reads the section; what it leaves out is as in the policy it falls back on. A team takes from `default` what it leaves
/// out.
pub(super) fn alerts(section: &mut Section<'_>, base: Option<&AlertPolicy>) -> Option<AlertPolicy> {
    let mut span = |name, base: Option<Duration>| section.or(name, base, Value::positive_span);
    let not_taken_for = span("not_taken_for", base.map(|b| b.not_taken_for));
    let not_answered_for = span("not_answered_for", base.map(|b| b.not_answered_for));
    let ends_after = span("ends_after", base.map(|b| b.ends_after));
    let keep = span("keep", base.map(|b| b.keep));
    if keep.is_some_and(|keep| keep < GIVE_UP_AFTER) {
        section.fault_at("keep", FaultKind::ShorterThanTellings(GIVE_UP_AFTER));
    }
    let default = section.section("default", |s| team(s, base.map(|b| &b.default)))?;
    let named = section.or("teams", Some(BTreeMap::new()), |part| {
        Some(teams(part.entries()?, &default))
    });
    Some(AlertPolicy {
        not_taken_for: not_taken_for?,
        not_answered_for: not_answered_for?,
        ends_after: ends_after?,
        keep: keep?,
        teams: named?,
        default,
    })
}

fn teams(entries: Vec<(&str, Value<'_>)>, default: &TeamAlerts) -> BTreeMap<Team, TeamAlerts> {
    let read = |(name, value): (&str, Value<'_>)| {
        let alerts = value.section(|section| team(section, Some(default)))?;
        Some((Team::from(name), alerts))
    };
    entries.into_iter().filter_map(read).collect()
}

fn team(section: &mut Section<'_>, base: Option<&TeamAlerts>) -> Option<TeamAlerts> {
    let mail = section.or("mail", base.map(|b| b.mail.clone()), |value| {
        list(value, mail_address)
    });
    let webhooks = section.or("webhooks", base.map(|b| b.webhooks.clone()), |value| {
        list(value, webhook)
    });
    let language = section.or("language", base.map(|b| b.language), Value::choice);
    let zone = section.or("time_zone", base.map(|b| b.zone), time_zone);
    let quiet = section.or("quiet", base.map(|b| b.quiet), quiet);
    let always = section.or("always", base.map(|b| b.always.clone()), |value| {
        list(value, condition)
    });
    Some(TeamAlerts {
        mail: mail?,
        webhooks: webhooks?,
        language: language?,
        zone: zone?,
        quiet: quiet?,
        always: always?,
    })
}

/// Things of one sort, none twice.
fn list<T: PartialEq>(value: &Value<'_>, read: fn(&Value<'_>) -> Option<T>) -> Option<Vec<T>> {
    let mut all = Vec::new();
    for item in value.items()? {
        let Some(one) = read(&item) else { continue };
        if all.contains(&one) {
            item.fault::<()>(FaultKind::ListedTwice);
        }
        all.push(one);
    }
    Some(all)
}

fn condition(value: &Value<'_>) -> Option<Condition> {
    value.choice()
}

fn mail_address(value: &Value<'_>) -> Option<MailAddress> {
    match MailAddress::parse(&value.text()?) {
        Ok(address) => Some(address),
        Err(bad) => value.fault(FaultKind::BadAddress(bad.to_string())),
    }
}

/// The form of an address; which hosts may be called beside the open internet is not the policy's to say.
fn webhook(value: &Value<'_>) -> Option<EndpointUrl> {
    let text = value.text()?;
    let host = Url::parse(text.trim()).ok();
    let host = host.as_ref().and_then(Url::host_str).map(str::to_owned);
    let its_own = host.and_then(|host| {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        AllowedHosts::name(bare).ok()
    });
    match EndpointUrl::parse(&text, &AllowedHosts::new(its_own)) {
        Ok(url) => Some(url),
        Err(bad) => value.fault(FaultKind::BadAddress(bad.to_string())),
    }
}

fn time_zone(value: &Value<'_>) -> Option<Tz> {
    let text = value.text()?;
    match text.parse() {
        Ok(zone) => Some(zone),
        Err(_) => value.fault(FaultKind::NotATimeZone(text)),
    }
}

/// `{ from = "22:00", until = "07:00" }`, or `"never"`.
fn quiet(value: &Value<'_>) -> Option<Option<QuietHours>> {
    if value.is_text("never") {
        return Some(None);
    }
    value.section(hours).map(Some)
}

fn hours(section: &mut Section<'_>) -> Option<QuietHours> {
    let from = section.required("from", clock_time);
    let until = section.required("until", clock_time);
    let hours = QuietHours {
        from: from?,
        until: until?,
    };
    if hours.from == hours.until {
        section.fault(FaultKind::NeverOrAlwaysQuiet);
    }
    Some(hours)
}

fn clock_time(value: &Value<'_>) -> Option<ClockTime> {
    let text = value.text()?;
    match ClockTime::parse(&text) {
        Some(time) => Some(time),
        None => value.fault(FaultKind::NotAClockTime(text)),
    }
}

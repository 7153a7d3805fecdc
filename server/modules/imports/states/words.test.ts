import { expect, test } from 'vitest'
import { suggestColumns } from '../mapping/suggest.ts'
import { headerKind, stateOfFile } from './headers.ts'
import { questionsIn } from './questions.ts'
import { readWord } from './words.ts'

// Words, headers and names of files of products without a fixture, by their meaning.

const WORDS: Record<string, string> = {
  cancelled: `Unsubscribed via link | UNSUBSCRIBED | Opted-Out | Opt-Out | blocklisted | Blacklisted | blocked | Suppressed | Do Not Contact |
    DoNotEmail | Deleted | Removed | Archived | Abgemeldet | Ausgetragen | Gesperrt | Désabonné | Désinscrit(e) | Liste noire | Baja
    | Dado de baja | Cancelado | Darse de baja | Desuscrito | Descadastrado | Descadastrou-se | Disiscritto | Cancellato |
    Disiscritta | Uitgeschreven | Afgemeld | Geblokkeerd | Wypisany | Usunięty | Wypisał się | 配信停止 | 解除済み | 退会 | 無効 | 購読解除 |
    Avmeldt | Avregistrerad | Frameldt | Avanmäld | OPTED_OUT | Forgotten | GDPR forgotten | Banned | do_not_mail | Global
    Unsubscribe | Unsubscribe | unsub | Un-subscribed | Un subscribed | un_subscribed | Left | Declined | Refused | Cancelled |
    canceled | Revoked | Consent withdrawn | Unsubscribed (admin) | Manually unsubscribed`,
  inactive: `NEVER_SUBSCRIBED | Non-marketing contact | Not Subscribed | Unconfirmed | Pending | Awaiting Confirmation | Temp Hold | No Permission Set | Unbestätigt
    | nicht bestätigt | kein Abonnent | Non inscrit | En attente de confirmation | No suscrito | Pendiente | Não inscrito | Inativo
    | Não confirmado | Non iscritto | In attesa | Non confermato | Niet ingeschreven | Nieaktywny | Oczekujący | 未確認 | subscribed
    but inactive | Inactive | Disabled | Unverified | not opted in | Transactional | Snoozed | Paused | Double opt-in pending |
    Ex-subscriber | former subscriber | Previously subscribed | Was subscribed | Expired | Unengaged | Non-mailable | Not mailable`,
  active: `SUBSCRIBED | Marketing contact | not unsubscribed | Express | Implied | Explicit | Nicht abgemeldet | Bestätigt | Abonniert | Inscrit | Abonné |
    Suscrito | Activo | Inscrito | Ativo | Iscritto | Ingeschreven | Actief | Zapisany | Aktywny | 購読中 | 有効 | 配信中 | Tilmeldt |
    Prenumererar | Anmäld | Active | Enabled | Opted in | opt_in | optedIn | valid | Double opt-in | Subscriber | Cold |
    Resubscribed | Subscribe | Subscribed via form | Subscribed (imported) | Opted in via landing page | Subscribed by admin |
    Single Opt-In | active subscriber`,
  unknown: `bounced (soft) | Bounced - soft | No, unsubscribed | non désinscrit | Soft bounced | Niezapisany | 未購読 | active (confirmed) | Trashed | Unknown | Role | catch-all
    | Customer | Lead | Mailbox full | stopped | Temporary bounce | subscribed=0 | Double opt-in confirmed | Confirmed opt-in |
    subscribed until 2023 | Quarantined | Unmailable`,
  bounced: `Hard bounced | hard_bounce | HardBounce | cleaned | undeliverable | Invalid | invalid email | unzustellbar | Hardbounce | Rebond
    définitif | Rebotado | Devolvido | Rimbalzato | Gebounced | Odbity | エラー | Studsade | Undelivered`,
  complained: `Spam complaint | spamreport | Complained | Marked as spam | spamtrap | Beschwerde | Plainte pour spam | Reclamação de spam |
    abuse | Reported as spam | Junk | Complaint | Feedback loop`,
}

const HEADERS: Record<string, string> = {
  status: `Status | Email status | Global status | Subscription Status | Subscriber Status | emailStatus | Email Marketing Status |
    Kontaktstatus | Newsletter-Status | Statut de l’abonnement | Estado de suscripción | Stato iscrizione | Status subskrypcji |
    配信ステータス | ステータス | State | Estado | Email Permission Status | Opt-in/Opt-out`,
  nothing: `Order status | Marital status | Unsubscribe link | unsubscribe_url | Bounce count | SMS opt-out | SMS Marketing Status | active_subscription | Subscription tier | Subscribed at | Subscribed date | Opt-in date | OPTIN_TIME | OPTIN_IP |
    CONFIRM_TIME | Opt-in source | Consent date | First name | Company | City | Notes | Tags | Last active | Subscription plan |
    email_address | Removed | deleted_at | Cancel date | Do not disturb | Web opt-out`,
  cancelled: `is_unsubscribed | Unsubscribed | Unsubscribed from all email | UNSUB_TIME | unsubscribed_at | unsubscribe_date | Date
    Unsubscribed | Opt-out | Email Opt Out | HasOptedOutOfEmail | opt_out_date | Do Not Email | doNotContact | DNC | Suppressed |
    Email Suppressions | EMAIL_BLACKLISTED | email_disabled | Blocklisted | Désinscrit | Désabonné le | Date de désinscription |
    Abgemeldet | Abgemeldet am | Abmeldedatum | Abmeldung | Fecha de baja | Baja | Data de descadastro | Disiscritto | Data
    disiscrizione | Uitgeschreven op | Afgemeld | Wypisany | 配信停止 | 配信停止日 | 退会日 | Afmeldt | Avregistrerad | Not subscribed |
    Subscribe/Unsubscribe | Unsubscribed? | Opted Out | Exclude from mailing | No mail | Deactivated | Werbesperre | Keine Werbung |
    newsletter_optout | mailing_optout | unsub | globally_unsubscribed | Unsubscribed on | Stop date`,
  bounced: `CLEAN_TIME | Bounced | Hard Bounce | bounced_at | Bounces | Last bounce date`,
  detail: `Email hard bounce reason | Bounce Reason | UNSUB_REASON | UNSUB_CAMPAIGN_ID`,
  complained: `Spam | Spam complaint | complained_at`,
  active: `Is Not Suppressed | subscribed | Opt-in | opt_in | optin | Newsletter | Accepts Email Marketing | accepts_marketing | Marketing
    Consent | Email consent | subscribed_to_emails | is_subscribed | Confirmed | Email verified | Double Opt-In | Newsletter
    abonniert | Einwilligung | Inscrit | Abonné | Suscrito | Inscrito | Iscritto | Ingeschreven | メルマガ購読 | Nyhetsbrev | Tilmeldt |
    Receive newsletter | Wants newsletter | Email Marketing Opt-in | GDPR | active | Mailable | Marketing permission | Agreed to
    marketing | Email Opt In | Allow emails | Subscribed to newsletter | Permission to email | Email permission`,
}

const FILES: Record<string, string> = {
  cancelled: `unsubscribed_email_audience_export_1a2b3c.csv | Abgemeldete Empfänger.csv | desinscrits.csv | Unsubscribes.csv | suppression
    list.csv | opt-outs.csv | blacklist.csv | bajas.csv | disiscritti.csv | blocked contacts.csv | unsubscribed (1).csv |
    global_unsubscribes.csv | Contacts_DoNotMail.csv | uitgeschreven.csv`,
  bounced: `cleaned_email_audience_export_x.csv | suppression_bounces.csv | bounces-2024.csv | invalid_emails.csv`,
  nothing: `subscribed_email_audience_export.csv | people.csv | kunden.csv | newsletter export.csv`,
  complained: `spam_reports.csv`,
}

// Others, written by someone who had not seen the vocabulary.

const MORE_WORDS: Record<string, string> = {
  cancelled: `Unsubscribed by user | Suppressed (manual) | Unsubscribed from all lists | Opted out of email | auto-unsubscribed | Desinscrito |
    Se dio de baja | Désabonnée | Widerrufen | abgemeldet am 01.02.2024 | 已退订 | Отписан | Odhlášen`,
  inactive: 'Subscription pending | Not yet confirmed | Never opted in | Sin confirmar | nog niet bevestigd',
  bounced: 'Hard bounce (550) | Permanently bounced | Bounced - hard | Mailbox does not exist | Ungültige Adresse',
  complained: 'Reported spam | Marked as junk | Spam report',
  active: 'Subscribed ✓ | re-subscribed | Actif',
  unknown: 'Used to be subscribed | Subscription ended | none of these',
}

const MORE_HEADERS: Record<string, string> = {
  cancelled: `Unsub date | UnsubscribeDate | date_unsubscribed | Opt-Out Timestamp | Please don't email me | I do not want to receive emails |
    Je ne souhaite pas recevoir la newsletter | Keine Newsletter | Left list on | email_opt_out | Global opt out | Отписался |
    Date de désabonnement | unsubscribe_time | Is Unsubscribed From Campaign | Suppression date | Opt out of receiving marketing emails`,
  active: `I want to receive emails | Send me news and offers | Je souhaite recevoir la newsletter | Ich möchte den Newsletter erhalten |
    Deseo recibir el boletín | Ontvang onze nieuwsbrief | Agreed to receive marketing emails | Zgoda marketingowa |
    Wishes to receive emails | Yes, I want the newsletter | Newsletter erhalten (ja/nein)`,
  nothing: `Received email | Last email opened | Newsletter topic | Email consent date | Preferred email language | Unsubscribe token |
    Soft bounces | Offer price | Contact email | Wants a call | Direct mail permission`,
}

const MORE_FILES: Record<string, string> = {
  cancelled: `Do not email list.csv | DNC.csv | Abmeldungen Mai.csv | Wypisani.csv | Sperrliste 2024.csv | Optout list.csv | exclusion list.csv
    | liste de désinscription.csv | Lista de exclusión.csv | Robinsonliste.csv | suppression_group_unsubscribes.csv | отписались.csv |
    Afmeldinger.csv | former subscribers.csv | ex-abonnenten.csv | отписавшиеся.csv | leavers.csv | Ehemalige Abonnenten 2024.csv | Anciens abonnés.csv
    | ex-suscriptores.csv | ex iscritti.csv | oud-abonnees.csv | past_members.csv | lapsed.csv | byli subskrybenci.csv | Tidigare prenumeranter.csv
    | 退会者一覧.csv | Бывшие подписчики.csv`,
  bounced: 'hard-bounces.csv | SendGrid bounces.csv | Mailchimp_cleaned.csv',
  complained: 'abuse-complaints.csv | spamtraps.csv',
  nothing: `resubscribed.csv | not unsubscribed.csv | newsletter-subscribers-2024.csv | members.csv | alumni 2024.csv | subscribers-from-past-events.csv | Contacts without unsubscribes.csv`,
}

// Names of files by consent, written down before they were tried.
const FILES_BY_CONSENT: Record<string, string> = {
  inactive: `nonsubscribed_email_audience_export_9f8e7d.csv | not subscribed.csv | not-subscribed-2024.csv | unconfirmed.csv | pending.csv |
    Inaktive Kontakte.csv | Nicht abonniert.csv | no-consent.csv | unactivated.csv | never subscribed.csv | transactional contacts.csv |
    expired.csv | Noch nicht bestätigt.csv | unbestätigte Empfänger.csv | Contacts non inscrits.csv | contacts inactifs.csv |
    Non confirmés.csv | En attente de confirmation.csv | sans consentement.csv | no suscritos.csv | Contactos inactivos.csv |
    pendientes de confirmar.csv | Não inscritos.csv | contatos inativos.csv | sem consentimento.csv | non iscritti.csv | Contatti inattivi.csv |
    In attesa di conferma.csv | senza consenso.csv | niet ingeschreven.csv | Inactieve contacten.csv | nog niet bevestigd.csv | Niezapisani.csv |
    nieaktywni.csv | bez zgody.csv | Oczekujący.csv | 未確認.csv | 仮登録者.csv | ej anmälda.csv | неактивные.csv | klaviyo_never_subscribed_2024.csv |
    Beehiiv inactive subscribers.csv | ActiveCampaign-unconfirmed-contacts.csv | buttondown_unactivated.csv | MailerLite unconfirmed (3).csv |
    constant-contact-awaiting-confirmation.csv | hubspot-non-marketing-contacts.csv | Brevo_not_opted_in.csv | omnisend-nonsubscribed.csv |
    kit-inactive-2024-05-01.csv | Elastic Email NotConfirmed.csv | Shopify customers not subscribed.csv | sendinblue_contacts_ohne_Einwilligung.csv |
    AWeber Pending.csv | opt-in no.csv | consent=no.csv | sem assinatura.csv | inactive not opened 90 days.csv | squarespace-profiles-not-accepting-marketing.csv | listmonk-disabled.csv | Contacts_marketing_false.csv |
    accepts_marketing_no.csv | newsletter-nein.csv | Kunden ohne Newsletter.csv | DOI fehlt.csv | ohne-doi.csv | moosend_inactive.csv | not yet subscribed.csv | nicht Newsletter-Abonnenten.csv | Ohne Anmeldung.csv | double_opt_in_missing.csv | suspended.csv | GetResponse unengaged.csv`,
  cancelled: `gelöschte Kontakte.csv | former subscribers.csv | deleted_contacts.csv | Gesperrte Empfänger.csv | abonnés supprimés.csv | contactos eliminados.csv | contatos
    removidos.csv | contatti eliminati.csv | verwijderde abonnees.csv | usunięci.csv | Kündigungen 2024.csv | Resigned members.csv | Zustimmung entzogen.csv | GDPR erasure requests.csv | trashed contacts.csv`,
  nothing: `active_subscribers.csv | Aktive Kontakte.csv | confirmed-opt-in.csv | non-profit subscribers.csv | pending orders.csv | with consent.csv |
    newsletter_2024_no_duplicates.csv | all contacts.csv | Kontakte ohne Telefon.csv | contacts-not-in-crm.csv | waiting list launch.csv |
    sunset-yoga.csv | abonnés.csv | iscritti-newsletter.csv | Suscriptores activos.csv | webinar-no-shows.csv | Kunden Nr 12.csv | transactions.csv |
    premium subscribers.csv | pending-shipments.csv | expired coupons.csv | never-expires list.csv | non-EU subscribers.csv | not inactive.csv | Contacts without pending.csv | Nu abonnees.csv | la lista suscritos.csv | reactivated.csv | no-reply list.csv | Active_without_tags.csv | subscribers no address.csv`,
}

const listOf = (...tables: Record<string, string>[]) =>
  tables
    .flatMap((table) => Object.entries(table))
    .flatMap(([meaning, list]) => list.split('|').map((one) => [one.trim(), meaning] as const))

test('a word names the state that its product means, and another text none', () => {
  const read = listOf(WORDS, MORE_WORDS).map(([word]) => [word, readWord(word)?.state ?? 'unknown'])
  expect(read).toEqual(listOf(WORDS, MORE_WORDS))
})

test('a header says what a yes in its column means, that it has states or details, or nothing about who may be mailed', () => {
  const read = listOf(HEADERS, MORE_HEADERS).map(([header]) => {
    const kind = headerKind(header)
    return [header, !kind || kind.kind === 'other' ? 'nothing' : kind.kind === 'flag' ? kind.yes : kind.kind]
  })
  expect(read).toEqual(listOf(HEADERS, MORE_HEADERS))
})

test('a file named after subscribers who never agreed is asked about in words of its own', () => {
  const headers = ['Email Address', 'First Name', 'MEMBER_RATING', 'OPTIN_TIME', 'LEID', 'EUID', 'TAGS']
  const rows = [['a@x.co', 'A', '2', '', '12', 'ab', '']]
  const asked = (filename: string) =>
    questionsIn(
      { headers, has_header: true, rows, is_complete: true },
      {
        filename,
        columns: suggestColumns({ has_header: true, headers, rows }, []),
        typed: new Map(),
        options: { state: 'active', has_no_unsubscribes: false },
      },
    ).map(({ message }) => message)
  expect(asked('nonsubscribed_email_audience_export_1a2b3c.csv')).toEqual([
    '“nonsubscribed_email_audience_export_1a2b3c.csv” sounds like a list of subscribers who have not agreed to get emails or no longer get them, and they would become active. Import them as unconfirmed, or confirm that they agreed to get your emails.',
  ])
  expect(asked('cleaned_email_audience_export_1a2b3c.csv')).toEqual([
    '“cleaned_email_audience_export_1a2b3c.csv” sounds like a list of subscribers who bounced, and they would become active. Import them as unsubscribed, or confirm that they agreed to get your emails.',
  ])
  expect(asked('subscribed_email_audience_export_1a2b3c.csv')).toEqual([])
})

test('the name of a file says that its subscribers left or never agreed', () => {
  const names = listOf(FILES, MORE_FILES, FILES_BY_CONSENT)
  expect(names.map(([name]) => [name, stateOfFile(name) ?? 'nothing'])).toEqual(names)
})

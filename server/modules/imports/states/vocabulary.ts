// Words and headers of exports that say whether someone may be emailed. Everything is folded (`fold` in fold.ts): lower case, no accents,
// one space between words. `*` stands for the rest of a word. A word with `~` also has other meanings: it counts in a column whose header
// says that it has states, and does not make a column one.

import type { State } from '../../subscribers/schema.ts'
import { fold } from './fold.ts'
import { OTHER_LANGUAGES } from './other-languages.ts'
import type { Words } from './phrases.ts'

/**
 * Words of products that differ from the languages below. Sources: the products' own help pages on exporting, as they were in 2026, and
 * the exports in `fixtures/`. Products without a line use words of the languages below: MailerLite, Drip, Keila, Moosend, EmailOctopus,
 * AWeber, Flodesk, GetResponse, Loops, Ghost, Substack, Omnisend, Campaign Monitor, Customer.io.
 */
const PRODUCTS: Readonly<Record<string, Words>> = {
  'Kit: "Subscriber states"': { active: '~cold', cancelled: '~cancelled, ~canceled' },
  'Mailchimp: "View or export contacts"': {
    inactive: 'nonsubscribed, non subscribed, ~transactional',
    cancelled: '~archived',
    bounced: '~cleaned',
  },
  'Beehiiv: "Subscriber statuses"': { inactive: '~inactive, ~pending, ~needs attention' },
  'Buttondown: "Subscriber types"': {
    active: '~regular, ~premium, ~gifted, ~trialed, ~churning, ~past due',
    inactive: 'unactivated, ~upcoming, ~paused, ~churned',
    cancelled: '~removed, ~blocked',
    complained: '~spammy',
  },
  'Listmonk: "Subscribers"': { active: '~enabled', inactive: '~disabled', cancelled: 'blocklisted' },
  'Brevo: "Export your contacts"': { cancelled: 'blocklisted, blacklisted, ~blocklist, ~blacklist' },
  'Klaviyo: "Consent states"': { inactive: 'never subscribed', cancelled: 'user suppressed, suppressed' },
  'ActiveCampaign: "Contact statuses"': { active: '~active', inactive: 'unconfirmed, ~any' },
  'Constant Contact: "Email permission statuses"': {
    active: '~express, ~implied, ~explicit',
    inactive: '~awaiting confirmation, ~no permission set, ~not set, ~temp hold',
  },
  'Mailjet and Zoho Campaigns: "Contact status"': { cancelled: '~excluded, do not mail', complained: 'marked as spam' },
  'Sendy and Mautic: "Subscriber status", "Do not contact"': {
    complained: 'marked as spam',
    cancelled: 'do not contact',
  },
  'CleverReach and Rapidmail: recipient states': { cancelled: '~deactivated, ~deleted', complained: '~abused' },
  'Benchmark and SendGrid: suppression groups': {
    cancelled: 'global unsubscribe*, group unsubscribe*',
    bounced: '~invalid email*, ~dropped',
  },
  'HubSpot: "Marketing email subscription", "Marketing contact status"': {
    active: '~marketing contact',
    inactive: '~non marketing contact',
    cancelled: 'opted out, ~ineligible',
    bounced: '~globally bounced',
  },
  'iContact: "Contact statuses"': { active: '~normal' },
  'Shopware: newsletter recipients': { active: '~direct', inactive: '~not set' },
  'Dynamics 365: "Bulk email"': { active: '~allow', cancelled: 'do not allow' },
  'Pipedrive: "Marketing status"': { inactive: '~no consent' },
  'Mailchimp in other languages': {
    bounced:
      '~bereinigt, ~nettoye, ~nettoyee, ~limpiado, ~depurado, ~limpo, ~pulito, ~ripulito, ~opgeschoond, ~wyczyszczon*',
  },
  'MailPoet and Omnisend: subscriber statuses': { bounced: 'bounced', inactive: '~inactive' },
}

/** By language. Source: the interfaces of products in these languages, and `words-by-hand.csv` of the fixtures. */
const LANGUAGES: Readonly<Record<string, Words>> = {
  English: {
    active: `subscrib*, resubscribed, agree*, i agree, consented, ~given, opted in, opt in, optin, optedin, ~confirmed, ~verified, ~valid, ~approved, ~mailable, ~deliverable,
      ~double opt in, ~single opt in, ~ok, ~on, ~running, ~sendable, ~reachable, ~member, ~current, ~accepted, ~granted, ~allowed, ~engaged, ~available, ~consent given, ~consent granted`,
    inactive: `unconfirm*, notsubscribed, nonsubscrib*, unverified, ~awaiting*, ~waiting, ~pending, ~unapproved, ~unengaged, ~snoozed,
      ~sunset, ~dormant, ~paused, ~off, ~on hold, ~unknown permission, ~not confirmed, ~draft, ~expired`,
    cancelled: `unsub, unsubs, unsubscri*, un subscri*, optout*, opt out*, opted out*, optedout*, opting out, do not email*, donotemail, do not mail*,
      donotmail, do not contact*, donotcontact, do not send*, dnc, suppress*, blocklist*, blacklist*, blackliste*, block list*, black list*,
      ~blocked, ~removed, ~deleted, ~erased, ~forgotten, ~banned, ~cancel*, ~archived, ~deactivated, ~withdrawn, ~revoked, ~denied,
      ~declined, ~rejected, ~refused, ~left, ~gone, ~excluded, ~quit, ~signed off, ~muted, no longer subscrib*, exclusion list*, left list, stop, nomail*, no mail*, no email*`,
    bounced: `bounc*, hardbounc*, undeliver*, undelivered, unreachable, ~invalid*, ~cleaned, ~does not exist, ~mailbox not found,
      ~non existent, ~nonexistent, ~dead, ~bad address, ~bad email, ~email bad, ~no longer valid`,
    complained: `complain*, spam*, ~abuse*, ~junk*, feedback loop, fbl`,
  },
  German: {
    active:
      'angemeldet, abonniert, abonnent, abonnentin, eingetragen, ~laufend, ~aktiv, ~aktiviert, ~bestatigt, ~zugestimmt, ~freigegeben',
    inactive:
      'unbestatigt, ~ausstehend, ~inaktiv, ~wartend, ~nicht bestatigt, ~offen, ~schwebend, ~angefragt, ~pausiert',
    cancelled: `abgemeldet*, abmelde*, abmeldung*, abbestell*, ausgetragen, gekundigt, widerruf*, widersprochen, widerspruch*, werbesperre, ~gesperrt, austragung*, werbewiderspr*, sperrliste*, robinsonliste*, keine newsletter, kein newsletter,
      ~deaktiviert, ~geloscht, ~beendet*, ~storniert*, ~entfernt, sperrliste, keine werbung, keine mails, keine e mails, keine email*`,
    bounced: 'unzustellbar*, ~ungultig*, ~unerreichbar, ~nicht zustellbar, zuruckgewiesen, rucklaufer',
    complained: 'beschwerde, beschwert, spamverdacht, ~missbrauch',
  },
  French: {
    active:
      'abonne, abonnee, abonnes, inscrit, inscrite, inscrits, ~actif, ~active, ~confirme, ~confirmee, ~valide, ~consenti, ~en cours',
    inactive: '~en attente, ~inactif, ~inactive, ~non confirme*, ~a confirmer, ~en pause',
    cancelled: `desinscri*, desabonn*, se desinscrire, ~bloque, ~bloquee, ~supprime, ~supprimee, liste noire, oppose, opposition, ~retire,
      ~resilie*, ~annule*, ~refuse, ne pas contacter, ne pas envoyer, ne plus contacter, stop pub`,
    bounced: 'rebond*, ~invalide, ~injoignable, ~non distribue*, npai, ~rejete*, adresse erronee',
    complained: 'plainte*, signale comme spam, ~indesirable, ~abus',
  },
  Spanish: {
    active:
      'suscrito, suscrita, suscripto, suscripta, suscriptor*, suscritos, subscrito, inscrito, alta, ~vigente, ~activo, ~activa, ~confirmado, ~confirmada, ~validado',
    inactive:
      '~pendiente*, ~caducad*, ~vencid*, ~inactivo, ~inactiva, ~sin confirmar, ~no confirmado, ~en espera, ~pausado',
    cancelled: `baja, bajas, de baja, dado de baja, dada de baja, desuscri*, desuscrib*, cancelo, ~cancelado, ~cancelada, ~anulad*, ~rescindid*, ~bloqueado, ~bloqueada,
      ~eliminado, ~eliminada, ~borrado, lista negra, lista de exclusion, no enviar, no contactar, ~excluido`,
    bounced: 'rebot*, rebote*, ~invalid*, ~no valido, ~no valida, ~devuelto, ~no entregable, ~inexistente',
    complained: 'queja*, denuncia*, correo no deseado, ~abuso',
  },
  Portuguese: {
    active: 'inscrito, inscrita, assinante, subscrito, ~ativo, ~ativa, ~confirmado, ~confirmada',
    inactive: '~pendente*, ~expirad*, ~inativo, ~inativa, ~nao confirmado, ~aguardando*, ~pausado',
    cancelled: `descadastr*, desinscri*, desinscrev*, cancelou, ~cancelado, ~cancelada, ~removido, ~removida, ~cancelamento*, ~anulad*, ~bloqueado, ~excluido,
      anulou a subscricao, lista negra, nao enviar, nao contatar, saiu da lista`,
    bounced: 'devolvid*, ~invalido, ~rejeitado, ~inexistente, ~nao entregue',
    complained: 'reclamou, reclamacao, denunciou, ~lixo eletronico, ~abuso',
  },
  Italian: {
    active: 'iscritto, iscritta, iscritti, ~in corso, ~attivo, ~attiva, ~confermato, ~confermata, ~abbonato',
    inactive: '~in attesa, ~inattivo, ~inattiva, ~non confermato, ~da confermare, ~sospeso, ~scadut*',
    cancelled: `disiscri*, cancellat*, disdett*, ~annullat*, ~rimoss*, ~bloccato, ~bloccata, ~eliminato, ~revocat*, lista nera, non inviare,
      non contattare`,
    bounced: 'rimbalz*, ~respinto, ~respinta, ~non valid*, ~inesistente, ~non recapitabile',
    complained: 'segnalato come spam, segnalazione, ~abuso, reclamo',
  },
  Dutch: {
    active: 'ingeschreven, aangemeld, geabonneerd, abonnee, ~lopend, ~actief, ~bevestigd, ~toegestaan',
    inactive: '~in afwachting, ~inactief, ~onbevestigd, ~niet bevestigd, ~wachtend, ~gepauzeerd',
    cancelled:
      'uitgeschreven, afgemeld, uitschrijving*, afmelding*, opgezegd, ~geblokkeerd, ~gestopt, ~verwijderd, ~geannuleerd, ~beeindigd*, ~stopgezet*, niet mailen',
    bounced: 'onbestelbaar, ~ongeldig, ~onbereikbaar, gebounced, ~geweigerd',
    complained: 'klacht*, ongewenst, ~misbruik',
  },
  Polish: {
    active: 'zapisany, zapisana, subskryb*, ~aktywny, ~aktywna, ~aktywne, ~potwierdzony, ~potwierdzona',
    inactive: '~oczekuj*, ~nieaktywn*, ~niepotwierdz*, ~wstrzyman*',
    cancelled:
      'wypisan*, wypisal*, rezygnacj*, zrezygnowa*, odsubskryb*, ~usuniet*, ~zablokowan*, ~anulowan*, ~wypowiedzian*, czarna lista, nie wysylac, ~sprzeciw*',
    bounced: 'odbit*, odrzucon*, ~nieprawidlow*, ~niedostarcz*, zwrot',
    complained: 'skarg*, zgloszon* spam, ~naduzyc*',
  },
  Japanese: {
    active: '購読中*, 登録済*, 配信中*, 有効*, 購読者*, 配信可*, 配信希望*, ~希望する',
    inactive: '仮登録*, 未確認*, 保留*, 未登録*, 未承認*, 休止*',
    cancelled:
      '解除*, 配信停止*, 退会*, 購読停止*, 登録解除*, 購読解除*, 拒否*, 解約*, 削除*, 無効*, 配信不要*, 配信拒否*, オプトアウト*, 停止*, 希望しない*',
    bounced: '不達*, エラー*, 配信エラー*, 宛先不明*, 配信不能*',
    complained: '迷惑*, 苦情*, スパム*',
  },
}

/** Words that a state is one of: with `soft` or `temporary` before it, a bounce says nothing about the address. */
export const PASSING = new Set('soft temporary temporarily transient weak doux suave leve zachte miekki'.split(' '))

export const NEGATIONS = new Set(
  'not non no never nicht kein keine ne pas jamais sin nunca nao sem niet geen nooit nie inte ikke ej aldrig senza mai isnt wasnt ex former formerly previously was не ei nu degil μη δεν לא غير لا'.split(
    ' ',
  ),
)
/** Negations that cannot also be an answer before another word ("no, unsubscribed"). */
export const CLEAR_NEGATIONS = new Set('not nicht pas niet nao inte ikke ej isnt не'.split(' '))

/** Words beside a state that allows email which do not change it. With others, a user decides. */
export const BESIDE_ACTIVE = new Set(
  `✓ ✔ is has been a the yet still ist est e es contact subscriber email emails e mail via by through from to on with and form forms import imported api
   admin manual manually newsletter newsletters list lists all marketing site website page landing single double user customer new by re i`.split(
    /\s+/,
  ),
)

export const YES_WORDS = new Set(
  'true yes y 1 t on x ✓ ✔ checked ✅ ☑ ⭕ ja j wahr oui o vrai si s verdadero sim verdadeiro vero waar tak prawda はい 有 ○ 是 sand sandt sant да evet ano igen kylla da ναι כן نعم 예 co ya ใช่ する 希望する 可 許可'
    .split(' ')
    .map(fold),
)
export const NO_WORDS = new Set(
  'false no n 0 f off unchecked ✗ ✘ ✖ ❌ ☐ nein falsch non faux nao falso nee onwaar nie falsz nej nei いいえ 無 × 否 falsk usant нет ні hayir ne nem ei nu οχι לא لا 아니오 khong tidak ไม่ ไม่ใช่ しない 希望しない 不可 不許可'
    .split(' ')
    .map(fold),
)
/** Frequencies of emails that mean none. */
export const NEVER = new Set('never nie jamais nunca mai nooit aldrig aldri nigdy никогда'.split(' '))
/** Answers of no emails to the question which ones, or how often. */
export const NO_EMAILS = new Set(
  'none keine keiner keinen aucun aucune ninguno ninguna nenhum nenhuma nessuno nessuna geen brak zadne ingen inga inget нет なし'
    .split(' ')
    .map(fold),
)
/** Words behind a yes or a no that do not change it, as in "No, thanks". */
export const POLITE = new Set(
  `please thanks thank you danke bitte gern gerne merci gracias por favor grazie obrigado obrigada tack takk tak dank graag i do don t not agree
   consent accept j accepte acepto accetto aceito`.split(/\s+/),
)
/** Cells of a column of flags or dates that say nothing. */
export const NOTHING = new Set(
  [
    '',
    'none',
    'null',
    'nil',
    'n a',
    'na',
    'undefined',
    'nan',
    'keine',
    'aucun',
    'aucune',
    'ninguno',
    'nenhum',
    'nessuno',
    'geen',
    'brak',
  ].concat(['0000 00 00', '0000 00 00 00 00 00', '0001 01 01', '0001 01 01 00 00 00', '1900 01 01', '00 00 0000']),
)

/** Headers of columns with states. Each word of such a header is one of these, with a word for "state" among them. */
export const STATUS_WORDS = new Set(
  'status statuses state result statut etat estat estado estatus situacao stato stan tilstand tillstand ステータス 状態 状況 配信状態 購読状態 購読ステータス 配信ステータス статус состояние стан durum durumu stav allapot statusz tila stare κατασταση סטטוס מצב حالة الحالة 状态 订阅状态 狀態 상태 구독상태 trang สถานะ stanje olek busena'
    .split(' ')
    .map(fold),
)
/** Words for a subscription: alone, a header with one may have states, plans or something else. */
export const SUBSCRIPTIONS = new Set(
  `subscription subscriptions abonnement abonnements abo abos anmeldung inscription suscripcion suscripciones subscripcion inscripcion assinatura
   assinaturas inscricao subscricao iscrizione iscrizioni abbonamento sottoscrizione inschrijving aanmelding subskrypcja prenumerata abonament
   prenumeration abonnemang подписка підписка abonelik predplatne odber elofizetes tilaus abonare συνδρομη 購読 定期購読 구독 订阅 訂閱`
    .split(/\s+/)
    .map(fold),
)
/** Names of plans, which are also words for subscribers of some products. */
export const PLANS = new Set(['premium', 'regular', 'gifted', 'trialed', 'normal', 'direct', 'member'])
/** A column whose header has only such a word may have other things, such as parts of a country. */
export const BROAD_STATUS_WORDS = new Set('state estado etat stan result'.split(' '))
export const STATUS_QUALIFIERS = new Set(
  `email emails e l d mail mails contact contacts subscriber subscribers subscription subscriptions member members list lists global current marketing
   newsletter newsletters mailing consent permission opt in optin delivery deliverability audience recipient address the de du da do des del der la
   le dell di abonnement abo abonnenten empfanger kontakt contacto contato contatto correo suscripcion inscricao assinatura iscrizione
   inschrijving subskrypcji subskrybenta メール 登録 購読 配信 prenumeration user
   gdpr dsgvo rgpd verification validation zerobounce neverbounce kickbox person people suscriptor suscriptores suscriptora assinantes подписки подписчика рассылки abonelik uyelik odberu 邮件 订阅 구독 이메일 수신 thai`
    .split(/\s+/)
    .map(fold),
)

/** Headers of flags, in which a yes means that someone may be emailed. A column with yes and no is one, others are not. */
export const CONSENT_HEADERS = `subscribed, subscrib*, is subscribed, opt in*, optin*, opted in*, double opt in, newsletter*, accepts marketing,
  accepts email marketing, email marketing, marketing email*, marketing consent*, marketing permission*, consent*, permission*, email permission,
  accepts newsletter, accepts email*, receive email*, receives email*, receive newsletter*, receives newsletter*, wants email*, email ok, ok to email, can email, can be emailed, mailable,
  email allowed, allow email*, email enabled, =enabled, agreed*, =accept, =gdpr, gdpr consent, =active, is active, in list, on list, on mailing list, =mailing list, =emails, email eligible, marketing eligible, contactable, marketable, email notification*, emailable, =reachable,
  agree to marketing, marketing opt in, =marketing, abonniert, angemeldet, abonnent, einwilligung*, zustimmung*, werbeeinwilligung, =aktiv, abonne,
  abonnee, inscrit, inscrite, consentement*, accepte*, recevoir*, optin email, =actif, suscrito, suscrita, consentimiento*, acepta*, =activo, inscrito,
  boletin, consentimento*, aceita*, =ativo, iscritto, iscritta, consenso*, =attivo, ingeschreven, aangemeld, toestemming*, nieuwsbrief*, =actief, zgoda*,
  can contact, may contact, may we email*, may we contact*, can we email*, can we contact*, ok to contact, okay to email, okay to contact,
  lettre d information*, infolettre*, hirlevel*, uutiskirje*, markkinointilupa*, bulten*, рассылк*, подписан*, подписк*, согласие*, ενημερωτικ*,
  zapisany, =aktywny, subskryb*, biuletyn, nyhedsbrev*, nyhetsbrev*, samtykke*, samtycke*, tilmeldt, prenumer*, メルマガ*, 購読*, 配信希望*, 配信許可*,
  オプトイン*, メール受信*, 受信許可*, 受信希望*, =abbonat*, subscrito, subscrita, assinante, abone, doi, mailing list member, gets email*, darf angeschrieben werden, kann angeschrieben werden, kann kontaktiert werden,
  kontaktierbar, kontaktbar, anschreibbar, kontaktfreigabe, contattabile, contactabel,
  mag gemaild worden, subskrypcj*, prihlasen, odber*`
/** The same, in which a no means that someone has not confirmed yet. */
export const CONFIRMED_HEADERS = `confirmed, is confirmed, email confirmed, confirmation, verified, is verified, email verified, bestatigt,
  aktiviert, aktiviert am, confirme, confirmee, confirmado, confirmada, confermato, bevestigd, potwierdzony, bekraeftet, bekraftad, bestatigung, bestatigungsdatum, confirmacion, confirmacao, conferma, bevestiging, potwierdzenia, potwierdzenie,
  activated, is activated`
/** Beginnings of words for a confirmation. */
export const CONFIRMING = `confirm, verif, validat, activat, doi, optin, bestatig, aktivier, conferm, bevestig, geverif, potwierdz, bekraeft, bekraft, bekreft, godkend,
  potvrz, vahvist, megerosit, onay, dogrul, подтвержд, підтвердж, επιβεβαι, 確認, 認証, 확인, 确认, 驗證, 验证`
/** With one of these beside a confirmation, a yes means that it is missing. Beginnings of words, or whole ones with `=`. */
export const MISSING = `pending, await, waiting, need, requir, missing, lacks, outstanding, ausstehend, steht, offen, erforderlich, wartet, attente, attend, requis, manqu, pendiente,
  pendente, falta, requiere, attesa, =da, manca, richiest, aguard, espera, exige, wacht, vereist, nodig, ontbreekt, oczekuj, czeka, wymag, brak,
  afvent, venter, mangler, vantar, saknas, krav, ceka, odottaa, bekle, gerekli, ожида, требу, нужн, очіку, 待ち, 必要, 대기, 待`
/** Words for someone who has not confirmed. */
export const UNCONFIRMED = `unconfirm, unverif, unvalidat, unactivat, unbestatig, nepotvrz, neoveren, niepotwierdz, niezweryfik, onbevestig, ongeverif, obekraft, ubekraeft, ubekreft,
  vahvistamat, inconferm, неподтвержд, непідтвердж, 未確認, 未認証, 未承認, 仮登録, 미확인, 未确认, 未验证, 未驗證`

/** Headers of flags and dates of subscribers who left, besides the words for these states. */
export const LEFT_HEADERS: Partial<Record<State, string>> = {
  cancelled: `email disabled, emails disabled, disable email*, disabled, deactivated*, email blacklisted, no newsletter, exclude*, no marketing,
    canceled at, forgotten, austritt*, abmeldedatum, abgemeldet am, date de desinscription, fecha de baja,
    data cancellazione, datum uitschrijving, mailingsperre*, mailsperre*, versandsperre*, is deleted, is removed, is archived, is blocked, is banned, deaktiviert*, do not allow*, do not bulk*, don t email*, dont email*, don t contact*, dont contact*,
    don t send*, marketing suspended, email suspended, emails suspended, remocao*, removal*, removed on, remove from*, take off*, taken off*, refuse email*, refuses email*, refuses newsletter*, object to*, objects to*, without newsletter*,
    withdrew consent, consent withdraw*, consent revoked*, consent denied*, withdrawal of consent, revoked consent, not interested*, unsubscription*, 配信停止*, 退会*, not subscribed, not opted in`,
  inactive: 'on hold',
  bounced: 'clean time, cleaned*, hard bounce*, invalid*',
  complained: 'abuse*, junk*, spam report*',
}
/** The same, in which a no means that the address does not work. */
export const WORKING_HEADERS =
  'email valid, email is valid, valid email*, is valid email, =valid, email deliverable, =deliverable'
/** Other channels: a phone number that may not be called says nothing about email. */
export const OTHER_CHANNELS = new Set(
  'sms mms phone mobile whatsapp push call calls telefon tel telefono telephone post postal fax direct telegram messenger viber line web'.split(
    ' ',
  ),
)
/** With one of these, a header names a detail of leaving and not that someone left. */
export const DETAILS = new Set(
  `reason reasons campaign campaigns title id ids ip source comment comments note notes method message code type page other explanation
   grund motif motivo raison powod reden orsak arsag 理由`.split(/\s+/),
)
/** With one of these, a header says nothing about the subscriber. */
export const UNRELATED = new Set(
  `url urls link links href count counts number total rate token hash key lien enlace anzahl cantidad liczba tier plan level price fee length
   preferences interests score language lang`.split(/\s+/),
)

/** All words, by state. */
export const WORDS: readonly { state: State; pattern: string; is_weak: boolean }[] = [
  ...Object.values(PRODUCTS),
  ...Object.values(LANGUAGES),
  ...Object.values(OTHER_LANGUAGES),
].flatMap((words) =>
  Object.entries(words).flatMap(([state, list]) =>
    patternsOf(list).map((pattern) => ({
      state: state as State,
      pattern: pattern.replace('~', ''),
      is_weak: pattern.startsWith('~'),
    })),
  ),
)

export function patternsOf(list: string): string[] {
  return list
    .split(',')
    .map((one) => one.trim().replaceAll(/\s+/g, ' '))
    .filter((one) => one !== '')
}

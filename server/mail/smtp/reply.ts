import { findAbsent, findUnknown, isForNow, namesSender, saysClosed, saysFull } from '../absence/absent.ts'
import { findMissingDomain } from '../absence/missing-domain.ts'
import { namesOnlySender } from '../absence/named.ts'
import type { OutgoingMessage, SendResult, SendStage } from '../transport.ts'

/**
 * The subject of a refusal, and its consequences:
 *
 * | class                 | speaks about                                | message             | subscriber                 |
 * | --------------------- | ------------------------------------------- | ------------------- | -------------------------- |
 * | `mailbox_unknown`     | an address that does not exist              | fails               | bounces                    |
 * | `mailbox_unavailable` | a mailbox that is full, disabled or moved   | fails; 4xx: retried | stays (a soft bounce)      |
 * | `message_refused`     | this message: its size or its form          | fails; 4xx: retried | stays                      |
 * | `sender_refused`      | us: IP, domain, policy, quota, relay, auth  | stays queued        | stays; a few in a row stop |
 * | `temporary`           | nothing lasting: greylisting, a busy server | retried             | stays                      |
 *
 * A 5xx reply that names neither a mailbox nor the message counts as `sender_refused`: in doubt no subscriber is lost.
 */
export type ReplyClass = 'mailbox_unknown' | 'mailbox_unavailable' | 'message_refused' | 'sender_refused' | 'temporary'

/** A reply of 400 or more. `response` is the whole text, code included. */
export interface Refusal {
  stage: SendStage
  code: number
  response: string
  envelope: Envelope
}

type Envelope = OutgoingMessage['envelope']

/** Applies the table above. The first matching rule decides, from the most to the least certain. */
export function classifySmtpReply({ stage, code, response, envelope }: Refusal): ReplyClass {
  const text = withoutAddresses(response)
  const status = enhancedStatus(response)
  // At the greeting, the sign-in and MAIL FROM, the server does not know the recipient yet. MAIL FROM contains the message's size.
  if (stage !== 'recipient' && stage !== 'message') {
    return stage === 'sender' && isTooLarge(text, status) ? 'message_refused' : 'sender_refused'
  }
  // `<our address>: user unknown` is about us, whatever else the text contains.
  if (namesOnlySender(response, envelope) && code >= 500 && !isTooLarge(text, status)) return 'sender_refused'
  // A status about the sender counts, whatever domain the text names.
  if (status && isOurs(status)) return 'sender_refused'
  const missing = findMissingDomain(response, envelope.to)
  if (missing === 'sender') return 'sender_refused'
  if (missing === 'recipient' && code >= 500 && status?.subject !== 7) return 'mailbox_unknown'
  const refusal = { code, text, status, is_about_us: ABOUT_US.test(text) }
  if (code < 500) return classifyTemporary(refusal)
  const about = classifyPermanent(refusal)
  return about === 'mailbox_unknown' && isForNow(text.toLowerCase()) ? 'mailbox_unavailable' : about
}

/** Returns whether the address or the message was refused. A server that refuses us may accept the message later. */
export const isRefusedForGood = (result: SendResult, envelope: Envelope): boolean =>
  result.kind === 'rejected' && classifySmtpReply({ ...result, envelope }) !== 'sender_refused'

/** Returns whether a 4xx reply asks every new sender to come back later. It says nothing about other recipients. */
export const isGreylisting = (response: string): boolean => GREYLISTED.test(response)

/** Subject and detail of an enhanced status code (RFC 3463): 1 and 10 in `5.1.10`. */
interface Status {
  subject: number
  detail: number
}

interface ReadRefusal {
  code: number
  text: string
  status: Status | undefined
  is_about_us: boolean
}

function classifyTemporary({ text, status, is_about_us }: ReadRefusal): ReplyClass {
  if (isFull(text, status)) return 'mailbox_unavailable'
  if (GREYLISTED.test(text) || (status?.subject === 2 && status.detail > 0)) return 'temporary'
  return status?.subject === 7 || is_about_us ? 'sender_refused' : 'temporary'
}

function classifyPermanent({ code, text, status, is_about_us }: ReadRefusal): ReplyClass {
  if (isFull(text, status)) return 'mailbox_unavailable'
  const names_user = UNKNOWN_USER.test(text) && !ABOUT_OUR_ADDRESS.test(text)
  switch (status?.subject) {
    case 1:
      // 5.1.0 means that an address is wrong, but not whose; 5.1.4 that it is ambiguous; 5.1.5 that it is valid.
      if (!is_about_us)
        return isProof(status) || names_user || REFUSED_ADDRESS.test(text) ? 'mailbox_unknown' : 'mailbox_unavailable'
      // "Too many bad recipients" means that we are slowed down; "user unknown, access denied" that this message is lost.
      return names_user && !HAS_REASON.test(text) ? 'mailbox_unavailable' : 'sender_refused'
    case 2:
      if (status.detail === 3) return 'message_refused'
      return status.detail < 2 && is_about_us && !UNAVAILABLE_MAILBOX.test(text)
        ? 'sender_refused'
        : 'mailbox_unavailable'
    case 6:
      return is_about_us ? 'sender_refused' : 'message_refused'
    case 7:
      // Some receivers report "No such user" with 5.7.1. That is not about us, and not certain enough for a bounce.
      return names_user && !is_about_us ? 'mailbox_unavailable' : 'sender_refused'
    case undefined:
      if (names_user && !is_about_us)
        return code === 550 || NO_ACCOUNT.test(text) ? 'mailbox_unknown' : 'mailbox_unavailable'
      break
    default:
      // Exchange Online replies 5.4.1 for recipients that are not in its directory.
      if (status?.subject === 4 && status.detail === 1 && DIRECTORY_BLOCK.test(text)) return 'mailbox_unavailable'
      if (names_user && !is_about_us) return 'mailbox_unavailable'
  }
  if (isTooLarge(text, status)) return 'message_refused'
  if (is_about_us) return 'sender_refused'
  return UNAVAILABLE_MAILBOX.test(text) ? 'mailbox_unavailable' : 'sender_refused'
}

/** 5.1.7 to 5.1.9 are about the sender (RFC 3463); 5.1.20 and 5.1.90 about its headers and its daily quota (Exchange Online). */
const OUR_DETAILS: ReadonlySet<number> = new Set([7, 8, 9, 20, 90])

const isOurs = ({ subject, detail }: Status): boolean => subject === 1 && OUR_DETAILS.has(detail)

/** Returns whether an enhanced status code, such as 5.1.8, is about the sender. */
export const isSenderStatus = (code: string): boolean => isOurs(statusOf(code))

/** Returns whether an enhanced status code, such as 5.7.1, is about a policy, and so proves nothing about the recipient. */
export const isPolicyStatus = (code: string): boolean => statusOf(code).subject === 7

function statusOf(code: string): Status {
  const [, subject = 0, detail = 0] = code.split('.').map(Number)
  return { subject, detail }
}

/** Details that mean that the recipient's mailbox or domain is wrong. Exchange's have three digits. */
const PROOF_DETAILS: ReadonlySet<number> = new Set([1, 2, 3, 6, 10])

const isProof = ({ subject, detail }: Status): boolean => subject === 1 && (PROOF_DETAILS.has(detail) || detail >= 100)

/**
 * Returns whether an enhanced status code of class 5, such as 5.1.1, is proof that the recipient's mailbox or domain is wrong.
 */
export const isProofStatus = (code: string): boolean => code.startsWith('5.') && isProof(statusOf(code))

const isFull = (text: string, status: Status | undefined): boolean =>
  !OUR_QUOTA.test(text) && ((status?.subject === 2 && status.detail === 2) || FULL.test(text))

const isTooLarge = (text: string, status: Status | undefined): boolean =>
  TOO_LARGE.test(text) || (status?.subject === 3 && status.detail === 4)

/**
 * Removes email addresses, quoted user names and the paths of URLs, which may read like a reason (`policy@example.net`, `"policy"`, `?ip=`). The
 * host of a URL stays, because it may be one.
 */
const withoutAddresses = (response: string): string =>
  response
    .replace(/"[\w.+-]{1,64}"/g, '""')
    .replace(/[^\s<>()"',;]+/g, withoutAddress)
    .replace(/(https?:\/\/[^\s/]{1,254})\/\S*/gi, '$1')

function withoutAddress(word: string): string {
  const at = word.indexOf('@')
  if (at < 1) return word
  // Characters before the address in the same word: `to=<ann@example.net>`, `mailto:ann@example.net`.
  const begin = 1 + Math.max(...[...':=[]'].map((sign) => word.lastIndexOf(sign, at)))
  return begin < at ? word.slice(0, begin) : word
}

/** Returns the status after the code, as in RFC 2034, else in the form of qmail (`(#5.1.1)`), else anywhere except in an IP address. */
function enhancedStatus(response: string): Status | undefined {
  const found =
    /^\d{3}[ -]?#?[45]\.(\d{1,3})\.(\d{1,3})(?![.\d])/.exec(response) ??
    /#[45]\.(\d{1,3})\.(\d{1,3})(?![.\d])/.exec(response) ??
    /(?<![.\d])[45]\.(\d{1,3})\.(\d{1,3})(?![.\d])/.exec(response)
  return found ? { subject: Number(found[1]), detail: Number(found[2]) } : undefined
}

interface Pattern {
  test(text: string): boolean
}

/** Combines many patterns. Each is small enough to be proven linear. */
const any = (...patterns: Pattern[]): Pattern => ({
  test: (text: string) => patterns.some((pattern) => pattern.test(text)),
})

/**
 * Returns a pattern that matches if `second` begins at most `distance` characters after an end of `first`, which must be global.
 */
const near = (distance: number, first: RegExp, second: RegExp): Pattern => ({
  test: (text) =>
    [...text.matchAll(first)].some(({ 0: found, index }) => {
      const begin = index + found.length
      const at = text.slice(begin, begin + distance + MAX_SECOND).search(second)
      return at >= 0 && at <= distance
    }),
})

const MAX_SECOND = 30

// Texts that receivers are known to use; smtp-reply.test.ts has the replies.

const GREYLISTED = any(
  /thread limit/i,
  /gr[ae]y[- ]?list/i,
  /please try again in \d/i,
  /first time sender/i,
  /not yet authorized/i,
)

const OUR_QUOTA = any(
  /\b(?:daily|hourly|sending|outgoing|outbound|message|submission|relay|sender) (?:\w+ )?(?:quota|limit)/i,
  /per (?:day|hour|minute)/i,
  /your (?:\w+ )?(?:quota|account)/i,
)

const FULL = any(
  /\b(?:mailbox|inbox|account|mail ?drop|user|recipient|maildir|mailfolder)\b.{0,40}\b(?:full|over ?quota|out of (?:storage|space))/i,
  /\bover ?quota\b/i,
  /quota (?:has been |is )?exceeded/i,
  /exceed(?:s|ed|ing)? (?:\w+ ){0,3}(?:quota|storage)/i,
  /full mailbox/i,
  /not enough (?:storage|disk|space)/i,
  /insufficient (?:mailbox|disk) /i,
  { test: (text) => saysFull(text.toLowerCase()) },
)

/** Yahoo's phrase for an address that does not exist, sent with 554 after the message. */
const NO_ACCOUNT = any(/\b(?:does(?:n't| not)|do not) have an?\b.{0,20}\baccount/i)

const UNKNOWN_USER = any(
  NO_ACCOUNT,
  /\b(?:no such|unknown|invalid|not a valid|non-?existent|nonexisting|unrecogni[sz]ed|bad) (?:\w+ ){0,2}(?:users?|mailbox|recipients?|accounts?|address|person|alias|customer|inbox|domain user)\b/i,
  near(
    50,
    /\b(?:users?|mailbox|recipients?|accounts?|address|addressee|alias|customer|inbox|person)\b/gi,
    /\b(?:unknown|not found|not exist|doesn't exist|no longer (?:exists?|available|valid|on server)|not known|not listed|not here|undeliverable|unrouteable|is invalid|not (?:a )?valid|not a known|terminated|not have an)\b/i,
  ),
  /\bno (?:mailbox|user|one|recipient|account)\b.{0,20}\b(?:here|by that name|with that name|such|exists)\b/i,
  /not our customer/i,
  /unrouteable address/i,
  /recip(?:ient)?notfound/i,
  /destinataire(?:s)? invalide/i,
  // Some servers send umlauts in their own encoding.
  /empf.{1,2}nger (?:\w+ )?unbekannt/i,
  { test: (text) => findAbsent(text.toLowerCase())?.about === 'mailbox' },
)

const NAMES_SENDER: Pattern = {
  test: (text) => namesSender(text.toLowerCase()) || findUnknown(text.toLowerCase())?.about === 'sender',
}

/** "User unknown" about our sending address. */
const ABOUT_OUR_ADDRESS = any(NAMES_SENDER, /\bheaders?\b/i, /\breplyto\b/i)

/** IronPort's phrase for an address that does not exist. */
const REFUSED_ADDRESS = /address rejected/i

const UNAVAILABLE_MAILBOX = any(
  near(
    60,
    /\b(?:mailbox|inbox|account|user|recipient)\b/gi,
    /\b(?:unavailable|disabled|inactive|suspended|locked|deactivated|discontinued|moved|not active|closed|not local|cannot be delivered)/i,
  ),
  /not local/i,
  /recipient address rejected(?!: *\w)/i,
  /recipient (?:address )?(?:verify|verification) failed/i,
  { test: (text) => saysClosed(text.toLowerCase()) },
)

const DIRECTORY_BLOCK = any(/recipient address rejected: access denied/i)

const TOO_LARGE = any(
  /too (?:large|big|long)/i,
  /(?:message|mail|e-?mail) (?:file )?size/i,
  /size (?:limit|exceed)/i,
  /exceeds? (?:\w+ ){0,4}size/i,
  /larger than/i,
  /malformed/i,
  /invalid header/i,
  /not rfc ?\d+ compliant/i,
  /bare (?:lf|cr|linefeed)/i,
)

/** Words of a refusal that give no reason. */
const REFUSED = any(/not allowed|not permitted|not accept(?:ed|able)(?! -- )|den(?:y|ied)/i)

/** Reasons that are about us. */
const HAS_REASON = any(
  // Lists and reputation.
  /\bblock/i,
  /black ?list|deny ?list|\blisted (?:at|by|in|on)\b|\bbanned\b|\b(?:dns|s)?[rbp]bl\b|\bdnsbl/i,
  /spamhaus|\bsorbs\b|uceprotect|spamcop|barracuda|abuseat|\bcbl\b|senderscore|invaluement|backscatter/i,
  /reputation|poor score|\babus(?:e|ive)|suspicious|complaint|unsolicited|\bspam|\bjunk|\bbulk|phish|virus|malware|\bbounce rate/i,
  // Policy and permission.
  /polic(?:y|ies)|prohibit|forbidden|unauthori[sz]ed|not authori[sz]ed|violat|content rejected|mail reje|access control/i,
  /servi(?:c|s)e (?:refuse|is not available|not available|unavailable)|no smtp service/i,
  // Relay, rates and quotas.
  /\brelay(?! recipient table)|rcpthosts/i,
  /\brates?\b|throttl|too many|too much|too fast|frequen(?:cy|t)|limit(?:s|ed)? (?:exceed|reached)|exceed(?:ed|s)? (?:\w+ ){0,4}(?:limit|rate|threshold)|\bquota\b|\bdaily\b|\bhourly\b|per (?:day|hour)/i,
  // Authentication and encryption.
  /\bspf\b|\bdkim\b|\bdmarc\b|authenticat|\bauth\b|starttls|\btls\b|\bssl\b|encrypt|certificate|credentials|log ?in|signature|\barc\b/i,
  /\byour (?:\w+ )?account|permission/i,
  // Our sending host.
  /\bptr\b|reverse (?:dns|lookup|name)|\brdns\b|\bhelo\b|\behlo\b|\bclient\b|host network|hostname/i,
  /\byour (?:ip|host|server|network|domain|isp|country|email server|mail ?server)\b|\bip(?: address|[ =:]|\b.{0,20}\d+\.\d)|\b(?:sending|source|connecting) (?:ip|host|server|domain|mta)/i,
  // Our address. GMX writes "mailbox unavailable" before it.
  /spoof|impersonat|invalid dns mx/i,
  NAMES_SENDER,
  // Codes of NetEase for any of these reasons.
  /\b(?:DT|MI|HL|RP|MX|IP|EN|SP):[A-Z]{2,4}\b/i,
)

const ABOUT_US = any(REFUSED, HAS_REASON)

/** Returns whether a reply gives a reason that is about us: a list, a policy, a rate, authentication, our address. */
export const namesReason = (response: string): boolean => HAS_REASON.test(withoutAddresses(response))

/**
 * The cause of a refusal of the sender (`sender_refused`). `host`: our address is on a block list, so every account is refused.
 * `content`: the text of the message, so another server would refuse it too. `sender`: the rest: the account's address, its
 * domain, relaying.
 */
export type RefusalCause = 'host' | 'content' | 'sender'

const CONTENT = [
  /\bspam(?!haus|cop)(?:my|ming)?\b|\bjunk\b|phish|virus|malware|infected|suspicious (?:content|link|url)/i,
  /\bcontent\b|message (?:rejected|refused) (?:as|under|due)|\burls?\b.{0,20}\b(?:listed|block)|attachment/i,
]
const HOST = [
  /block ?list|black ?list|deny ?list|\blisted (?:at|by|in|on)\b|\bdnsbl|\b(?:dns|s)?[rbp]bl\b/i,
  /spamhaus|\bsorbs\b|uceprotect|spamcop|barracuda|abuseat|\bcbl\b|senderscore|invaluement|backscatter/i,
  /\b(?:client|connecting|sending|your) (?:host|ip|server|mta|network)\b/i,
  /\bip(?: address)? (?:\S{1,60} )?(?:is |was |has been )?(?:block|bann|reject|denied)/i,
  /\bblocked .{0,20}\bip\b/i,
  /reverse (?:dns|lookup)|\brdns\b|\bptr\b/i,
]

export function refusalCause(response: string): RefusalCause {
  if (HOST.some((pattern) => pattern.test(response))) return 'host'
  return CONTENT.some((pattern) => pattern.test(response)) ? 'content' : 'sender'
}

import { domainOf } from '../../../lib/text/email-address.ts'

// Receivers that serve several domains from the same servers, and so limit these domains together.
const GROUPS: Record<string, readonly string[]> = {
  'gmail.com': ['gmail.com', 'googlemail.com'],
  'outlook.com': [
    'outlook.com',
    'hotmail.com',
    'live.com',
    'msn.com',
    'passport.com',
    'windowslive.com',
    'outlook.de',
    'outlook.fr',
    'outlook.es',
    'outlook.it',
    'outlook.jp',
    'outlook.com.br',
    'hotmail.co.uk',
    'hotmail.fr',
    'hotmail.de',
    'hotmail.es',
    'hotmail.it',
    'hotmail.nl',
    'hotmail.be',
    'hotmail.com.br',
    'live.co.uk',
    'live.fr',
    'live.de',
    'live.nl',
    'live.it',
    'live.be',
    'live.ca',
    'live.com.au',
    'live.dk',
    'live.se',
    'live.no',
  ],
  'yahoo.com': [
    'yahoo.com',
    'ymail.com',
    'rocketmail.com',
    'myyahoo.com',
    'aol.com',
    'aim.com',
    'yahoo.co.uk',
    'yahoo.fr',
    'yahoo.de',
    'yahoo.es',
    'yahoo.it',
    'yahoo.ca',
    'yahoo.com.br',
    'yahoo.com.au',
    'yahoo.com.mx',
    'yahoo.co.in',
    'yahoo.in',
    'yahoo.com.ar',
    'yahoo.ie',
    'yahoo.gr',
    'yahoo.ro',
    'yahoo.pl',
    'aol.de',
    'aol.fr',
    'aol.co.uk',
    'verizon.net',
    'netscape.net',
    'sky.com',
    'frontier.com',
    'att.net',
    'sbcglobal.net',
    'bellsouth.net',
  ],
  'icloud.com': ['icloud.com', 'me.com', 'mac.com'],
  'gmx.net': [
    'gmx.net',
    'gmx.de',
    'gmx.at',
    'gmx.ch',
    'gmx.com',
    'gmx.us',
    'gmx.co.uk',
    'gmx.fr',
    'web.de',
    'mail.com',
    'email.com',
  ],
  't-online.de': ['t-online.de', 'magenta.de'],
  'comcast.net': ['comcast.net', 'xfinity.com'],
  'orange.fr': ['orange.fr', 'wanadoo.fr'],
  'free.fr': ['free.fr', 'freesbee.fr', 'aliceadsl.fr'],
  'laposte.net': ['laposte.net'],
  'libero.it': ['libero.it', 'inwind.it', 'iol.it', 'blu.it', 'virgilio.it'],
  'mail.ru': ['mail.ru', 'inbox.ru', 'list.ru', 'bk.ru', 'internet.ru'],
  'yandex.ru': ['yandex.ru', 'yandex.com', 'ya.ru', 'yandex.kz', 'yandex.by'],
  'qq.com': ['qq.com', 'foxmail.com'],
  '163.com': ['163.com', '126.com', 'yeah.net'],
}

const GROUP_OF = new Map(Object.entries(GROUPS).flatMap(([name, domains]) => domains.map((domain) => [domain, name])))

/**
 * Default messages per second per transport, unless TRANSPORTS overrides them, for receivers that slow down or defer faster senders. Other
 * domains have no limit, and their replies slow us down (see `BackOffs`).
 */
const DEFAULT_RATES: Readonly<Record<string, number>> = {
  'gmail.com': 50,
  'outlook.com': 25,
  'yahoo.com': 25,
  'icloud.com': 10,
  'gmx.net': 10,
  't-online.de': 5,
  'comcast.net': 5,
  'orange.fr': 3,
  'free.fr': 3,
  'laposte.net': 3,
  'libero.it': 5,
  'mail.ru': 10,
  'yandex.ru': 10,
  'qq.com': 5,
  '163.com': 5,
}

/** JSON object from each domain that shares servers with others to its receiver, for statements that group by receiver. */
export const RECEIVER_OF_DOMAIN = JSON.stringify(Object.fromEntries(GROUP_OF))

/** Returns the receiver of an address: its domain, or the first domain of the group that shares its servers. */
export function receiverOf(email_address: string): string {
  const domain = domainOf(email_address)
  return GROUP_OF.get(domain) ?? domain
}

/** Returns the messages per second that a transport may send to a receiver; null: no limit. */
export function rateOf(receiver: string, configured: Readonly<Record<string, number>>): number | null {
  return (configured[receiver] ?? DEFAULT_RATES[receiver] ?? 0) || null
}

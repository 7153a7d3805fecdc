import type { Role } from '../core/context.ts'
import { CULTURES, familyNames, givenNames } from './content/names.ts'
import { numbers } from './random.ts'

// Owners of an instance's accounts, and their teams.

const DAYS = 730
const DAY_MS = 86_400_000

const SUBJECTS =
  `Field Notes|Kitchen Table|The Slow Web|Woodshop Weekly|Morning Pages|Small Gardens|Trail Report|Color Theory|Analog Sound
  |Sourdough Club|Pocket Astronomy|Postcards from the Coast|Paper & Ink|The Reading Room|Bike Commute|Film on Film|Quiet Software|Mending Circle
  |Tide Tables|Second Spring`
    .split('|')
    .map((subject) => subject.trim())
const TIME_ZONES = ['Europe/Oslo', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'America/Sao_Paulo', 'UTC']

interface PlannedUser {
  name: string
  email: string
  role: Role
  joined_at: Date
  is_verified: boolean
}

export interface PlannedAccount {
  name: string
  time_zone: string
  created_at: Date
  owner: PlannedUser
  team: PlannedUser[]
}

/** One account of this many has a member with the role. */
const TEAM = { editor: 3, admin: 8, viewer: 9 } as const

/** Plans accounts. The same seed at the same time plans the same accounts. */
export function planAccounts({
  accounts,
  random_seed,
  now,
}: {
  accounts: number
  random_seed: number
  now: Date
}): PlannedAccount[] {
  const draw = numbers(random_seed, 'instance')
  return Array.from({ length: accounts }, (_, n) => {
    // More accounts each month.
    const age = Math.floor(DAYS * (1 - Math.sqrt(draw())) * DAY_MS)
    const created_at = new Date(+now - age)
    const member = (role: Role, joined_at: Date): PlannedUser & { given: string } => {
      const { name, given, address } = drawUser(draw)
      const email = `${address}.${role === 'owner' ? '' : `${role}.`}${random_seed}.${n}@creators.example`
      return { name, given, email, role, joined_at, is_verified: role === 'owner' || n % 7 > 0 }
    }
    const owner = member('owner', created_at)
    const team = Object.entries(TEAM)
      .filter(([, every]) => (n + 1) % every === 0)
      .map(([role]) => member(role as Role, new Date(+now - age * draw())))
    const subject = SUBJECTS[n % SUBJECTS.length]
    // If a subject repeats, the owner's name distinguishes the accounts.
    const name = n < SUBJECTS.length ? `${subject}` : `${subject} by ${owner.given}`
    return { name, time_zone: pick(draw, TIME_ZONES), created_at, owner, team }
  })
}

function drawUser(draw: () => number): { name: string; given: string; address: string } {
  const culture = pick(draw, CULTURES)
  const { given, given_ascii } = pick(draw, givenNames(culture))
  const family = pick(draw, familyNames(culture))
  // Family names are stored in ASCII, as in addresses, which does not fit names in other scripts.
  const name = /^\p{Script=Latin}+$/u.test(given) ? `${given} ${FAMILY[family] ?? capitalized(family)}` : given
  return { name, given, address: `${given_ascii}.${family}` }
}

const pick = <T>(draw: () => number, items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const FAMILY: Record<string, string> = {
  oconnor: 'O’Connor',
  deluca: 'De Luca',
  benali: 'Ben Ali',
  elamrani: 'El Amrani',
  moller: 'Möller',
  mueller: 'Müller',
  nystrom: 'Nyström',
  garcia: 'García',
  lopez: 'López',
  perez: 'Pérez',
  gomez: 'Gómez',
  sanchez: 'Sánchez',
  yilmaz: 'Yılmaz',
  dvorak: 'Dvořák',
  horvat: 'Horvat',
}

/** Most users were active recently, some never again. `$1` are the accounts, `$2` is the time. */
export const SIGN_INS = `
  insert into session (id, user_id, account_id, ip, user_agent, created_at, last_seen_at)
  select gen_random_uuid(), m.user_id, m.account_id, '198.51.100.' || 1 + r.n % 250, b.name,
    greatest(m.created_at, $2::timestamptz - interval '20 days'), greatest(m.created_at, $2::timestamptz - r.n % 15000 * interval '1 minute')
  from membership m cross join lateral (select hashint4(m.user_id) & 65535 as n) r
    join unnest(array[
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
    ]) with ordinality as b(name, no) on b.no = 1 + r.n % 3
  where m.account_id = any ($1::int[]) and r.n % 9 > 0`

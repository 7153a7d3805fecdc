import { isbot } from 'isbot'
import { database } from '../../../db/client.ts'
import type { Expired } from '../../../db/purge.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'
import { utmOf } from '../../../lib/text/utm.ts'

// Counts views and sign-ups of forms in this process; every few seconds one statement adds the counts to the rows of the day. Forms are
// counted by public id, so a view needs no query.

/** Why a sign-up was not accepted. `step left`: extra steps that were shown but not completed. */
export type Blocked = 'hidden field' | 'too fast' | 'step left'

interface Count {
  uid: string
  kind: 'total' | 'source' | 'page' | 'blocked'
  version: string
  value: string
  views: number
  sign_ups: number
  blocked: number
}

/** Maximum counts between two writes, because sources and ids can be forged. */
const MAX_COUNTS = 20_000
/** Maximum different sources of a form, version and day, and pages of a form and day. Others are counted under an empty value. */
const MAX_VALUES = 100
const MAX_VALUE_LENGTH = 200
const MAX_UID_LENGTH = 64

const counted = processSingleton('visits of forms', () => ({ counts: new Map<string, Count>() }))

/** The page with the form, and the page the visitor came from, as sent by the browser. */
export interface Visit {
  page: string | null
  came_from: string | null
  /** The version in a test, such as `b3`. */
  version: string
}

/** Counts a visitor's view. Programs that identify themselves are not counted. */
export function countView(uid: string, visit: Visit, user_agent: string | null): void {
  if (uid.length > MAX_UID_LENGTH || !user_agent || isbot(user_agent)) return
  addVisit(uid, visit, 'views')
}

export const countSignUp = (uid: string, visit: Visit): void => addVisit(uid, visit, 'sign_ups')

/** Counts a rejected sign-up. -1 undoes one. */
export const countBlocked = (uid: string, value: Blocked, by: 1 | -1 = 1): void =>
  add({ uid, kind: 'blocked', version: '', value, views: 0, sign_ups: 0, blocked: by })

function addVisit(uid: string, { page, came_from, version }: Visit, what: 'views' | 'sign_ups'): void {
  const one = { uid, version: '', value: '', views: 0, sign_ups: 0, blocked: 0, [what]: 1 }
  const of_test = /^[ab][1-9]\d{0,4}$/.test(version) ? version : ''
  add({ ...one, kind: 'total', version: of_test })
  add({ ...one, kind: 'source', version: of_test, value: sourceOf(page, came_from) })
  add({ ...one, kind: 'page', value: pageOf(page) })
}

function add(count: Count): void {
  const { uid, kind, version, value, views, sign_ups, blocked } = count
  const key = JSON.stringify([uid, kind, version, value])
  const known = counted.counts.get(key)
  if (known) {
    known.views += views
    known.sign_ups += sign_ups
    known.blocked += blocked
  } else if (counted.counts.size < MAX_COUNTS) counted.counts.set(key, count)
}

/** The source of visitors without a known origin. */
export const DIRECT = 'Direct'

/** Returns the campaign's source, else the linking host. */
function sourceOf(page: string | null, came_from: string | null): string {
  const { source } = utmOf(page)
  if (source) return storedValue(source.toLowerCase())
  const from = came_from ? URL.parse(came_from) : null
  const isElsewhere = from && /^https?:$/.test(from.protocol) && from.host !== URL.parse(page ?? '')?.host
  return isElsewhere ? storedValue(from.host.replace(/^www\./, '')) : DIRECT
}

/** Host and path only, because queries contain personal data. */
function pageOf(page: string | null): string {
  const url = URL.parse(page ?? '')
  return url && /^https?:$/.test(url.protocol) ? storedValue(`${url.host}${url.pathname.replace(/\/$/, '')}`) : ''
}

const storedValue = (text: string) => text.replaceAll('\0', '').slice(0, MAX_VALUE_LENGTH).toWellFormed()

/** Adds this process's counts to the current day in each account's time zone. Counts that cannot be written wait for the next call. */
export async function writeFormCounts(now: Date): Promise<void> {
  const { counts } = counted
  counted.counts = new Map()
  if (counts.size === 0) return
  try {
    // In a fixed order, so statements of two processes do not deadlock. Drops unknown ids, and versions of other tests.
    await database().pool.query(
      `with given as (
         select f.account_id, f.id as form_id, ($2::timestamptz at time zone a.time_zone)::date as day, v.kind, v.value, v.views, v.sign_ups, v.blocked,
           case when f.test_started_at is not null and v.version in ('a' || f.test_number, 'b' || f.test_number)
             then v.version else '' end as version
         from jsonb_to_recordset($1::jsonb) as v(uid text, kind text, version text, value text, views int, sign_ups int, blocked int)
           join form f on f.uid = v.uid join account a on a.id = f.account_id
       ), kept as (
         select g.*, g.kind not in ('source', 'page') or exists (select from form_count c
             where c.account_id = g.account_id and c.form_id = g.form_id and c.day = g.day and c.kind = g.kind
               and c.version = g.version and c.value = g.value)
           or row_number() over (partition by g.account_id, g.form_id, g.kind, g.version order by g.views + g.sign_ups desc, g.value)
             + (select count(*) from form_count c where c.account_id = g.account_id and c.form_id = g.form_id
                 and c.day = g.day and c.kind = g.kind and c.version = g.version) <= ${MAX_VALUES} as has_room
         from given g
       )
       insert into form_count as c (account_id, form_id, day, kind, version, value, views, sign_ups, blocked)
       select account_id, form_id, day, kind, version, case when has_room then value else '' end,
         sum(views), sum(sign_ups), sum(blocked)
       from kept group by 1, 2, 3, 4, 5, 6 order by 1, 2, 4, 5, 6
       on conflict (account_id, form_id, day, kind, version, value) do update set views = c.views + excluded.views,
         sign_ups = c.sign_ups + excluded.sign_ups, blocked = c.blocked + excluded.blocked`,
      [JSON.stringify([...counts.values()]), now],
    )
  } catch (error) {
    for (const count of counts.values()) add(count)
    throw error
  }
}

const WRITE_MS = 5_000

/** Writes this process's counts every few seconds. Returns a function that stops it after a last write. */
export function startFormCounts(now: () => Date): () => Promise<void> {
  // During an outage the counts stay in this process.
  const write = () => writeFormCounts(now()).catch(() => undefined)
  const timer = setInterval(() => void write(), WRITE_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return write()
  }
}

/** Two years and a month, so two years can be compared. */
export const EXPIRED_FORM_COUNTS: readonly Expired[] = [
  { table: 'form_count', where: 'day < $1::date', kept_days: 760 },
]

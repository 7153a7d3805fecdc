import { systemPool } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import { translate } from '../../../db/errors.ts'
import { ONE_PLAN } from '../../../db/statements/one-plan.ts'
import { JointWrites } from '../../../lib/concurrency/joint-writes.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'
import { type Hit, TRAP_LINK } from './evidence.ts'
import type { MessageRef } from './tokens.ts'

/** A request for an image or a link, stored until it is settled. */
export interface NewHit extends MessageRef, Hit {
  /** Target of a link whose URL differs per subscriber. */
  url: string | null
}

/** `url`: the stored link's. Null: the image and the hidden link. */
export interface StoredHit {
  is_stored: boolean
  url: string | null
}

const MAX_IN_SET = 500
/** Maximum number of hits waiting for a slow database. Each keeps its request open, so more are refused. */
export const MAX_WAITING = 20 * MAX_IN_SET
/** Seconds. */
const RETRY_AFTER = 5

/** Hits of all accounts share a queue: an email opened by thousands needs one connection. */
const hits = processSingleton('opens and clicks', () => new JointWrites(storeHits, { most: MAX_IN_SET }))

/** Stores a hit, except a click on an unknown link. Resolves at the commit. Throws unavailable while too many wait. */
export async function storeHit(hit: NewHit): Promise<StoredHit> {
  if (hits.waiting >= MAX_WAITING)
    throw new AppError('unavailable', ['The service is temporarily unavailable. Try again in a moment'], RETRY_AFTER)
  return hits.add(hit)
}

async function storeHits(set: readonly NewHit[]): Promise<StoredHit[]> {
  const column = <Value>(of: (hit: NewHit) => Value) => set.map(of)
  const { rows } = await systemPool()
    .query<StoredHit>(STORE, [
      column(({ account_id }) => account_id),
      column(({ mail_id }) => mail_id),
      column(({ subscriber_id }) => subscriber_id),
      column(({ link_number }) => link_number),
      column(({ url }) => url),
      column(({ evidence }) => evidence),
      column(({ user_agent }) => user_agent),
      column(({ occurred_at }) => occurred_at),
    ])
    .catch((error: unknown) => {
      throw translate(error)
    })
  return rows
}

const STORE = `${ONE_PLAN}
  with found as (
    select h.*, l.url as link_url, h.link_number is null or h.link_number = ${TRAP_LINK} or l.url is not null as is_stored
    from unnest($1::int[], $2::int[], $3::bigint[], $4::int[], $5::text[], $6::text[], $7::text[], $8::timestamptz[]) with ordinality
        as h(account_id, mail_id, subscriber_id, link_number, url, evidence, user_agent, occurred_at, n)
      left join link l on l.account_id = h.account_id and l.mail_id = h.mail_id and l.number = h.link_number
  ), stored as (
    insert into engagement_hit (account_id, mail_id, subscriber_id, link_number, url, evidence, user_agent, occurred_at)
    select account_id, mail_id, subscriber_id, link_number, url, evidence, user_agent, occurred_at from found where is_stored order by n
  )
  select is_stored, link_url as url from found order by n`

import { systemCtx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { spellingsOf } from '../../../lib/text/email-address.ts'
import type { State } from '../schema.ts'
import { lockSubscribers } from '../state/soft-bounces.ts'
import { suppressAddresses } from '../state/suppression.ts'
import { deleteSubscribers } from '../write/delete.ts'
import { findMisspelled, type Misspelled, type Slice } from './find.ts'
import { moveRows } from './move-rows.ts'

/** One mailbox that is two subscribers. */
export interface Pair {
  account_id: number
  canonical: string
  subscribers: { id: number; email_address: string; state: State }[]
}

/** Returns the pairs of all accounts, or of one. There are few: each needs an address that was stored in two forms. */
export async function findPairs({ account_id }: { account_id?: number | undefined } = {}): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let after: { account_id: number; id: number } | null = { account_id: 0, id: 0 }; after; ) {
    const { found, last }: Slice = await findMisspelled({ after, account_id: account_id ?? null })
    for (const [of_account, rows] of Map.groupBy(found, (row) => row.account_id))
      pairs.push(...(await pairsOf(of_account, rows)))
    after = last
  }
  // A form whose spellings were read in two slices is found twice.
  return [...new Map(pairs.map((pair) => [`${pair.account_id} ${pair.canonical}`, pair])).values()]
}

async function pairsOf(account_id: number, rows: readonly Misspelled[]): Promise<Pair[]> {
  const canonical_of = new Map(
    rows.flatMap(({ canonical, email_address }) =>
      [...spellingsOf(canonical), email_address].map((spelling) => [spelling, canonical] as const),
    ),
  )
  const subscribers = await systemCtx(account_id).sql.rows<Pair['subscribers'][number]>(
    `select id, email_address, state from subscriber where account_id = $1 and email_address = any ($2::text[]) order by id`,
    [[...canonical_of.keys()]],
  )
  const groups = Map.groupBy(subscribers, ({ email_address }) => canonical_of.get(email_address) ?? email_address)
  return [...groups].flatMap(([canonical, of_form]) =>
    of_form.length > 1 ? [{ account_id, canonical, subscribers: of_form }] : [],
  )
}

/** The state that wins: no one is emailed after leaving. */
const RANK: Record<State, number> = { complained: 4, cancelled: 3, bounced: 2, active: 1, inactive: 0 }

/**
 * Makes one subscriber of a pair: the one with the state that wins, the older one of two with the same. It gets what only the other has:
 * taggings, values, enrollments, messages, purchases, notes. Returns false, and changes nothing, while a message to the other is queued or
 * if a subscriber has changed since.
 */
export function mergePair({ account_id, canonical, subscribers }: Pair): Promise<boolean> {
  return write(systemCtx(account_id), async (tx) => {
    const ids = subscribers.map(({ id }) => id)
    const locked = await lockSubscribers(tx, { ids })
    if (subscribers.some(({ id, email_address }) => locked.get(id) !== email_address)) return false
    const states = await tx.sql.rows<{ id: number; state: State }>(
      'select id, state from subscriber where account_id = $1 and id = any ($2::bigint[]) order by id',
      [ids],
    )
    const [kept, ...gone] = states.sort((a, b) => RANK[b.state] - RANK[a.state])
    if (!kept) return false
    const gone_ids = gone.map(({ id }) => id)
    // Messages queued for one may have reached the mailbox as the other.
    if (await hasQueued(tx, [kept.id, ...gone_ids])) return false
    for (const id of gone_ids) await mergeInto(tx, { kept_id: kept.id, id })
    await deleteSubscribers(tx, { ids: gone_ids })
    await tx.sql.run('update subscriber set email_address = $3, updated_at = $4 where account_id = $1 and id = $2', [
      kept.id,
      canonical,
      tx.now(),
    ])
    if (kept.state === 'bounced' || kept.state === 'complained')
      await suppressAddresses(tx, {
        email_addresses: [canonical],
        reason: kept.state === 'bounced' ? 'hard_bounce' : 'complaint',
        source: 'merge',
      })
    return true
  })
}

const hasQueued = async (tx: Tx, ids: readonly number[]): Promise<boolean> =>
  (await tx.sql.one(
    `select 1 from delivery where account_id = $1 and subscriber_id = any ($2::bigint[]) and state = 'queued' limit 1`,
    [ids],
  )) !== undefined

async function mergeInto(tx: Tx, { kept_id, id }: { kept_id: number; id: number }): Promise<void> {
  await moveRows(tx, { from: id, to: kept_id })
  await tx.sql.run(
    `update subscriber k set fields = g.fields || k.fields, first_name = coalesce(k.first_name, g.first_name),
       created_at = least(k.created_at, g.created_at), tracking_disabled = k.tracking_disabled or g.tracking_disabled,
       paused_until = greatest(k.paused_until, g.paused_until), updated_at = $4
     from subscriber g where k.account_id = $1 and k.id = $2 and g.account_id = $1 and g.id = $3`,
    [kept_id, id, tx.now()],
  )
}

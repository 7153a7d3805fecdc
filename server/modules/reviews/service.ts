import type { Ctx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { iso, isoSql } from '../../core/wire.ts'
import type { Tx } from '../../core/write/write.ts'
import { CLAIM_MINUTES, type ClaimView, type EntryAction, type EntryView, type ReviewItem } from './schema.ts'

// Claims, notes and decisions about an item. Their rows belong to the developer's account, so each function gets a context of that account.

const CLAIM = `select c.user_id, coalesce(u.name, u.email, 'Someone') as by, c.expires_at
  from review_claim c left join users u on u.id = c.user_id
  where c.account_id = $1 and c.kind = $2 and c.item_id = $3 and c.expires_at > $4`

interface Claim {
  user_id: number
  by: string
  expires_at: Date
}

const readClaim = (ctx: Ctx, { kind, id }: ReviewItem) => ctx.sql.one<Claim>(CLAIM, [kind, id, ctx.now()])

/** Returns who is reviewing the item, or null. */
export async function findClaim(ctx: Ctx, item: ReviewItem, user_id: number): Promise<ClaimView | null> {
  const claim = await readClaim(ctx, item)
  return claim ? { by: claim.by, is_own: claim.user_id === user_id, expires_at: iso(claim.expires_at) } : null
}

/** Claims an item for half an hour, or extends the user's claim. Throws conflict while another administrator has it. */
export async function claimItem(tx: Tx, item: ReviewItem, user_id: number): Promise<void> {
  const now = tx.now()
  const claimed = await tx.sql.one(
    `insert into review_claim as c (account_id, kind, item_id, user_id, claimed_at, expires_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, kind, item_id) do update
       set user_id = excluded.user_id, claimed_at = excluded.claimed_at, expires_at = excluded.expires_at
       where c.user_id = excluded.user_id or c.expires_at <= excluded.claimed_at
     returning 1`,
    [item.kind, item.id, user_id, now, new Date(+now + CLAIM_MINUTES * 60_000)],
  )
  if (!claimed) throw conflict(await takenText(tx, item))
}

/** Ends the user's claim. Returns whether there was one. */
export async function releaseItem(tx: Tx, { kind, id }: ReviewItem, user_id: number): Promise<boolean> {
  const released = await tx.sql.one(
    'delete from review_claim where account_id = $1 and kind = $2 and item_id = $3 and user_id = $4 returning 1',
    [kind, id, user_id],
  )
  return released !== undefined
}

const takenText = async (tx: Tx, item: ReviewItem): Promise<string> =>
  `${(await readClaim(tx, item))?.by ?? 'Another administrator'} is reviewing this. Ask them, or wait until their claim ends.`

/** A decision's entry in the history. */
export interface Decided {
  action: Exclude<EntryAction, 'note'>
  text: string
  snapshot?: unknown
}

/** Stores a decision and ends the claim. Throws conflict while another administrator reviews the item. */
export async function recordDecision(tx: Tx, item: ReviewItem, user_id: number, decided: Decided): Promise<void> {
  const claim = await readClaim(tx, item)
  if (claim && claim.user_id !== user_id) throw conflict(await takenText(tx, item))
  await addEntry(tx, item, { ...decided, user_id })
  await tx.sql.run('delete from review_claim where account_id = $1 and kind = $2 and item_id = $3', [
    item.kind,
    item.id,
  ])
}

/** Adds a note or a decision to the history of an item. */
export async function addEntry(
  tx: Tx,
  { kind, id }: ReviewItem,
  { action, text, snapshot, user_id }: { action: EntryAction; text: string; snapshot?: unknown; user_id: number },
): Promise<void> {
  await tx.sql.run(
    `insert into review_entry (account_id, kind, item_id, action, text, snapshot, author_id, author, created_at)
     select $1, $2, $3, $4, $5, $6::jsonb, u.id, u.email, $8 from users u where u.id = $7`,
    [kind, id, action, text, snapshot === undefined ? null : JSON.stringify(snapshot), user_id, tx.now()],
  )
}

/** Returns the data stored with the latest approval, or undefined before the first. */
export async function lastApproval(ctx: Ctx, { kind, id }: ReviewItem): Promise<unknown> {
  const row = await ctx.sql.one<{ snapshot: unknown }>(
    `select snapshot from review_entry where account_id = $1 and kind = $2 and item_id = $3 and action = 'approved'
     order by id desc limit 1`,
    [kind, id],
  )
  return row?.snapshot ?? undefined
}

/** Lists notes and decisions, newest first. */
export const listEntries = (ctx: Ctx, { kind, id }: ReviewItem, paging: PageQuery): Promise<Page<EntryView>> =>
  keysetPage<EntryView>(ctx.sql, paging, {
    name: 'review-entries',
    view: `t.id, t.action, t.text, coalesce(u.name, t.author) as author, ${isoSql('t.created_at')} as created_at
        from (select) one left join users u on u.id = t.author_id`,
    from: 'review_entry t',
    where: ['t.account_id = $1', 't.kind = $2', 't.item_id = $3'],
    values: [kind, id],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })

import { type Ctx, systemCtx } from '../../../core/context.ts'
import { evidenceOf, TRAP_LINK, type Visitor } from './evidence.ts'
import { requestSettling } from './request-settling.ts'
import { type MessageRef, readClickToken, readTrackingToken } from './tokens.ts'

// A request is stored and answered. A job counts it a few seconds later, when it shows whether a machine made it (settle.ts).

/** Stores an open. Ignores a token that we did not sign. */
export async function trackOpen(token: string, visitor: Visitor): Promise<void> {
  const ref = readTrackingToken(token)
  if (!ref) return
  const ctx = systemCtx(ref.account_id)
  await ctx.sql.run(
    `insert into engagement_hit (account_id, mail_id, subscriber_id, link_number, evidence, user_agent, occurred_at)
     values ($1, $2, $3, null, $4, $5, $6)`,
    hitOf(ctx, ref, visitor, 'image'),
  )
  await requestSettling(ctx)
}

/**
 * Stores a click and returns the URL to redirect to: the stored link. Returns undefined for an unknown link, and for the hidden link
 * that only machines follow.
 */
export async function trackClick(token: string, number: number, visitor: Visitor): Promise<string | undefined> {
  const ref = readTrackingToken(token)
  return ref && storeClick({ ...ref, number, target: null }, visitor)
}

/** The same for a link whose URL is signed into the token, because it differs per subscriber. */
export async function trackPersonalClick(token: string, visitor: Visitor): Promise<string | undefined> {
  const click = readClickToken(token)
  if (!click) return undefined
  await storeClick(click, visitor)
  return click.target
}

async function storeClick(
  click: MessageRef & { number: number; target: string | null },
  visitor: Visitor,
): Promise<string | undefined> {
  const ctx = systemCtx(click.account_id)
  const found = await ctx.sql.one<{ url: string | null }>(STORE_CLICK, [
    ...hitOf(ctx, click, visitor, 'link'),
    click.number,
    click.target,
    TRAP_LINK,
  ])
  if (found) await requestSettling(ctx)
  return found?.url ?? undefined
}

const STORE_CLICK = `
  with target as (
    select url from link where account_id = $1 and mail_id = $2 and number = $7
    union all select null where $7::int = $9::int
  ), stored as (
    insert into engagement_hit (account_id, mail_id, subscriber_id, link_number, url, evidence, user_agent, occurred_at)
    select $1, $2, $3, $7, $8, $4, $5, $6 from target
  )
  select url from target`

const hitOf = (ctx: Ctx, { mail_id, subscriber_id }: MessageRef, visitor: Visitor, kind: 'image' | 'link') => [
  mail_id,
  subscriber_id,
  evidenceOf(visitor, kind),
  visitor.user_agent?.toWellFormed().replaceAll('\0', '').slice(0, 300) ?? null,
  ctx.now(),
]

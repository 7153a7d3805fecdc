import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import type { DomainEvent } from '../../core/events/events.ts'
import { isoSql } from '../../core/wire.ts'
import type { Tx } from '../../core/write/write.ts'
import { publicUrlSql } from '../posts/view.ts'
import type { SendPlan, Version } from './plan-schema.ts'
import type { Broadcast, BroadcastStatus, Excluded, SubscriberFilter } from './schema.ts'

const LIGHT = `t.id, t.publication_id, ${isoSql('t.created_at')} as created_at, t.subject, t.preview_text, t.description,
  t.public, ${isoSql('t.published_at')} as published_at, ${isoSql('t.send_at')} as send_at, t.status, t.thumbnail_alt,
  t.thumbnail_url`

// Until sending starts, a sender or layout that was not chosen follows the account's defaults.
const heavy = () => `t.content,
  (select ${publicUrlSql('p')} from post p where p.account_id = t.account_id and p.publication_id = t.publication_id) as public_url,
  coalesce(t.email_address, (select a.email_address from sending_address a
    where a.account_id = t.account_id and a.is_default order by a.id limit 1)) as email_address,
  (select json_build_object('id', e.id, 'name', e.name) from email_template e
    where e.account_id = t.account_id and (e.id = t.email_template_id or (t.email_template_id is null and e.is_default))
    order by e.id limit 1) as email_template,
  coalesce(t.subscriber_filter, '[{"all":[{"type":"all_subscribers"}]}]') as subscriber_filter`

/** The API columns of a broadcast, over `broadcast t`. */
export const broadcastColumns = (slim: boolean) => (slim ? LIGHT : `${LIGHT}, ${heavy()}`)

export async function readBroadcast(ctx: Ctx, { id }: { id: number }): Promise<Broadcast> {
  const row = await ctx.sql.one<Broadcast>(
    `select ${broadcastColumns(false)} from broadcast t where t.account_id = $1 and t.id = $2`,
    [id],
  )
  if (!row) throw notFound()
  return row
}

/** SQL of `paused_by` over `broadcast t`. */
export const PAUSED_BY = `case when t.stopped_by is not null then
  coalesce((select coalesce(nullif(u.name, ''), u.email) from users u where u.id = t.stopped_by), 'A former member') end as paused_by`

/** The stored row. */
export interface StoredBroadcast {
  id: number
  status: BroadcastStatus
  subject: string | null
  preview_text: string | null
  content: string | null
  /** Markup removed from the content at the last save. */
  left_out: string[]
  send_at: Date | null
  stopped_at: Date | null
  undo_until: Date | null
  email_template_id: number | null
  email_address: string | null
  reply_to_address: string | null
  subscriber_filter: SubscriberFilter | null
  excluded: Excluded | null
  tracking_disabled: boolean
  plan: SendPlan | null
  versions: Version[] | null
  resend_of: number | null
}

/** Reads and locks the row until the transaction ends, so a job and a creator cannot change it at the same time. */
export const lockBroadcast = (tx: Tx, { id }: { id: number }) => readRow(tx, id, 'for update')
/** Reads the row without a lock. */
export const readStored = (ctx: Ctx, { id }: { id: number }) => readRow(ctx, id, '')

async function readRow(ctx: Ctx, id: number, locking: 'for update' | ''): Promise<StoredBroadcast> {
  const row = await ctx.sql.one<StoredBroadcast>(
    `select id, status::text, subject, preview_text, content, left_out, send_at, stopped_at, undo_until, email_template_id, email_address,
       reply_to_address, subscriber_filter, excluded, tracking_disabled, plan, versions, resend_of
     from broadcast where account_id = $1 and id = $2 ${locking}`,
    [id],
  )
  if (!row) throw notFound()
  return row
}

/** The event data of a broadcast, without its content. */
export async function broadcastEvent(ctx: Ctx, id: number): Promise<DomainEvent['broadcast.sent']> {
  const { publication_id, created_at, subject, preview_text, description, published_at, send_at, status, ...rest } =
    await readBroadcast(ctx, { id })
  return {
    broadcast: {
      id,
      publication_id,
      created_at,
      subject,
      preview_text,
      description,
      public: rest.public,
      published_at,
      send_at,
      status,
    },
  }
}

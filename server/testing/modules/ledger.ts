import type { Ctx } from '../../core/context.ts'

const DAY_MS = 86_400_000

export const daysAgo = (ctx: Ctx, days: number) => new Date(+ctx.now() - days * DAY_MS)

/** Creates a sent broadcast with links and an empty ledger. */
export async function sentMail(ctx: Ctx, { subject = 'News', urls = [] as string[] } = {}) {
  const { account_id } = ctx
  const broadcast = await ctx.db.broadcast.create({ data: { account_id, subject, status: 'completed' } })
  const mail = await ctx.db.mail.create({
    data: { account_id, kind: 'broadcast', broadcast_id: broadcast.id, started_at: ctx.now(), completed_at: ctx.now() },
  })
  const links = new Map<string, number>()
  for (const [i, url] of urls.entries()) {
    const link = await ctx.db.link.create({ data: { account_id, mail_id: mail.id, number: i + 1, url } })
    links.set(url, link.id)
  }
  return { broadcast_id: broadcast.id, mail_id: mail.id, links }
}

export interface Reading {
  mail_id: number
  subscriber_id: number
  sent_at: Date
  bounced?: boolean
  /** Times of the opens. */
  opens?: Date[]
  clicks?: { link_id: number; at: Date }[]
  machine_opens?: Date[]
}

/** Adds one row to a ledger with its events, as sending and tracking would. */
export async function deliver(ctx: Ctx, reading: Reading): Promise<void> {
  const { mail_id, subscriber_id, sent_at, bounced = false, opens = [], clicks = [], machine_opens = [] } = reading
  const { account_id } = ctx
  const delivery = await ctx.db.delivery.create({
    data: {
      account_id,
      mail_id,
      subscriber_id,
      state: 'sent',
      sent_at,
      bounced_at: bounced ? sent_at : null,
      opens: opens.length,
      opened_at: opens[0] ?? null,
      last_opened_at: opens.at(-1) ?? null,
      clicks: clicks.length,
      clicked_at: clicks[0]?.at ?? null,
      last_clicked_at: clicks.at(-1)?.at ?? null,
    },
  })
  const event = { account_id, mail_id, subscriber_id, delivery_id: delivery.id }
  await ctx.db.engagement.createMany({
    data: [
      ...opens.map((at) => ({ ...event, kind: 'open' as const, occurred_at: at })),
      ...machine_opens.map((at) => ({ ...event, kind: 'open' as const, occurred_at: at, is_machine: true })),
      ...clicks.map(({ link_id, at }) => ({ ...event, kind: 'click' as const, link_id, occurred_at: at })),
    ],
  })
}

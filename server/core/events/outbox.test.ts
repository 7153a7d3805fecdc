import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { upsertSubscriber } from '../../modules/subscribers/service.ts'
import { tagSubscriber } from '../../modules/tags/one-statement.ts'
import { createTag } from '../../modules/tags/service.ts'
import { testAccount } from '../../testing/account.ts'
import { subscribeTo } from '../../testing/events.ts'
import type { Ctx } from '../context.ts'
import { ENVELOPE_BYTES } from './outbox.ts'

const EVENT = `select id, type, data, created_at, kept_until from webhook_event where account_id = $1`
const QUEUED = `select event_ids[1] as id, type, data, leaves_at as created_at from webhook_outbox where account_id = $1`

async function oneEvent(ctx: Ctx) {
  await subscribeTo(ctx.account_id, ['tag.created'])
  await createTag(ctx, { name: 'Beta' })
  const [event, ...others] = await ctx.sql.rows<{ id: number; created_at: Date }>(QUEUED)
  expect(others).toEqual([])
  return event
}

test('a single event is one row of the outbox, and becomes an event when it leaves', async () => {
  const { ctx, account_id } = await testAccount()
  const event = await oneEvent(ctx)
  expect(event).toMatchObject({ type: 'tag.created', data: { tag: { name: 'Beta' } } })
  expect(await ctx.sql.rows(EVENT)).toEqual([])
  await unscoped().webhookOutbox.deleteMany({ where: { account_id } })
  const kept_until = new Date(+(event?.created_at ?? 0) + 33 * 86_400_000)
  expect(await ctx.sql.rows(EVENT)).toEqual([{ ...event, kept_until }])
})

test('the size of a single event is that of its JSON, also of JSON that is stored compressed', async () => {
  const { ctx, account_id } = await testAccount()
  const tag = await createTag(ctx, { name: 'Größe' })
  const first_name = 'Ü'.repeat(255)
  const subscriber = await upsertSubscriber(ctx, { email_address: 'ada@example.net', first_name })
  await subscribeTo(account_id, ['tag.created', 'subscriber.tag_added'])
  await createTag(ctx, { name: 'x'.repeat(200) })
  await tagSubscriber(ctx, { tag_id: tag.value.id, id: subscriber.value.id })
  const sizes = await ctx.sql.rows(
    `select type, sizes[1] - octet_length(data::text) as envelope_bytes from webhook_outbox where account_id = $1 order by id`,
  )
  expect(sizes).toEqual([
    { type: 'tag.created', envelope_bytes: ENVELOPE_BYTES },
    { type: 'subscriber.tag_added', envelope_bytes: ENVELOPE_BYTES },
  ])
})

test('deleting an account deletes its events in the outbox', async () => {
  const { ctx, account_id } = await testAccount()
  await oneEvent(ctx)
  await unscoped().account.delete({ where: { id: account_id } })
  expect([...(await ctx.sql.rows(QUEUED)), ...(await ctx.sql.rows(EVENT))]).toEqual([])
})

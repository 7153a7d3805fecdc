import { expect, test } from 'vitest'
import { sequenceFixture } from '../../../testing/modules/sequences.ts'

// Tests the effect on enrolled subscribers when emails are published, moved or withdrawn.

test('publishing the first email sends it to all subscribers waiting for it, who have not completed before', async () => {
  const { at, call, email, join, replan, progress } = await sequenceFixture(2)
  const first = await email({ published: false, delay_value: 0 })
  await join()
  expect(await at('2026-01-20T11:00:00Z')).toEqual([])
  expect(await progress()).toMatchObject({ state: 'active', next_at: null })
  await call(`PUT /emails/${first}`, { published: true })
  await replan()
  expect(await at('2026-01-20T11:00:01Z')).toEqual(['Day one to subscriber1', 'Day one to subscriber2'])
})

test('an email inserted before the next one is sent when it is late, and skipped when the subscriber is past its position', async () => {
  const { at, email, join, replan, progress } = await sequenceFixture(1)
  await email({ position: 2 })
  await email({ subject: 'Far', position: 9, delay_value: 30 })
  await join()
  await at('2026-01-15T11:00:00Z')
  await email({ subject: 'Behind', position: 1 })
  await replan()
  expect(await at('2026-01-18T11:00:00Z')).toEqual([])
  expect(await progress()).toMatchObject({ next_at: '2026-02-14T11:00:00.000Z' })
  await email({ subject: 'Before', position: 5 })
  await replan()
  expect(await at('2026-01-18T15:00:00Z')).toEqual(['Before to subscriber1'])
  // Thirty days after the last sent email.
  expect(await progress()).toMatchObject({ next_at: '2026-02-17T11:00:00.000Z' })
})

test('an email moved behind a subscriber who received it is not sent again', async () => {
  const { at, call, email, join, replan } = await sequenceFixture(1)
  const first = await email()
  await email({ subject: 'Day two' })
  await join()
  await at('2026-01-15T11:00:00Z')
  await call(`PUT /emails/${first}`, { position: 7 })
  await replan()
  expect(await at('2026-01-16T11:00:00Z')).toEqual(['Day two to subscriber1'])
  expect(await at('2026-03-16T11:00:00Z')).toEqual([])
})

test('a deleted or withdrawn email is skipped, also for messages that are already enqueued', async () => {
  const { ctx, at, call, email, join, replan, progress, sink } = await sequenceFixture(1)
  const [deleted, withdrawn] = [await email(), await email({ subject: 'Withdrawn' })]
  await email({ subject: 'Last', delay_value: 2 })
  await join()
  await call(`DELETE /emails/${deleted}`)
  await call(`PUT /emails/${withdrawn}`, { published: false })
  await replan()
  expect(await at('2026-01-15T11:00:00Z')).toEqual([])
  sink.behavior.onRecipient = () => ({ code: 451, text: '4.3.2 later' })
  expect(await at('2026-01-16T11:00:00Z')).toEqual([])
  const [{ id = 0 } = {}] = await ctx.db.sequenceEmail.findMany({ where: { subject: 'Last' } })
  expect((await call(`DELETE /emails/${id}`)).status).toBe(204)
  sink.behavior.onRecipient = () => undefined
  expect(await at('2026-01-17T11:00:00Z')).toEqual([])
  expect(await ctx.db.delivery.findMany({ where: {} })).toMatchObject([{ state: 'excluded', reason: 'aborted' }])
  expect(await progress()).toMatchObject({ state: 'completed' })
})

test('with hold, subscribers stay at the end and receive new emails', async () => {
  const { at, email, join, replan, progress } = await sequenceFixture(1, { hold: true })
  await email()
  await join()
  await at('2026-01-15T11:00:00Z')
  expect(await progress()).toMatchObject({ state: 'active', next_at: null })
  await email({ subject: 'New' })
  await replan()
  expect(await at('2026-01-20T07:00:00Z')).toEqual(['New to subscriber1'])
})

test('with repeat, subscribers who completed can start again, and others continue where they are', async () => {
  const { call, ids, at, email, join, progress } = await sequenceFixture(1, { repeat: true })
  await email()
  await email({ subject: 'Day two' })
  await join()
  await at('2026-01-15T11:00:00Z')
  expect((await call(`POST /subscribers/${ids[0]}`)).status).toBe(200)
  expect(await at('2026-01-16T11:00:00Z')).toEqual(['Day two to subscriber1'])
  expect(await progress()).toMatchObject({ state: 'completed' })
  expect(await join()).toMatchObject([{ created: true }])
  expect(await progress()).toMatchObject({ state: 'active', run: 2, next_at: '2026-01-17T11:00:00.000Z' })
  expect(await at('2026-01-17T11:00:00Z')).toEqual(['Day one to subscriber1'])
  expect(await at('2026-01-18T11:00:00Z')).toEqual(['Day two to subscriber1'])
  expect((await call('GET ?include=stats')).body.sequence.stats.recipients).toBe(4)
  await call('PUT', { repeat: false })
  expect((await call(`POST /subscribers/${ids[0]}`)).status).toBe(200)
  expect(await at('2026-02-18T11:00:00Z')).toEqual([])
})

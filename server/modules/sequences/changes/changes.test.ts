import { expect, test } from 'vitest'
import { Budget } from '../../../lib/concurrency/budget.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { sequenceFixture } from '../../../testing/modules/sequences.ts'
import { createSegment } from '../../segments/service.ts'
import type { ChangeAction, ChangeSource } from '../change-schema.ts'
import { applyChange } from './apply.ts'

// Adding, restarting and removing sets: the preview says exactly what the change then does.

/** Five subscribers: two in the sequence past the first email, one who completed, two outside of whom one has unsubscribed. */
async function members() {
  const fixture = await sequenceFixture(0)
  const { ctx, account, id: sequence_id, email, join, at } = fixture
  await email()
  await email({ subject: 'Two', delay_value: 3 })
  const ids = await addSubscribers(account, 5)
  const [a = 0, b = 0, done = 0, outside = 0, left = 0] = ids
  await join([done])
  await at('2026-01-15T11:00:00Z')
  await at('2026-01-18T11:00:00Z')
  await join([a, b])
  await at('2026-01-19T11:00:00Z')
  await api(`POST /v4/subscribers/${left}/unsubscribe`, key(account), {})
  const { tag } = (await api('POST /v4/tags', key(account), { name: 'All' })).body
  for (const id of ids) await api(`POST /v4/tags/${tag.id}/subscribers/${id}`, key(account), {})
  const calls = dashboard(account).sequences
  const run = async (action: ChangeAction, source: ChangeSource) => {
    const preview = await calls.previewChange({ sequence_id, action, source })
    const { id } = await calls.requestChange({ sequence_id, action, source })
    await applyChange(ctx, { id })
    const [row] = await calls.changes({ sequence_id })
    expect(row).toMatchObject({ id, action, state: 'completed', changed: preview.changed, total: preview.matched })
    return preview
  }
  const rows = async () =>
    Object.fromEntries(
      (await ctx.db.enrollment.findMany({ where: { sequence_id } })).map(
        ({ subscriber_id, state, run, last_position }) => [Number(subscriber_id), `${state} ${run} ${last_position}`],
      ),
    )
  return { ...fixture, calls, run, rows, tag, a, b, done, outside, left }
}

test('a tag is added to a sequence: those in it keep their position, and those who cannot be sent email stay out', async () => {
  const { run, rows, tag, a, b, done, outside, calls, id: sequence_id } = await members()
  expect(await run('add', { kind: 'tag', id: tag.id })).toMatchObject({
    matched: 5,
    changed: 1,
    inactive: 1,
    underway: 2,
    over: 1,
    first_subject: 'Day one',
    is_paused: false,
    first_at: '2026-01-20T11:00:00Z',
  })
  expect(await rows()).toEqual({
    [a]: 'active 1 0',
    [b]: 'active 1 0',
    [done]: 'completed 1 1',
    [outside]: 'active 1 null',
  })
  const unknown = { sequence_id, action: 'add' as const, source: { kind: 'tag' as const, id: 999_999 } }
  await expect(calls.requestChange(unknown)).rejects.toThrow('This tag no longer exists')
  const everyone = { sequence_id, action: 'add' as const, source: { kind: 'everyone' as const } }
  await expect(calls.requestChange(everyone)).rejects.toThrow('Choose a segment, a tag or subscribers to add')
})

test('a segment restarts those who are in the sequence with the first email, also when they completed it', async () => {
  const { ctx, run, rows, tag, a, b, done, at } = await members()
  const definition = { all: [{ type: 'tags' as const, any: [{ type: 'ids' as const, matching: [tag.id] }] }] }
  const { id } = await createSegment(ctx, { name: 'Everyone', definition: definition as never })
  expect(await run('restart', { kind: 'segment', id })).toMatchObject({ changed: 3, missing: 2, inactive: 1 })
  expect(await rows()).toEqual({ [a]: 'active 2 null', [b]: 'active 2 null', [done]: 'active 2 null' })
  const arrived = await at('2026-01-20T11:00:00Z')
  expect(arrived.filter((line) => line.startsWith('Day one'))).toHaveLength(3)
})

test('adding to a repeating sequence starts those who completed it again, and no one who is in it', async () => {
  const { run, rows, tag, a, b, done, outside, at, calls, id } = await members()
  await calls.update({ id, repeat: true })
  const source = { kind: 'tag' as const, id: tag.id as number }
  expect(await run('add', source)).toMatchObject({ matched: 5, changed: 2, over: 1, underway: 2, repeat: true })
  expect(await rows()).toEqual({
    [a]: 'active 1 0',
    [b]: 'active 1 0',
    [done]: 'active 2 null',
    [outside]: 'active 1 null',
  })
  // The second run sends the same emails again.
  expect(await at('2026-01-20T11:00:00Z')).toEqual(['Day one to subscriber3', 'Day one to subscriber4'])
  expect(await run('add', source)).toMatchObject({ changed: 0, over: 0, underway: 4 })
})

test('a removed selection gets no message that waits, and starts a new run when added again', async () => {
  const { ctx, sink, run, rows, a, b, done, at, join } = await members()
  sink.behavior.onRecipient = () => ({ code: 451, text: '4.3.2 later' })
  expect(await at('2026-01-22T11:00:00Z')).toEqual([])
  sink.behavior.onRecipient = () => undefined
  expect(await run('remove', { kind: 'selection', subscriber_ids: [a] })).toMatchObject({ changed: 1, withdrawn: 1 })
  expect(await rows()).toEqual({ [b]: 'completed 1 1', [done]: 'completed 1 1' })
  expect(await ctx.db.delivery.findMany({ where: { subscriber_id: a, state: 'excluded' } })).toMatchObject([
    { reason: 'removed', claimed_at: new Date('2026-01-22T11:00:00Z') },
  ])
  expect(await at('2026-01-22T12:00:00Z')).toEqual(['Two to subscriber2'])
  await join([a])
  expect(await at('2026-01-23T11:00:00Z')).toEqual(['Day one to subscriber1'])
})

test('a restarted subscriber gets no message of the old run that waits', async () => {
  const { ctx, sink, run, a, at, account, calls, id: sequence_id } = await members()
  sink.behavior.onRecipient = () => ({ code: 451, text: '4.3.2 later' })
  expect(await at('2026-01-22T11:00:00Z')).toEqual([])
  sink.behavior.onRecipient = () => undefined
  const source: ChangeSource = { kind: 'selection', subscriber_ids: [a] }
  expect(await run('restart', source)).toMatchObject({ changed: 1, withdrawn: 1 })
  expect(await ctx.db.delivery.findMany({ where: { subscriber_id: a, state: 'excluded' } })).toMatchObject([
    { reason: 'restarted', claimed_at: new Date('2026-01-22T11:00:00Z') },
  ])
  expect(await at('2026-01-22T12:00:00Z')).toEqual(['Two to subscriber2'])
  expect(await at('2026-01-23T11:00:00Z')).toEqual(['Day one to subscriber1'])
  // Unsubscribed subscribers are not restarted, so what waits for them is not counted.
  sink.behavior.onRecipient = () => ({ code: 451, text: '4.3.2 later' })
  await at('2026-01-26T11:00:00Z')
  expect(await calls.previewChange({ sequence_id, action: 'restart', source })).toMatchObject({ withdrawn: 1 })
  await api(`POST /v4/subscribers/${a}/unsubscribe`, key(account), {})
  expect(await calls.previewChange({ sequence_id, action: 'restart', source })).toMatchObject({ withdrawn: 0 })
  expect(await calls.previewChange({ sequence_id, action: 'remove', source })).toMatchObject({ withdrawn: 1 })
})

test('the preview counts only waiting messages that the change withdraws', async () => {
  const { ctx, sink, at, calls, id: sequence_id, a, b } = await members()
  sink.behavior.onRecipient = () => ({ code: 451, text: '4.3.2 later' })
  await at('2026-01-22T11:00:00Z')
  const withdrawn = async () =>
    (
      await calls.previewChange({
        sequence_id,
        action: 'remove',
        source: { kind: 'selection', subscriber_ids: [a, b] },
      })
    ).withdrawn
  expect(await withdrawn()).toBe(2)
  const { mail_id } = await ctx.db.delivery.findFirstOrThrow({ where: { subscriber_id: a, state: 'queued' } })
  // A worker is handing the message to b over.
  await ctx.sql.run(`insert into send_batch (account_id, mail_id, id, claimed) values ($1, $2, 1, array[$3::bigint])`, [
    mail_id,
    b,
  ])
  expect(await withdrawn()).toBe(1)
  await ctx.sql.run('delete from enrollment where account_id = $1 and subscriber_id = $2', [a])
  expect(await withdrawn()).toBe(0)
})

test('a change of a deleted tag or segment is refused in the preview', async () => {
  const { calls, id: sequence_id } = await members()
  for (const action of ['add', 'restart', 'remove'] as const) {
    const source = { kind: 'tag' as const, id: 999_999 }
    await expect(calls.previewChange({ sequence_id, action, source })).rejects.toThrow('This tag no longer exists')
    const segment = { kind: 'segment' as const, id: 999_999 }
    await expect(calls.previewChange({ sequence_id, action, source: segment })).rejects.toThrow(
      'This segment no longer exists',
    )
  }
})

test('a change of many subscribers continues where it stopped, can be canceled, and belongs to its account', async () => {
  const { ctx, account, calls, id: sequence_id, tag } = await members()
  await addSubscribers(account, 2_100, 'many')
  await ctx.sql.run(
    `insert into tagging (account_id, tag_id, subscriber_id) select $1, $2, id from subscriber where account_id = $1 on conflict do nothing`,
    [tag.id],
  )
  const source = { kind: 'tag' as const, id: tag.id as number }
  const { id, changed } = await calls.requestChange({ sequence_id, action: 'add', source })
  const spent = () => new Budget(0)
  await applyChange(ctx, { id, budget: spent() })
  const [row] = await calls.changes({ sequence_id })
  expect(row).toMatchObject({ state: 'running', total: 2_105 })
  expect(row?.done).toBeLessThan(2_105)
  await expect(dashboard(await testAccount()).sequences.cancelChange({ id })).rejects.toThrow()
  await applyChange(ctx, { id })
  expect((await calls.changes({ sequence_id }))[0]).toMatchObject({ state: 'completed', changed })
  const second = await calls.requestChange({ sequence_id, action: 'remove', source: { kind: 'everyone' } })
  await calls.cancelChange({ id: second.id })
  await applyChange(ctx, { id: second.id })
  expect(await ctx.db.enrollment.count({ where: { sequence_id } })).toBe(changed + 3)
})

test('adding a selection or a tag looks at its subscribers, not at the whole account', async () => {
  const { ctx, account, calls, id: sequence_id, tag, outside, rows } = await members()
  await addSubscribers(account, 2_000, 'many')
  const few: ChangeSource[] = [
    { kind: 'selection', subscriber_ids: [outside, outside] },
    { kind: 'tag', id: tag.id },
  ]
  for (const source of few) {
    const { id } = await calls.requestChange({ sequence_id, action: 'add', source })
    // Each call looks at one page. The second finds no more.
    for (let page = 0; page < 2; page++) await applyChange(ctx, { id, budget: new Budget(0) })
    const [row] = await calls.changes({ sequence_id })
    expect(row).toMatchObject({ id, state: 'completed' })
  }
  expect(Object.keys(await rows())).toHaveLength(4)
})

test('a program removes one subscriber, whose next email is not sent [contract 21]', async () => {
  const { account, rows, a, b, outside, at, id: sequence_id, ctx } = await members()
  const remove = async (id: number) =>
    (await api(`DELETE /v4/sequences/${sequence_id}/subscribers/${id}`, key(account))).status
  expect([await remove(a), await remove(a), await remove(outside)]).toEqual([204, 204, 204])
  expect(Object.keys(await rows())).not.toContain(String(a))
  await at('2026-01-22T11:00:00Z')
  const sent = await ctx.db.delivery.groupBy({
    by: ['subscriber_id'],
    where: { subscriber_id: { in: [a, b] } },
    _count: true,
  })
  expect(Object.fromEntries(sent.map(({ subscriber_id, _count }) => [Number(subscriber_id), _count]))).toEqual({
    [a]: 1,
    [b]: 2,
  })
  expect(await remove(999_999_999)).toBe(404)
})

import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { takeEvents } from '../../../testing/events.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { createSegment } from '../../segments/service.ts'
import { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import { updateSubscriber } from '../../subscribers/service.ts'
import { createTag } from '../../tags/service.ts'
import { tagSubscribers, untagSubscribers } from '../../tags/tagging.ts'
import { canBeReached, candidates, reachedAt } from './date-window.ts'
import { evaluateTriggers, requestEvaluations } from './evaluate.ts'
import { removeListeners } from './listeners.ts'

const MINUTE_MS = 60_000

/** An account whose clock stands still until the test moves it. */
async function onClock(begin: string) {
  const account = await testAccount()
  let now = Date.parse(begin)
  account.ctx.now = () => new Date(now)
  const evaluate = async (id: number) => {
    expect(await evaluateTriggers(account.ctx, { work_ms: 60_000 })).toBe(false)
    return (await runsOf(account, id)).map(({ subscriber_id }) => subscriber_id)
  }
  return {
    account,
    evaluate,
    pass: (minutes: number) => {
      now += minutes * MINUTE_MS
    },
  }
}

test('those who match a segment and did not at the last look enter, again after they stopped matching', async () => {
  const { account, evaluate, pass } = await onClock('2027-03-01T09:00:00Z')
  const { ctx } = account
  const [lin, ada] = (await addNamed(account, ['Lin', 'Ada'])) as [number, number]
  const tag_id = (await createTag(ctx, { name: 'Vip' })).value.id
  const definition = SegmentFilter.parse({ all: [{ type: 'tags', any: [{ type: 'ids', matching: [tag_id] }] }] })
  const segment = await createSegment(ctx, { name: 'Vips', definition })
  const on = { type: 'segment_entered', segment_id: segment.id }
  const pair = (subscriber_id: number) => ({ pairs: [{ tag_id, subscriber_id }] })
  await tagSubscribers(ctx, pair(lin))
  const { id } = await liveAutomation(account, { triggers: [{ id: 't', on }] }, { reentry: 'always' })
  expect(await evaluate(id)).toEqual([])
  await tagSubscribers(ctx, pair(ada))
  // A look was a moment ago.
  expect(await evaluate(id)).toEqual([])
  pass(5)
  expect(await evaluate(id)).toEqual([ada])
  await untagSubscribers(ctx, pair(lin))
  pass(5)
  expect(await evaluate(id)).toEqual([ada])
  await tagSubscribers(ctx, pair(lin))
  pass(5)
  expect(await evaluate(id)).toEqual([ada, lin])
})

test('a segment that nothing listened to for a while lets in no one who joined it during that time', async () => {
  const { account, pass } = await onClock('2027-03-01T09:00:00Z')
  const { ctx, account_id } = account
  const [lin, ada, max] = (await addNamed(account, ['Lin', 'Ada', 'Max'])) as [number, number, number]
  const tag_id = (await createTag(ctx, { name: 'Vip' })).value.id
  const definition = SegmentFilter.parse({ all: [{ type: 'tags', any: [{ type: 'ids', matching: [tag_id] }] }] })
  const { id: segment_id } = await createSegment(ctx, { name: 'Vips', definition })
  const graph = { triggers: [{ id: 't', on: { type: 'segment_entered', segment_id } }] }
  const add = (subscriber_id: number) => tagSubscribers(ctx, { pairs: [{ tag_id, subscriber_id }] })
  const looked = async () => {
    pass(10)
    await requestEvaluations({ after: account_id - 1 })
    const asked = (await takeEvents(account_id)).some(({ type }) => type === 'automation.evaluation_requested')
    if (asked) while (await evaluateTriggers(ctx, { work_ms: 60_000 }));
    return asked
  }
  const first = await liveAutomation(account, graph)
  expect(await looked()).toBe(true)
  // Published without the trigger, and immediately again with it: nothing looked in between.
  await first.publish({ triggers: [] })
  await add(lin)
  await first.publish(graph)
  expect(await looked()).toBe(true)
  expect(await runsOf(account, first.id)).toEqual([])
  await add(ada)
  await looked()
  expect((await runsOf(account, first.id)).map((run) => run.subscriber_id)).toEqual([ada])
  // Deleted, and looked for what is left to forget.
  await write(ctx, (tx) => removeListeners(tx, { automation_id: first.id }))
  expect([await looked(), await looked()]).toEqual([true, false])
  expect(await ctx.db.automationSegment.count()).toBe(0)
  await add(max)
  const second = await liveAutomation(account, graph)
  await looked()
  expect(await runsOf(account, second.id)).toEqual([])
})

test('segments with much to do keep neither dates nor other segments from being looked at', async () => {
  const { account, pass } = await onClock('2027-03-01T09:00:00Z')
  const { ctx } = account
  await addNamed(account, ['Lin'])
  const definition = SegmentFilter.parse({ all: [{ type: 'subscriber_state', states: ['active'] }] })
  const segments = [
    await createSegment(ctx, { name: 'A', definition }),
    await createSegment(ctx, { name: 'B', definition }),
  ]
  const birthday = (await createCustomField(ctx, { label: 'Birthday' })).value
  const triggers = [
    ...segments.map(({ id }, i) => ({ id: `s${i}`, on: { type: 'segment_entered', segment_id: id } })),
    { id: 'd', on: { type: 'date_reached', custom_field_id: birthday.id, at: '09:00', zone: 'account' } },
  ]
  await liveAutomation(account, { triggers })
  const looked = async () => {
    const at = ctx.now()
    // The shortest turn does one piece of each kind.
    await evaluateTriggers(ctx, { work_ms: 0 })
    const [date] = await ctx.db.automationDate.findMany()
    return { is_date_done: +(date?.done_until ?? 0) === +at, segments: await ctx.db.automationSegment.findMany() }
  }
  pass(5)
  expect((await looked()).is_date_done).toBe(true)
  // Two pieces each: the subscriber, and the end. Then the other is due for longer than the first.
  for (let turn = 0; turn < 3; turn++) await looked()
  pass(5)
  await looked()
  await looked()
  pass(5)
  const { segments: both } = await looked()
  const [first, second] = both.toSorted((a, b) => a.segment_id - b.segment_id)
  expect([first?.after_id, second?.after_id]).toEqual([null, expect.anything()])
})

test('a date in a field lets subscribers enter once, at its time in their zone', async () => {
  const { account, evaluate, pass } = await onClock('2027-02-27T06:00:00Z')
  const { ctx } = account
  const birthday = (await createCustomField(ctx, { label: 'Birthday' })).value
  const [lin, ada, max, eve] = (await addNamed(account, ['Lin', 'Ada', 'Max', 'Eve'])) as [
    number,
    number,
    number,
    number,
  ]
  const set = (id: number, value: string) => updateSubscriber(ctx, { id, fields: { birthday: value } })
  await set(lin, '1990-02-28')
  await set(ada, '1992-02-29')
  await set(max, '2028-02-28')
  await set(eve, 'tomorrow')
  await ctx.db.subscriber.updateMany({ where: { id: ada }, data: { time_zone: 'America/New_York' } })
  const on = {
    type: 'date_reached',
    custom_field_id: birthday.id,
    offset_days: -1,
    at: '09:00',
    zone: 'subscriber',
    yearly: true,
  }
  const { id } = await liveAutomation(account, { triggers: [{ id: 't', on }] })
  pass(119)
  expect(await evaluate(id)).toEqual([])
  pass(5)
  expect(await evaluate(id)).toEqual([lin])
  pass(6 * 60)
  expect(await evaluate(id)).toEqual([lin, ada])
  pass(600)
  expect(await evaluate(id)).toEqual([lin, ada])
})

test('a date that returns under its old id, or is changed, counts from its publication, and one that is kept continues', async () => {
  const { account, evaluate, pass } = await onClock('2027-02-27T06:00:00Z')
  const { ctx } = account
  const birthday = (await createCustomField(ctx, { label: 'Birthday' })).value
  const [lin, ada, max] = (await addNamed(account, ['Lin', 'Ada', 'Max'])) as [number, number, number]
  const set = (id: number, value: string) => updateSubscriber(ctx, { id, fields: { birthday: value } })
  await set(lin, '2027-02-28')
  await set(ada, '2027-03-02')
  await set(max, '2027-03-04')
  const on = { type: 'date_reached', custom_field_id: birthday.id, at: '09:00' }
  const triggers = [{ id: 't', on }]
  const { id, publish } = await liveAutomation(account, { triggers }, { reentry: 'always' })
  await publish({ triggers: [] })
  // Lin's date passes while there is no trigger.
  pass(2 * 1_440)
  await publish({ triggers })
  expect(await evaluate(id)).toEqual([])
  pass(1_440 + 2 * 60 - 2)
  expect(await evaluate(id)).toEqual([])
  // Ada's date passes after the last look and before a publication that keeps the trigger.
  pass(3)
  await publish({ triggers })
  pass(5)
  expect(await evaluate(id)).toEqual([ada])
  // With the new offset, Max's date would have been between the last look and the publication.
  pass(1_440 - 4)
  await publish({ triggers: [{ id: 't', on: { ...on, offset_days: -1 } }] })
  pass(5)
  expect(await evaluate(id)).toEqual([ada])
})

test('every instant at which a date is reached lies in one window, and its date is looked for there', () => {
  const trigger = { offset_days: 3, at: '02:30', zone: 'subscriber', yearly: false } as const
  for (const zone of ['Europe/Oslo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York']) {
    const reached: Date[] = []
    for (let at = Date.parse('2027-03-28T00:00:00Z'); at < Date.parse('2027-04-04T00:00:00Z'); at += 5 * MINUTE_MS) {
      const window = { from: new Date(at), until: new Date(at + 5 * MINUTE_MS) }
      const found = reachedAt(trigger, { value: '2027-03-28', window, zone })
      if (found) expect(candidates(trigger, window)).toContain('2027-03-28')
      if (found) reached.push(found)
    }
    expect(reached).toHaveLength(1)
  }
})

test('fields are read only for windows in which the time of day lies', () => {
  for (const [at, zone] of [
    ['02:10', 'Europe/Oslo'],
    ['09:00', 'Asia/Kathmandu'],
    ['23:58', 'Australia/Lord_Howe'],
  ] as const) {
    // Daylight saving begins in Oslo on this day, so 02:10 is skipped.
    const trigger = { offset_days: 0, at, yearly: true }
    const possible = { account: 0, subscriber: 0 }
    for (let ms = Date.parse('2027-03-27T12:00:00Z'); ms < Date.parse('2027-03-28T12:00:00Z'); ms += 5 * MINUTE_MS) {
      const window = { from: new Date(ms), until: new Date(ms + 5 * MINUTE_MS) }
      for (const kind of ['account', 'subscriber'] as const) {
        const can = canBeReached({ ...trigger, zone: kind }, { window, zone })
        if (can) possible[kind]++
        const reached = ['2027-03-27', '2027-03-28', '2027-03-29'].some(
          (value) => reachedAt({ ...trigger, yearly: false, zone: kind }, { value, window, zone }) !== null,
        )
        if (reached) expect(can).toBe(true)
      }
    }
    expect(possible.account).toBe(1)
    expect(possible.subscriber).toBeLessThan(288)
  }
})

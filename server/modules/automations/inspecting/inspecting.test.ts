import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { upsertSubscriber } from '../../subscribers/service.ts'
import { createTag } from '../../tags/service.ts'
import { Graph } from '../graph-schema.ts'
import { storedGraph } from '../view.ts'

const DAY_MS = 86_400_000

/** A published automation with five runs, at several steps and ended. */
async function studio() {
  const account = await testAccount()
  const { ctx, account_id, user_id } = account
  const call = dashboard(account).automations
  const tag = (await createTag(ctx, { name: 'Buyer' })).value
  const graph = Graph.parse({
    triggers: [{ id: 't1', on: { type: 'tag_added', tag_id: tag.id } }],
    first: 'c',
    steps: [
      { id: 'c', kind: 'condition', filter: { all: [] }, yes: 'w', no: 'x' },
      { id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 2880 }, next: 'x' },
      { id: 'x', kind: 'action', action: { type: 'unsubscribe' }, next: null },
    ],
  })
  const { id } = await call.create({ name: 'Buyers', kind: 'visual', graph })
  await call.publish({ id, revision: 1, enter_existing: [] })
  const ids = await addSubscribers(account, 5)
  const now = new Date('2026-11-20T10:00:00Z')
  const due_at = new Date(+now + 2 * DAY_MS)
  const run = async (at: number, data: { state: string; step_id: string | null } & Record<string, unknown>) => {
    const key = { account_id, automation_id: id, version: 1, subscriber_id: BigInt(ids[at] ?? 0) }
    const times = { entered_at: now, arrived_at: now }
    const made = await ctx.db.automationRun.create({ data: { ...key, ...times, trigger_id: 't1', ...data } })
    return Number(made.id)
  }
  const runs = [
    await run(0, { state: 'waiting', step_id: 'w', due_at }),
    await run(1, { state: 'waiting', step_id: 'w', due_at }),
    await run(2, { state: 'held', step_id: 'x', problem: 'The tag was deleted.', due_at: null }),
    await run(3, { state: 'completed', step_id: 'x', ended_at: now }),
    await run(4, { state: 'left', step_id: 'w', ended_at: new Date(+now - 5 * DAY_MS), reason: 'unsubscribed' }),
  ]
  const trace = (run_id: number, rows: [string, string | null, object][]) =>
    ctx.db.automationTrace.createMany({
      data: rows.map(([event, step_id, data]) => ({ account_id, run_id, event, step_id, data, at: now })),
    })
  const count = (step_id: string, day: string, counts: object) =>
    ctx.db.automationStepCount.create({
      data: { account_id, automation_id: id, step_id, version: 1, day: new Date(day), ...counts },
    })
  return { account, ctx, call, id, ids, runs, trace, count, user_id, now }
}

test('steps are counted over a range, with exits, and who is there now', async () => {
  const { call, id, count } = await studio()
  await count('t1', '2026-11-15', { entered: 1 })
  await count('t1', '2026-11-20', { entered: 4 })
  await count('c', '2026-11-15', { entered: 1, passed: 1, exits: { yes: 1 } })
  await count('c', '2026-11-20', { entered: 4, passed: 4, exits: { yes: 3, no: 1 } })
  await count('w', '2026-11-15', { entered: 2 })
  await count('x', '2026-11-20', { entered: 3, passed: 1, failed: 1, ended: 1 })
  await count('all_runs', '2026-11-15', { entered: 1, ended: 1 })
  await count('all_runs', '2026-11-20', { entered: 4, passed: 1 })
  const all = await call.counts({ id })
  const none = { entered: 0, passed: 0, moved: 0, failed: 0, ended: 0, waiting: 0, held: 0, exits: {} }
  expect(all).toEqual({
    triggers: { t1: { entered: 5 } },
    steps: {
      c: { ...none, entered: 5, passed: 5, exits: { yes: 4, no: 1 } },
      w: { ...none, entered: 2, waiting: 2 },
      x: { ...none, entered: 3, passed: 1, failed: 1, ended: 1, held: 1 },
    },
    completed: 1,
    left: 1,
    deleted: 0,
  })
  const part = await call.counts({ id, from: '2026-11-16', to: '2026-11-20' })
  expect(part).toMatchObject({ triggers: { t1: { entered: 4 } }, completed: 1, left: 0 })
  expect(part.steps.c).toMatchObject({ entered: 4, exits: { yes: 3, no: 1 } })
  // The current counts do not depend on the range.
  expect(part.steps.w).toMatchObject({ entered: 0, waiting: 2 })
  const stranger = dashboard(await testAccount()).automations
  await expect(stranger.counts({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the subscribers at a step are listed in pages, by state, and with their automations', async () => {
  const { call, id, ids, runs } = await studio()
  const who = async (filter: object) =>
    (await call.subscribers({ id, ...filter })).rows.map(({ subscriber_id }) => ids.indexOf(subscriber_id))
  expect(await who({})).toEqual([2, 1, 0])
  expect(await who({ step_id: 'w' })).toEqual([1, 0])
  expect(await who({ step_id: 'w', state: 'left' })).toEqual([4])
  expect(await who({ state: 'held' })).toEqual([2])
  expect(await who({ state: 'completed' })).toEqual([3])
  const first = await call.subscribers({ id, per_page: 2 })
  const { rows } = await call.subscribers({ id, per_page: 2, after: first.pagination.end_cursor ?? '' })
  expect(rows).toMatchObject([
    {
      run_id: runs[0],
      subscriber_id: ids[0],
      state: 'waiting',
      step_id: 'w',
      version: 1,
      due_at: '2026-11-22T10:00:00Z',
    },
  ])
  expect((await call.ofSubscriber({ subscriber_id: ids[2] ?? 0 })).rows).toEqual([
    {
      run_id: runs[2],
      automation_id: id,
      automation_name: 'Buyers',
      state: 'held',
      label: 'Unsubscribe',
      due_at: null,
      problem: 'The tag was deleted.',
      entered_at: '2026-11-20T10:00:00Z',
      ended_at: null,
      reason: null,
    },
  ])
  const stranger = dashboard(await testAccount()).automations
  expect((await stranger.subscribers({ id })).rows).toEqual([])
  expect((await stranger.ofSubscriber({ subscriber_id: ids[2] ?? 0 })).rows).toEqual([])
})

test('a trace says what happened with the evidence, where someone is, and what comes next', async () => {
  const { call, id, runs, trace, user_id } = await studio()
  const [waiting = 0, , held = 0, completed = 0, left = 0] = runs
  await trace(waiting, [
    ['entered', null, { trigger_id: 't1', event: { type: 'tag_added' } }],
    ['passed', 'c', { exit: 'yes' }],
    ['waiting', 'w', { until: '2026-11-22T10:00:00.000Z' }],
  ])
  await trace(held, [
    ['entered', null, { by: user_id }],
    ['moved', 'c', { to: 'x', by: user_id }],
    ['failed', 'x', { problem: 'The tag was deleted.' }],
  ])
  await trace(completed, [
    ['passed', 'x', { exit: 'next' }],
    ['completed', null, {}],
  ])
  await trace(left, [['left', 'w', { reason: 'unsubscribed' }]])
  const found = await call.trace({ run_id: waiting })
  expect(found).toMatchObject({
    automation: { id, name: 'Buyers' },
    has_more: false,
    run: { run_id: waiting, step_id: 'w' },
  })
  expect(found.entries.map(({ label, message }) => [label, message])).toEqual([
    [null, 'Entered: gets the tag “Buyer”.'],
    ['Condition', 'Matched the condition.'],
    ['Wait 2 days', 'Wait 2 days.'],
  ])
  expect(found.next).toEqual({
    step_id: 'w',
    label: 'Wait 2 days',
    message: 'Continues when the wait is over.',
    at: '2026-11-22T10:00:00Z',
  })
  const failed = await call.trace({ run_id: held })
  expect(failed.entries.map(({ message }) => message)).toEqual([
    'Added by Nora Lind.',
    'Moved by Nora Lind to: unsubscribe.',
    'The tag was deleted.',
  ])
  expect(failed.next).toMatchObject({ at: null, message: expect.stringContaining('until you retry it') })
  const { entries, next: none } = await call.trace({ run_id: completed })
  expect([...entries.map(({ message }) => message), none]).toEqual(['Unsubscribe.', 'Completed the automation.', null])
  expect((await call.trace({ run_id: left })).entries).toMatchObject([{ message: 'Left, because they unsubscribed.' }])
  await call.pause({ id })
  const { next } = await call.trace({ run_id: waiting })
  expect(next).toMatchObject({ at: null, message: expect.stringMatching(/^The automation is paused/) })
  expect((await call.trace({ run_id: held })).next?.message).toMatch(
    /^The tag was deleted\. The automation is paused\./,
  )
  const stranger = dashboard(await testAccount())
  await expect(stranger.automations.trace({ run_id: waiting })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a long trace is read in pages, the latest first', async () => {
  const { call, runs, trace } = await studio()
  const [run_id = 0] = runs
  await trace(run_id, [
    ['entered', null, {}],
    ...Array.from({ length: 1_100 }, (): [string, string, object] => ['passed', 'c', {}]),
  ])
  const pages: number[][] = []
  for (let page = await call.trace({ run_id }); ; page = await call.trace({ run_id, before: pages.at(-1)?.[0] })) {
    pages.push(page.entries.map(({ id }) => id))
    if (!page.has_more) break
  }
  expect(pages.map(({ length }) => length)).toEqual([500, 500, 101])
  const ids = pages.toReversed().flat()
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
})

test('a trace shows exactly which event counted, what each action did, and why an email was not sent', async () => {
  const account = await testAccount()
  const call = dashboard(account).automations
  const [paid, vip] = [await tagOf(account, 'Paid'), await tagOf(account, 'VIP')]
  const plan = (await createCustomField(account.ctx, { label: 'Plan' })).value
  const { id: other } = await call.create({ name: 'Welcome', kind: 'visual' })
  const events = [paid, vip].map(({ id }) => ({ type: 'tag_added', tag_id: id }))
  const act = (id: string, action: object) => ({ id, kind: 'action', action, next: null })
  const graph = Graph.parse({
    triggers: [{ id: 't1', on: { type: 'link_clicked', url: null } }],
    first: 'w',
    steps: [
      { id: 'w', kind: 'wait_for_event', events },
      { id: 'g', kind: 'goal', name: 'Bought', events },
      { id: 's', kind: 'split', by: { type: 'field', custom_field_id: plan.id }, branches: [BRANCH] },
      act('f', { type: 'set_field', custom_field_id: plan.id, value: 'x' }),
      act('a', { type: 'add_tag', tag_id: paid.id }),
      act('q', { type: 'start_automation', automation_id: other }),
      act('m', { type: 'send_email', email_id: 1 }),
    ],
  })
  const { id } = await call.create({ name: 'Buyers', kind: 'visual', graph })
  const version = {
    account_id: account.account_id,
    automation_id: id,
    version: 1,
    graph: storedGraph(graph),
    reentry: 'never',
  }
  await account.ctx.db.automationVersion.create({ data: { ...version, published_at: new Date() } })
  const [subscriber_id = 0] = await addSubscribers(account, 1)
  const key = { account_id: account.account_id, automation_id: id, version: 1, subscriber_id: BigInt(subscriber_id) }
  const times = { entered_at: new Date(), arrived_at: new Date(), ended_at: new Date() }
  const run = await account.ctx.db.automationRun.create({ data: { ...key, ...times, state: 'completed' } })
  const passed = (step_id: string, data: object) => ['passed', step_id, { exit: 'next', ...data }] as const
  const rows = [
    ['entered', null, { trigger_id: 't1', event: { type: 'link_clicked', object: 'https://studio.example/shop' } }],
    ['entered', null, { started_by: other }],
    passed('w', { event: { type: 'tag_added', object: String(vip.id) } }),
    ['moved', 'w', { to: 'g', goal: true, event: { type: 'tag_added', object: String(paid.id) } }],
    passed('s', { exit: 'gold', value: 'Gold' }),
    passed('s', { exit: 'otherwise', value: null }),
    passed('f', { value: '2 by Lin' }),
    passed('f', { value: null }),
    passed('a', { unchanged: true }),
    passed('a', {}),
    passed('q', { unchanged: true }),
    passed('m', { email_id: 1, not_sent: 'cancelled' }),
    passed('m', { email_id: 1, not_sent: 'suppressed' }),
  ] as const
  await account.ctx.db.automationTrace.createMany({
    data: rows.map(([event, step_id, data]) => ({
      account_id: account.account_id,
      run_id: run.id,
      event,
      step_id,
      data,
      at: new Date(),
    })),
  })
  const { entries } = await call.trace({ run_id: Number(run.id) })
  expect(entries.map(({ message }) => message)).toEqual([
    'Entered: clicks https://studio.example/shop.',
    'Started by the automation “Welcome”.',
    'Stopped waiting: gets the tag “VIP”.',
    'Reached the goal “Bought”: gets the tag “Paid”.',
    'Took the branch “Gold”: the value is “Gold”.',
    'Took the branch “Otherwise”: the custom field is empty.',
    'Set it to “2 by Lin”.',
    'Cleared the custom field.',
    'Nothing changed: they already had the tag.',
    'Add the tag “Paid”.',
    'Nothing changed: they are inside that automation, or may not enter it again.',
    'Not sent: they are unsubscribed.',
    'Not sent: the address is on a suppression list.',
  ])
})

const BRANCH = { id: 'gold', label: 'Gold', value: 'Gold' }
const tagOf = async ({ ctx }: TestAccount, name: string) => (await createTag(ctx, { name })).value

test('members add, move, retry and remove subscribers, and the trace says who did it', async () => {
  const { account, call, id, ids, runs } = await studio()
  const [waiting = 0, , held = 0, completed = 0] = runs
  expect(await call.retrySubscribers({ id, run_ids: [waiting, held, completed] })).toEqual({ changed: 1 })
  await expect(call.moveSubscribers({ id, run_ids: [waiting], step_id: 'q' })).rejects.toThrow('no step')
  expect(await call.moveSubscribers({ id, run_ids: [waiting, completed], step_id: 'x' })).toEqual({ changed: 1 })
  expect(await call.removeSubscribers({ id, run_ids: [waiting] })).toEqual({ changed: 1 })
  const said = async (run_id: number) => (await call.trace({ run_id })).entries.map(({ message }) => message)
  expect(await said(held)).toEqual(['Retried by Nora Lind.'])
  expect(await said(waiting)).toEqual(['Moved by Nora Lind to: unsubscribe.', 'Removed by Nora Lind.'])
  expect((await call.trace({ run_id: waiting })).run).toMatchObject({ state: 'left', reason: 'removed' })
  // Everyone entered once, which is all that this automation allows.
  expect(await call.addSubscribers({ id, subscriber_ids: ids })).toEqual({ changed: 0 })
  const { id: fresh } = (await upsertSubscriber(account.ctx, { email_address: 'fresh@example.net' })).value
  const stranger = await testAccount()
  const [foreign = 0] = await addSubscribers(stranger, 1)
  expect(await call.addSubscribers({ id, subscriber_ids: [fresh, foreign] })).toEqual({ changed: 1 })
  const { rows } = await call.ofSubscriber({ subscriber_id: fresh })
  expect(await said(rows[0]?.run_id ?? 0)).toEqual(['Added by Nora Lind.'])
  const other = dashboard(stranger).automations
  await expect(other.removeSubscribers({ id, run_ids: [held] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await call.pause({ id })
  await expect(call.addSubscribers({ id, subscriber_ids: [fresh] })).rejects.toThrow('Resume it')
})

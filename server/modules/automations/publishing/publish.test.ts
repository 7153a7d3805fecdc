import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { Budget } from '../../../lib/concurrency/budget.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { createSegment } from '../../segments/service.ts'
import { updateSubscriber } from '../../subscribers/service.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { tagSubscriber } from '../../tags/one-statement.ts'
import { createTag } from '../../tags/service.ts'
import { Graph } from '../graph-schema.ts'
import { StepCounter } from '../running/moving.ts'
import { storeCounts } from '../running/store.ts'
import { runTask } from '../tasks/task.ts'
import { endRuns } from './lifecycle.ts'

const wait = (id: string, minutes: number, next: string | null = null) => ({
  id,
  kind: 'wait',
  wait: { for: 'duration', minutes },
  next,
})
const add = (id: string, tag_id: number, next: string | null = null) => ({
  id,
  kind: 'action',
  action: { type: 'add_tag', tag_id },
  next,
})

/** Four tagged subscribers, the last of whom has unsubscribed, and a draft that the tag starts. */
async function studio() {
  const account = await testAccount()
  const { ctx } = account
  const call = dashboard(account).automations
  const tag = (await createTag(ctx, { name: 'Buyer' })).value
  const ids = await addSubscribers(account, 5)
  for (const id of ids.slice(0, 4)) await tagSubscriber(ctx, { tag_id: tag.id, id })
  await changeState(ctx, { ids: ids.slice(3, 4), transition: 'unsubscribe', cause: 'api' })
  const graph = (steps: object[]) =>
    Graph.parse({
      triggers: [{ id: 't1', on: { type: 'tag_added', tag_id: tag.id } }],
      first: (steps[0] as { id: string } | undefined)?.id,
      steps,
    })
  const { id } = await call.create({ name: 'Buyers', kind: 'visual', graph: graph([wait('w', 60, 'x'), wait('x', 5)]) })
  const save = async (steps: object[], reentry: 'never' | 'after_leaving' | 'always' = 'never') => {
    const { revision, name } = await call.get({ id })
    return (await call.save({ id, revision, name, reentry, graph: graph(steps) })).revision
  }
  const runs = () => ctx.db.automationRun.findMany({ where: { automation_id: id }, orderBy: { subscriber_id: 'asc' } })
  /** Does what the job does, one page in each call. */
  const finishTasks = async () => {
    for (const task of await call.tasks({ id }))
      for (let page = 0; page < 3; page++) await runTask(ctx, { id: task.id, budget: new Budget(0) })
  }
  /** Changes where someone is, with the counts. */
  const place = async (at: number, data: { step_id?: string } & Record<string, unknown>) => {
    const where = { automation_id: id, subscriber_id: ids[at] ?? 0 }
    const before = await ctx.db.automationRun.findFirstOrThrow({ where })
    await ctx.db.automationRun.updateMany({ where, data })
    if (data.step_id === undefined) return
    const counts = new StepCounter()
    counts.move(before.version, before.step_id, data.step_id)
    await write(ctx, (tx) => storeCounts(tx, { automation_id: id, counts, now: tx.now() }))
  }
  return { account, ctx, call, tag, ids, id, save, runs, finishTasks, place }
}

test('publication says who matches already, and lets them enter in pages when asked, once each', async () => {
  const { call, id, ids, tag, runs, finishTasks } = await studio()
  expect(await call.previewPublication({ id })).toEqual({
    version: 1,
    problems: [],
    inside: [],
    existing: [{ trigger_id: 't1', label: 'Gets the tag “Buyer”', count: 3 }],
  })
  await expect(call.publish({ id, revision: 7, enter_existing: [] })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(call.publish({ id, revision: 1, enter_existing: ['t9'] })).rejects.toThrow('enter_existing')
  expect(await call.publish({ id, revision: 1, enter_existing: ['t1'] })).toEqual({ version: 1 })
  expect(await call.get({ id })).toMatchObject({ state: 'live', version: 1, has_changes: false })
  await finishTasks()
  expect((await runs()).map((run) => [Number(run.subscriber_id), run.step_id, run.trigger_id, run.version])).toEqual(
    ids.slice(0, 3).map((subscriber_id) => [subscriber_id, 'w', 't1', 1]),
  )
  const [task] = await call.tasks({ id })
  expect(task).toMatchObject({ kind: 'enter', state: 'completed', total: 5, done: 5, changed: 3 })
  // No one who entered counts again.
  expect(await call.previewPublication({ id })).toMatchObject({
    version: 2,
    inside: [{ version: 1, count: 3 }],
    existing: [],
  })
  expect((await call.list({})).rows).toMatchObject([
    { entered: 3, inside: 3, held: 0, completed: 0, summary: 'Gets the tag “Buyer”: 2 steps' },
  ])
  expect(await call.versions({ id })).toMatchObject([
    { version: 1, published_by: 'Nora Lind', is_current: true, inside: 3 },
  ])
  expect(tag.name).toBe('Buyer')
})

test('a draft with problems is not published, and a segment and a form have existing matches too', async () => {
  const { call, ctx, save, id, tag, runs, finishTasks } = await studio()
  const revision = await save([add('a', 999_999)])
  await expect(call.publish({ id, revision, enter_existing: [] })).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
    message: 'The tag was deleted. Choose another one.',
  })
  const segment = await createSegment(ctx, {
    name: 'Everyone',
    definition: { match: 'all', conditions: [], counting_mode: 'raw' },
  })
  const graph = Graph.parse({
    triggers: [
      { id: 's', on: { type: 'segment_entered', segment_id: segment.id } },
      { id: 'f', on: { type: 'form_joined', form_id: null } },
      { id: 't', on: { type: 'tag_added', tag_id: tag.id } },
    ],
    first: 'w',
    steps: [wait('w', 5)],
  })
  const { revision: saved } = await call.save({ id, revision, name: 'All', reentry: 'always', graph })
  const { existing } = await call.previewPublication({ id })
  expect(existing).toEqual([
    { trigger_id: 's', label: 'Enters the segment “Everyone”', count: 4 },
    { trigger_id: 't', label: 'Gets the tag “Buyer”', count: 3 },
  ])
  await call.publish({ id, revision: saved, enter_existing: ['t', 's'] })
  await finishTasks()
  // Subscribers with the tag match both triggers, and may enter again at any time.
  expect((await runs()).map((run) => run.trigger_id)).toEqual(['s', 's', 's', 's'])
})

test('those who bought a product, or have a value, enter on publication when asked', async () => {
  const { account, call, ctx, ids, id, runs, finishTasks } = await studio()
  const plan = (await createCustomField(ctx, { label: 'Plan' })).value
  const addresses = await ctx.db.subscriber.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })
  const buy = (at: number, pid: string) =>
    api('POST /v4/purchases', bearer(account), {
      email_address: addresses[at]?.email_address,
      transaction_id: `T-${at}`,
      products: [{ name: pid, pid, lid: '1', quantity: 1, unit_price: 5 }],
    })
  await buy(0, 'course')
  await buy(1, 'book')
  for (const [at, value] of [
    [1, 'Pro'],
    [2, 'pro'],
    [4, 'Pro'],
  ] as const)
    await updateSubscriber(ctx, { id: ids[at] ?? 0, fields: { plan: value } })
  const course = await ctx.db.product.findFirstOrThrow({ where: { pid: 'course' } })
  const graph = Graph.parse({
    triggers: [
      { id: 'p', on: { type: 'purchased', product_id: course.id } },
      { id: 'a', on: { type: 'purchased', product_id: null } },
      { id: 'v', on: { type: 'field_changed', custom_field_id: plan.id, value: 'Pro' } },
      { id: 'c', on: { type: 'field_changed', custom_field_id: plan.id, value: null } },
    ],
    first: 'w',
    steps: [wait('w', 5)],
  })
  const { revision } = await call.save({ id, revision: 1, name: 'Plans', reentry: 'never', graph })
  expect((await call.previewPublication({ id })).existing).toEqual([
    { trigger_id: 'p', label: 'Buys “course”', count: 1 },
    { trigger_id: 'a', label: 'Buys anything', count: 2 },
    { trigger_id: 'v', label: '“Plan” becomes “Pro”', count: 2 },
  ])
  await expect(call.publish({ id, revision, enter_existing: ['c'] })).rejects.toThrow('value of a custom field')
  await call.publish({ id, revision, enter_existing: ['p', 'v'] })
  await finishTasks()
  expect((await runs()).map((run) => [Number(run.subscriber_id), run.trigger_id])).toEqual([
    [ids[0], 'p'],
    [ids[1], 'v'],
    [ids[4], 'v'],
  ])
})

test('those inside keep their version until a previewed migration moves them', async () => {
  const { call, ctx, id, save, runs, finishTasks, place, ids } = await studio()
  await call.publish({ id, revision: 1, enter_existing: ['t1'] })
  await finishTasks()
  const due_at = new Date(+ctx.now() + 3_600_000)
  await place(0, { state: 'waiting', due_at })
  await place(1, { step_id: 'x', state: 'waiting', due_at })
  await place(2, { step_id: 'x', state: 'held', due_at, problem: 'It failed.' })

  // x is gone, and w waits for another time in the third version.
  await call.publish({ id, revision: await save([wait('w', 60, 'y'), wait('y', 5)]), enter_existing: [] })
  expect((await runs()).map(({ version }) => version)).toEqual([1, 1, 1])
  const listeners = await ctx.db.automationListener.findMany({ where: { automation_id: id } })
  expect(listeners.map(({ version, purpose }) => [version, purpose])).toEqual([[2, 'entry']])
  const preview = await call.previewMigration({ id, from_version: 1 })
  expect(preview).toEqual({ missing: [{ step_id: 'x', label: 'Wait 5 minutes', count: 2 }], kept: 1 })
  await expect(call.previewMigration({ id, from_version: 2 })).rejects.toThrow('current version')
  await expect(call.previewMigration({ id, from_version: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(call.migrate({ id, from_version: 1, to: {} })).rejects.toThrow('Wait 5 minutes')
  await expect(call.migrate({ id, from_version: 1, to: { x: 'q' } })).rejects.toThrow('no step q')
  await call.migrate({ id, from_version: 1, to: { x: 'y' } })
  await expect(call.migrate({ id, from_version: 1, to: { x: 'y' } })).rejects.toMatchObject({ code: 'CONFLICT' })
  await finishTasks()
  // The wait that did not change continues; the others arrive.
  expect(await runs()).toMatchObject([
    { version: 2, step_id: 'w', state: 'waiting', due_at },
    { version: 2, step_id: 'y', state: 'ready', problem: null },
    { version: 2, step_id: 'y', state: 'ready', problem: null },
  ])
  const traced = await ctx.db.automationTrace.findMany({ where: { event: 'moved' }, orderBy: { run_id: 'asc' } })
  expect(traced.map(({ data }) => data)).toMatchObject([
    { to: 'w' },
    { to: 'y' },
    { to: 'y', from_version: 1, to_version: 2 },
  ])
  const said = traced.map(async ({ run_id }) => (await call.trace({ run_id: Number(run_id) })).entries.at(-1)?.message)
  expect(await Promise.all(said)).toEqual([
    'Moved to version 2 by Nora Lind.',
    'Moved to version 2 by Nora Lind, to: wait 5 minutes.',
    'Moved to version 2 by Nora Lind, to: wait 5 minutes.',
  ])

  await call.publish({ id, revision: await save([wait('w', 30)]), enter_existing: [] })
  await call.migrate({ id, from_version: 2, to: { y: null } })
  await finishTasks()
  const [first, ...others] = await runs()
  expect(first).toMatchObject({ version: 3, step_id: 'w', state: 'ready', subscriber_id: BigInt(ids[0] ?? 0) })
  expect(others).toMatchObject([
    { version: 3, step_id: null, state: 'ready' },
    { version: 3, step_id: null, state: 'ready' },
  ])
})

test('an automation is paused with its tasks, continues, is duplicated with its emails, and deleted', async () => {
  const { call, ctx, id, runs, finishTasks, account } = await studio()
  await expect(call.pause({ id })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
  await call.publish({ id, revision: 1, enter_existing: ['t1'] })
  expect(await call.pause({ id })).toMatchObject({ state: 'paused' })
  await expect(call.pause({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
  await finishTasks()
  expect(await runs()).toEqual([])
  expect(await call.publish({ id, revision: 1, enter_existing: [] })).toEqual({ version: 2 })
  expect(await call.resume({ id })).toMatchObject({ state: 'live' })
  await expect(call.resume({ id })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
  await finishTasks()
  expect(await runs()).toHaveLength(3)
  const { pauses } = await ctx.db.automation.findFirstOrThrow({ where: { id } })
  expect(pauses).toHaveLength(1)

  const data = { account_id: account.account_id, automation_id: id, subject: 'Hi', content: '<p>Hi</p>' }
  const email = await ctx.db.automationEmail.create({ data })
  const graph = Graph.parse({
    first: 'e',
    steps: [{ id: 'e', kind: 'action', action: { type: 'send_email', email_id: email.id } }],
  })
  await call.save({ id, revision: 1, name: 'Buyers', reentry: 'always', graph })
  const copy = await call.duplicate({ id })
  expect(copy).toMatchObject({
    name: 'Copy of Buyers',
    state: 'draft',
    reentry: 'always',
    version: null,
    emails: [{ subject: 'Hi' }],
  })
  expect(copy.emails[0]?.id).not.toBe(email.id)
  expect(copy.graph.steps).toMatchObject([{ action: { email_id: copy.emails[0]?.id } }])

  await call.delete({ id })
  await expect(call.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(call.publish({ id, revision: 2, enter_existing: [] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await ctx.db.automationListener.count({ where: { automation_id: id } })).toBe(0)
  await endRuns(ctx, { id, budget: new Budget(10_000) })
  for (const run of await runs())
    expect(run).toMatchObject({ state: 'left', reason: 'automation_deleted', due_at: null })
})

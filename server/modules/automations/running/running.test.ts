import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { getSubscriber, unsubscribe, updateSubscriber } from '../../subscribers/service.ts'
import { createTag, deleteTag } from '../../tags/service.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { enter } from '../entering/enter.ts'
import { advanceAutomation } from './advance.ts'

const MINUTE_MS = 60_000

/** An account whose clock stands still until the test moves it. */
async function onClock(names: readonly string[]) {
  const account = await testAccount()
  let now = Date.parse('2027-03-01T09:00:00Z')
  account.ctx.now = () => new Date(now)
  const ids = await addNamed(account, names)
  return {
    account,
    ctx: account.ctx,
    ids,
    pass: (minutes: number) => {
      now += minutes * MINUTE_MS
    },
  }
}

const add = ({ ctx }: TestAccount, automation_id: number, ids: readonly number[]) =>
  write(ctx, (tx) =>
    enter(tx, {
      automation_id,
      entries: ids.map((subscriber_id) => ({ subscriber_id, trigger_id: null, data: {} })),
    }),
  )

const move = async (account: TestAccount, id: number) => {
  expect(await advanceAutomation(account.ctx, { id, work_ms: 60_000 })).toEqual({ state: 'finished' })
  return runsOf(account, id)
}

const tagAction = (id: string, tag_id: number, next: string | null = null) => ({
  id,
  kind: 'action',
  next,
  action: { type: 'add_tag', tag_id },
})

const tagsOf = async ({ ctx }: TestAccount) =>
  (
    await ctx.sql.rows<{ tag_id: number; subscriber_id: number }>(
      'select tag_id, subscriber_id from tagging where account_id = $1 order by id',
    )
  ).map((row) => `${row.tag_id} ${row.subscriber_id}`)

test('a trigger, an action, a wait and another action: each once, with trace and counts', async () => {
  const { account, ctx, ids, pass } = await onClock(['Lin', 'Ada'])
  const [first, second, third] = (await Promise.all(['A', 'B', 'C'].map((name) => createTag(ctx, { name })))).map(
    ({ value }) => value.id,
  ) as [number, number, number]
  const { id } = await liveAutomation(account, {
    triggers: [{ id: 't', on: { type: 'tag_added', tag_id: first } }],
    steps: [
      tagAction('a', second, 'w'),
      { id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 60 }, next: 'b' },
      tagAction('b', third),
    ],
  })
  await tagSubscribers(ctx, { pairs: ids.map((subscriber_id) => ({ tag_id: first, subscriber_id })) })
  const due_at = new Date(+ctx.now() + 60 * MINUTE_MS)
  expect(await move(account, id)).toMatchObject(ids.map(() => ({ state: 'waiting', step_id: 'w', due_at })))
  pass(59)
  expect(await move(account, id)).toMatchObject(ids.map(() => ({ state: 'waiting' })))
  pass(1)
  expect(await move(account, id)).toMatchObject(ids.map(() => ({ state: 'completed', step_id: null })))
  expect(await tagsOf(account)).toEqual([first, second, third].flatMap((tag) => ids.map((one) => `${tag} ${one}`)))
  const trace = await ctx.sql.rows(
    `select t.event, t.step_id, t.data ->> 'exit' as exit from automation_trace t
     join automation_run r on r.account_id = t.account_id and r.id = t.run_id
     where t.account_id = $1 and r.subscriber_id = $2 order by t.id`,
    [ids[0]],
  )
  expect(trace).toEqual([
    { event: 'entered', step_id: null, exit: null },
    { event: 'passed', step_id: 'a', exit: 'next' },
    { event: 'waiting', step_id: 'w', exit: null },
    { event: 'passed', step_id: 'w', exit: 'next' },
    { event: 'passed', step_id: 'b', exit: 'next' },
    { event: 'completed', step_id: null, exit: null },
  ])
  const counts = await ctx.db.automationStepCount.findMany({ orderBy: { step_id: 'asc' } })
  expect(counts).toMatchObject([
    { step_id: 'a', entered: 2, passed: 2, exits: { next: 2 }, failed: 0, ended: 0 },
    { step_id: 'all_runs', entered: 2, passed: 2, ended: 0, moved: 0 },
    { step_id: 'b', entered: 2, passed: 2, ended: 0 },
    { step_id: 't', entered: 2 },
    { step_id: 'w', entered: 2, passed: 2 },
  ])
})

test('conditions, splits and random splits send each subscriber where they belong', async () => {
  const { account, ctx, ids } = await onClock(['Lin', 'Ada', 'Max', 'Eve'])
  const [lin, ada, max] = ids as [number, number, number, number]
  const vip = (await createTag(ctx, { name: 'Vip' })).value.id
  const plan = (await createCustomField(ctx, { label: 'Plan' })).value
  await tagSubscribers(ctx, { pairs: [{ tag_id: vip, subscriber_id: lin }] })
  await updateSubscriber(ctx, { id: ada, fields: { plan: ' Pro ' } })
  await updateSubscriber(ctx, { id: max, fields: { plan: 'free' } })
  const set = (id: string, value: string) => ({
    id,
    kind: 'action',
    next: null,
    action: { type: 'set_field', custom_field_id: plan.id, value },
  })
  const { id } = await liveAutomation(account, {
    steps: [
      {
        id: 'c',
        kind: 'condition',
        filter: { all: [{ type: 'tags', any: [{ type: 'ids', matching: [vip] }] }] },
        yes: 't',
        no: 's',
      },
      {
        id: 't',
        kind: 'split',
        by: { type: 'tag' },
        otherwise: null,
        branches: [{ id: 'b1', label: 'Vip', value: String(vip), next: 'v' }],
      },
      {
        id: 's',
        kind: 'split',
        by: { type: 'field', custom_field_id: plan.id },
        otherwise: 'o',
        branches: [{ id: 'b2', label: 'Pro', value: 'pro', next: 'r' }],
      },
      {
        id: 'r',
        kind: 'random_split',
        branches: [
          { id: 'b3', label: 'A', percent: 100, next: 'p' },
          { id: 'b4', label: 'B', percent: 0, next: 'o' },
        ],
      },
      set('v', 'vip'),
      set('p', 'random'),
      set('o', 'other of {{ subscriber.first_name }}'),
    ],
  })
  await add(account, id, ids)
  expect(await move(account, id)).toMatchObject(ids.map(() => ({ state: 'completed' })))
  const plans = await Promise.all(ids.map(async (one) => (await getSubscriber(ctx, { id: one })).fields.plan))
  expect(plans).toEqual(['vip', 'random', 'other of Max', 'other of Eve'])
})

test('an event ends its wait, a time-out takes its own exit, and a goal skips ahead', async () => {
  const { account, ctx, ids, pass } = await onClock(['Lin', 'Ada', 'Max'])
  const [lin, ada, max] = ids as [number, number, number]
  const [wanted, goal] = (await Promise.all(['A', 'B'].map((name) => createTag(ctx, { name })))).map(
    ({ value }) => value.id,
  ) as [number, number]
  const { id } = await liveAutomation(account, {
    steps: [
      {
        id: 'e',
        kind: 'wait_for_event',
        events: [{ type: 'tag_added', tag_id: wanted }],
        timeout_minutes: 30,
        next: 'x',
        timed_out: 'g',
      },
      { id: 'x', kind: 'wait', wait: { for: 'duration', minutes: 600 }, next: 'g' },
      { id: 'g', kind: 'goal', name: 'Tagged', events: [{ type: 'tag_added', tag_id: goal }], next: 'z' },
      { id: 'z', kind: 'wait', wait: { for: 'duration', minutes: 6000 }, next: null },
    ],
  })
  await tagSubscribers(ctx, { pairs: [{ tag_id: wanted, subscriber_id: ada }] })
  await add(account, id, ids)
  expect(await move(account, id)).toMatchObject(ids.map(() => ({ state: 'waiting', step_id: 'e' })))
  pass(10)
  await tagSubscribers(ctx, { pairs: [{ tag_id: wanted, subscriber_id: lin }] })
  expect((await move(account, id)).map(({ step_id }) => step_id)).toEqual(['x', 'e', 'e'])
  await tagSubscribers(ctx, { pairs: [{ tag_id: goal, subscriber_id: lin }] })
  expect((await move(account, id)).map(({ step_id }) => step_id)).toEqual(['z', 'e', 'e'])
  pass(20)
  // Events before the time-out count before it, even if they are matched later.
  await tagSubscribers(ctx, { pairs: [{ tag_id: goal, subscriber_id: max }] })
  expect((await move(account, id)).map(({ step_id }) => step_id)).toEqual(['z', 'z', 'z'])
  const exits = await ctx.sql.rows(
    `select r.subscriber_id, t.event, t.step_id, t.data ->> 'exit' as exit, t.data ->> 'to' as "to" from automation_trace t
     join automation_run r on r.account_id = t.account_id and r.id = t.run_id
     where t.account_id = $1 and t.event in ('passed', 'moved') order by r.id, t.id`,
  )
  expect(exits).toEqual([
    { subscriber_id: lin, event: 'passed', step_id: 'e', exit: 'next', to: null },
    { subscriber_id: lin, event: 'moved', step_id: 'x', exit: null, to: 'g' },
    { subscriber_id: lin, event: 'passed', step_id: 'g', exit: 'next', to: null },
    { subscriber_id: ada, event: 'passed', step_id: 'e', exit: 'timed_out', to: null },
    { subscriber_id: ada, event: 'passed', step_id: 'g', exit: 'next', to: null },
    { subscriber_id: max, event: 'moved', step_id: 'e', exit: null, to: 'g' },
    { subscriber_id: max, event: 'passed', step_id: 'g', exit: 'next', to: null },
  ])
})

test('who is no longer active leaves, a failing step holds with a reason and is tried again', async () => {
  const { account, ctx, ids, pass } = await onClock(['Lin', 'Ada', 'Max'])
  const [lin] = ids as [number]
  const gone = (await createTag(ctx, { name: 'Gone' })).value.id
  const plan = (await createCustomField(ctx, { label: 'Plan' })).value
  const { id } = await liveAutomation(account, {
    steps: [
      { id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 60 }, next: 'f' },
      {
        id: 'f',
        kind: 'action',
        next: 'a',
        action: {
          type: 'set_field',
          custom_field_id: plan.id,
          value: `{% if subscriber.first_name == 'Ada' %}{% for i in (1..20000) %}x{% endfor %}{% endif %}`,
        },
      },
      tagAction('a', gone),
    ],
  })
  await add(account, id, ids)
  await move(account, id)
  await unsubscribe(ctx, { id: lin })
  expect((await runsOf(account, id))[0]).toMatchObject({ state: 'left', reason: 'unsubscribed' })
  await deleteTag(ctx, { id: gone })
  pass(60)
  const [, ada, max] = await move(account, id)
  expect(ada).toMatchObject({ state: 'held', step_id: 'f', attempts: 1, due_at: new Date(+ctx.now() + MINUTE_MS) })
  expect(max).toMatchObject({ state: 'held', step_id: 'a', due_at: null, problem: expect.stringContaining('deleted') })
  pass(1)
  expect((await move(account, id))[1]).toMatchObject({ attempts: 2, due_at: new Date(+ctx.now() + 5 * MINUTE_MS) })
})

test('remaining waits do not pass while it is paused, dates do, and events of the pause count', async () => {
  const { account, ctx, ids, pass } = await onClock(['Lin', 'Ada'])
  const [lin] = ids as [number]
  const tag = (await createTag(ctx, { name: 'A' })).value.id
  const setState = (data: object) => ctx.db.automation.updateMany({ data })
  const { id } = await liveAutomation(account, {
    steps: [
      {
        id: 'e',
        kind: 'wait_for_event',
        events: [{ type: 'tag_added', tag_id: tag }],
        timeout_minutes: 60,
        next: 'd',
        timed_out: null,
      },
      { id: 'd', kind: 'wait', wait: { for: 'date', date: '2027-03-01', at: '11:30', zone: 'account' }, next: null },
    ],
  })
  await add(account, id, ids)
  await move(account, id)
  pass(20)
  const from = ctx.now()
  await setState({ state: 'paused', paused_at: from })
  pass(100)
  await tagSubscribers(ctx, { pairs: [{ tag_id: tag, subscriber_id: lin }] })
  expect(await move(account, id)).toMatchObject([{ step_id: 'e' }, { step_id: 'e' }])
  await setState({ state: 'live', paused_at: null, pauses: [[from.toISOString(), ctx.now().toISOString()]] })
  const [first, second] = await move(account, id)
  expect(first).toMatchObject({ state: 'completed' })
  expect(second).toMatchObject({ state: 'waiting', step_id: 'e', due_at: new Date(+ctx.now() + 40 * MINUTE_MS) })
  pass(40)
  expect((await move(account, id))[1]).toMatchObject({ state: 'completed' })
})

test('a loop that does not end is held', async () => {
  const { account, ctx, ids } = await onClock(['Lin'])
  const tag = (await createTag(ctx, { name: 'A' })).value.id
  const { id } = await liveAutomation(account, {
    steps: [{ id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 0 }, next: 'a' }, tagAction('a', tag, 'w')],
  })
  await add(account, id, ids)
  expect(await move(account, id)).toMatchObject([
    { state: 'held', due_at: null, problem: expect.stringMatching(/^The subscriber did 1,000 steps within an hour/) },
  ])
})

test('two runs of a subscriber that move together do each step one after the other', async () => {
  const { account, ctx, ids } = await onClock(['Lin'])
  const visits = (await createCustomField(ctx, { label: 'Visits' })).value
  const other = await liveAutomation(account, {}, { reentry: 'always' })
  const act = (id: string, next: string | null, action: object) => ({ id, kind: 'action', next, action })
  const value = '{{ subscriber.visits | default: 0 | plus: 1 }}'
  const { id } = await liveAutomation(
    account,
    {
      steps: [
        act('a', 'b', { type: 'set_field', custom_field_id: visits.id, value }),
        act('b', null, { type: 'start_automation', automation_id: other.id }),
      ],
    },
    { reentry: 'always' },
  )
  await add(account, id, ids)
  await add(account, id, ids)
  expect((await move(account, id)).map(({ state }) => state)).toEqual(['completed', 'completed'])
  expect((await getSubscriber(ctx, { id: ids[0] as number })).fields.visits).toBe('2')
  expect(await runsOf(account, other.id)).toHaveLength(2)
})

test('a run that unsubscribes its subscriber takes the other runs along', async () => {
  const { account, ids } = await onClock(['Lin'])
  const steps = [{ id: 'u', kind: 'action', next: null, action: { type: 'unsubscribe' } }]
  const { id } = await liveAutomation(account, { steps }, { reentry: 'always' })
  await add(account, id, ids)
  await add(account, id, ids)
  expect((await move(account, id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['completed', null],
    ['left', 'unsubscribed'],
  ])
})

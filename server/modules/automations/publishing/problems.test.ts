import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { createCustomField, deleteCustomField } from '../../custom-fields/service.ts'
import { updateSubscriber } from '../../subscribers/service.ts'
import { createTag } from '../../tags/service.ts'
import { Graph } from '../graph-schema.ts'
import { removeRuns } from '../running/leave.ts'
import { shapeProblems } from './shape.ts'

/** Problems as "code step". */
const shape = (graph: object, kind: 'rule' | 'visual' = 'visual') =>
  shapeProblems(Graph.parse({ triggers: [{ id: 't1', on: { type: 'form_joined' } }], ...graph }), {
    automation_id: 1,
    kind,
    today: '2026-11-23',
  }).map(({ code, step_id, trigger_id }) => [code, step_id ?? trigger_id].join(' ').trim())

const act = (id: string, next: string | null = null, action: object = { type: 'unsubscribe' }) => ({
  id,
  kind: 'action',
  action,
  next,
})
const wait = (id: string, next: string | null, wait: object = { for: 'duration', minutes: 1 }) => ({
  id,
  kind: 'wait',
  wait,
  next,
})

test('the shape of a graph is checked', () => {
  expect(shape({})).toEqual(['empty'])
  expect(shape({ triggers: [], first: 'a', steps: [act('a')] })).toEqual(['no_trigger'])
  expect(shape({ first: 'a', steps: [act('a', 'x')] })).toEqual(['unknown_step a'])
  expect(shape({ first: 'x', steps: [act('a')] })).toEqual(['unknown_step', 'unreachable a'])
  expect(shape({ first: 'a', steps: [act('a'), act('b', 'a')] })).toEqual(['unreachable b'])
  expect(shape({ first: 'a', steps: [act('a'), act('a')] })).toEqual(['duplicate_id a'])
  expect(shape({ first: 't1', steps: [act('t1')] })).toEqual(['duplicate_id t1'])
  const goal = { id: 'g', kind: 'goal', name: 'Bought', events: [{ type: 'purchased' }], next: null }
  expect(shape({ first: 'a', steps: [act('a'), goal] })).toEqual(['unreachable_goal g'])
  expect(shape({ first: 'a', steps: [act('a', 'g'), goal] })).toEqual([])
  const halves = (a: number, b: number, id = 'b') =>
    shape({
      first: 'r',
      steps: [
        {
          id: 'r',
          kind: 'random_split',
          branches: [
            { id: 'a', label: 'A', next: null, percent: a },
            { id, label: 'B', next: null, percent: b },
          ],
        },
      ],
    })
  expect(halves(50, 50)).toEqual([])
  expect(halves(50, 49)).toEqual(['percentages r'])
  expect(halves(50, 50, 'a')).toEqual(['duplicate_branch r'])
  const split = (second: string) =>
    shape({
      first: 's',
      steps: [
        {
          id: 's',
          kind: 'split',
          by: { type: 'field', custom_field_id: 1 },
          branches: [
            { id: 'a', label: 'A', next: null, value: 'Oslo' },
            { id: 'b', label: 'B', next: null, value: second },
          ],
          otherwise: null,
        },
      ],
    })
  expect(split('Bergen')).toEqual([])
  expect(split(' oslo ')).toEqual(['duplicate_branch s'])
})

test('a way back needs a wait that everyone makes', () => {
  const back = (...steps: object[]) => shape({ first: 'a', steps })
  expect(back(act('a', 'b'), act('b', 'a'))).toEqual(['loop_without_wait a'])
  expect(back(act('a', 'a'))).toEqual(['loop_without_wait a'])
  expect(back(act('a', 'b'), wait('b', 'a'))).toEqual([])
  expect(back(act('a', 'b'), wait('b', 'a', { for: 'duration', minutes: 0 }))).toEqual(['loop_without_wait a'])
  expect(back(act('a', 'b'), wait('b', 'a', { for: 'weekday', weekdays: ['monday'], at: '09:00' }))).toEqual([])
  // Subscribers who come back after the date do not wait.
  expect(back(act('a', 'b'), wait('b', 'a', { for: 'date', date: '2027-01-01', at: '09:00' }))).toEqual([
    'loop_without_wait a',
  ])
  const condition = { id: 'a', kind: 'condition', filter: { all: [] }, yes: 'b', no: 'c' }
  expect(back(condition, wait('b', 'a'), act('c', 'a'))).toEqual(['loop_without_wait a'])
  expect(back(condition, wait('b', 'a'), act('c', 'b'))).toEqual([])
  const until = {
    id: 'b',
    kind: 'wait_for_event',
    events: [{ type: 'purchased' }],
    timeout_minutes: 5,
    next: null,
    timed_out: 'a',
  }
  expect(back(act('a', 'b'), until)).toEqual([])
  const itself = { type: 'start_automation', automation_id: 1 }
  expect(back(act('a', 'b'), act('b', null, itself))).toEqual(['starts_itself b'])
  expect(back(act('a', 'w'), wait('w', 'b'), act('b', null, itself))).toEqual([])
  expect(back(wait('a', null, { for: 'date', date: '2026-11-22', at: '09:00' }))).toEqual(['past_date a'])
  expect(back(wait('a', null, { for: 'date', date: '2026-11-23', at: '09:00' }))).toEqual([])
})

test('the largest graph is checked without recursion', () => {
  const steps = Array.from({ length: 200 }, (_, at) => act(`s${at}`, at < 199 ? `s${at + 1}` : 's0'))
  expect(shape({ first: 's0', steps })).toEqual(['loop_without_wait s0'])
})

test('a rule has one trigger and actions only', () => {
  const triggers = ['t1', 't2'].map((id) => ({ id, on: { type: 'form_joined' } }))
  expect(shape({ triggers, first: 'a', steps: [wait('a', 'b'), act('b')] }, 'rule')).toEqual([
    'rule_shape',
    'rule_shape a',
  ])
})

test('objects that were deleted or belong to another account are problems of their step', async () => {
  const account = await testAccount()
  const call = dashboard(account)
  const stranger = await testAccount()
  const own = (await createTag(account.ctx, { name: 'Own' })).value
  const foreign = (await createTag(stranger.ctx, { name: 'Foreign' })).value
  const addBroadcast = async ({ ctx, account_id }: typeof account) =>
    (await ctx.db.broadcast.create({ data: { account_id, subject: 'May' } })).id
  const [known, deleted] = [await addBroadcast(account), await addBroadcast(account)]
  await account.ctx.db.broadcast.deleteMany({ where: { id: deleted } })
  const conditions = [
    { type: 'opens', any: [{ type: 'broadcasts', ids: [known] }] },
    { type: 'clicks', any: [{ type: 'broadcasts', ids: [known, deleted] }] },
    { type: 'clicks', any: [{ type: 'urls', ids: [999_999] }] },
    { type: 'sent', any: [{ type: 'broadcasts', ids: [await addBroadcast(stranger)] }] },
    { type: 'attribution', any: [{ type: 'service_source', source_ids: [999_999], mechanism_ids: [5] }] },
    { type: 'custom_field', subscriber_custom_field_id: 999_999, value: '' },
  ]
  const asked = (id: string, filter: object, yes: string | null) => ({
    id,
    kind: 'condition',
    filter: { all: [filter] },
    yes,
    no: null,
  })
  const graph = Graph.parse({
    triggers: [
      { id: 't1', on: { type: 'form_joined', form_id: 999_999 } },
      { id: 't2', on: { type: 'purchased', product_id: 999_999 } },
      { id: 't3', on: { type: 'segment_entered', segment_id: 999_999 } },
      { id: 't4', on: { type: 'automation_completed', automation_id: 999_999 } },
      { id: 't5', on: { type: 'app_event', plugin_id: 999_999 } },
    ],
    first: 'a',
    steps: [
      act('a', 'b', { type: 'add_tag', tag_id: own.id }),
      act('b', 'c', { type: 'add_tag', tag_id: foreign.id }),
      act('c', 'd', { type: 'add_to_sequence', sequence_id: 999_999 }),
      act('d', 'e', { type: 'set_field', custom_field_id: 999_999, value: '{{ x' }),
      act('e', 'f', { type: 'notify_team', user_ids: [account.user_id, stranger.user_id], message: 'Hi' }),
      act('f', 'g', { type: 'send_email', email_id: 999_999 }),
      {
        id: 'g',
        kind: 'condition',
        filter: { all: [{ type: 'tags', any: [{ type: 'ids', matching: [foreign.id, own.id] }] }] },
        yes: 'h0',
        no: null,
      },
      ...conditions.map((one, at) => asked(`h${at}`, one, at + 1 < conditions.length ? `h${at + 1}` : null)),
    ],
  })
  const { id, problems } = await call.automations.create({ name: 'Broken', kind: 'visual', graph })
  expect(problems.map(({ code, step_id, trigger_id }) => `${code} ${step_id ?? trigger_id}`).sort()).toEqual([
    'broken_liquid d',
    'no_email f',
    'unknown_automation t4',
    'unknown_broadcast h1',
    'unknown_broadcast h3',
    'unknown_field d',
    'unknown_field h5',
    'unknown_form h4',
    'unknown_form t1',
    'unknown_link h2',
    'unknown_member e',
    'unknown_plugin t5',
    'unknown_product t2',
    'unknown_segment t3',
    'unknown_sequence c',
    'unknown_tag b',
    'unknown_tag g',
  ])
  const messageOf = (wanted: string) => problems.find(({ code }) => code === wanted)?.message
  expect(messageOf('unknown_broadcast')).toBe('The broadcast was deleted. Choose another one.')
  expect(messageOf('unknown_link')).toBe('None of your emails has the link of this condition. Choose another link.')
  expect(messageOf('unknown_member')).toBe('A team member of this step has left the account. Choose someone else.')
  // An email needs a subject, content and a sender, in this order.
  const { ctx } = account
  const email = await ctx.db.automationEmail.create({ data: { account_id: account.account_id, automation_id: id } })
  const sending = Graph.parse({ first: 'a', steps: [act('a', null, { type: 'send_email', email_id: email.id })] })
  const codes = async () => {
    const { revision } = await call.automations.get({ id })
    const saved = await call.automations.save({ id, revision, name: 'Email', reentry: 'never', graph: sending })
    return saved.problems.flatMap(({ code, step_id }) => (step_id ? code : []))
  }
  const set = (data: object) => ctx.db.automationEmail.updateMany({ where: { id: email.id }, data })
  expect(await codes()).toEqual(['no_subject'])
  await set({ subject: 'Hello' })
  expect(await codes()).toEqual(['no_content'])
  await set({ content: '<p>Hello {{ subscriber.first_name</p>' })
  expect(await codes()).toEqual(['broken_liquid'])
  await set({ content: '<p>Hello</p>', email_address: 'other@studio.example' })
  expect(await codes()).toEqual(['no_sender'])
  await set({ email_address: null })
  expect(await codes()).toEqual([])
  expect((await call.automations.get({ id })).emails).toEqual([
    { id: email.id, subject: 'Hello', preview_text: null, has_content: true, problem: null },
  ])
})

test('a custom field that an automation uses is not deleted [contract 8.6]', async () => {
  const account = await testAccount()
  const call = dashboard(account)
  const field = (await createCustomField(account.ctx, { label: 'City' })).value
  const set = { type: 'set_field', custom_field_id: field.id, value: 'Oslo' }
  const graph = Graph.parse({ first: 'a', steps: [act('a', null, set)] })
  const { id } = await call.automations.create({ name: 'Cities', kind: 'rule', graph })
  await expect(deleteCustomField(account.ctx, { id: field.id })).rejects.toMatchObject({
    code: 'invalid',
    messages: ['Unable to destroy the custom field.', 'The automation “Cities” uses it'],
  })
  await call.automations.delete({ id })
  await deleteCustomField(account.ctx, { id: field.id })
})

test('a custom field cannot be deleted while a version uses it that subscribers enter or are in', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const city = (await createCustomField(ctx, { label: 'City' })).value
  const [lin = 0] = await addNamed(account, ['Lin'])
  const on = { type: 'field_changed', custom_field_id: city.id, value: null }
  const waiting = { id: 'w', kind: 'wait', wait: { for: 'duration', minutes: 600 }, next: null }
  const { id, publish } = await liveAutomation(account, { triggers: [{ id: 't', on }], steps: [waiting] })
  const remove = () => deleteCustomField(ctx, { id: city.id })
  const used = { messages: ['Unable to destroy the custom field.', 'The automation “Welcome” uses it'] }
  // The draft does not use it.
  await expect(remove()).rejects.toMatchObject(used)
  await updateSubscriber(ctx, { id: lin, fields: { city: 'Oslo' } })
  await runsOf(account, id)
  await publish({ triggers: [], steps: [waiting] })
  await expect(remove()).rejects.toMatchObject(used)
  const run = await ctx.db.automationRun.findFirstOrThrow({ where: { account_id } })
  await write(ctx, (tx) => removeRuns(tx, { automation_id: id, run_ids: [Number(run.id)], reason: 'removed' }))
  await remove()
})

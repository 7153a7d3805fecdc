import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { createCustomField } from '../custom-fields/service.ts'
import { createTag } from '../tags/service.ts'
import type { Graph } from './graph-schema.ts'

const action = (id: string, action: object, next: string | null = null) =>
  ({ id, kind: 'action', action, next, note: '' }) as Graph['steps'][number]

async function studio() {
  const account = await testAccount()
  const call = dashboard(account)
  const tag = (await createTag(account.ctx, { name: 'Buyer' })).value
  const field = (await createCustomField(account.ctx, { label: 'City' })).value
  return { account, call, tag, field }
}

test('an automation is created as a draft, saved with its revision, listed with what it does, and renamed', async () => {
  const { call, tag } = await studio()
  const made = await call.automations.create({ name: ' Welcome ', kind: 'visual' })
  expect(made).toMatchObject({
    name: 'Welcome',
    state: 'draft',
    reentry: 'never',
    revision: 1,
    version: null,
    has_changes: true,
  })
  expect(made.problems.map(({ code, blocks }) => [code, blocks])).toEqual([
    ['empty', true],
    ['no_trigger', false],
  ])
  const graph: Graph = {
    triggers: [{ id: 't1', on: { type: 'form_joined', form_id: null } }],
    first: 'a',
    steps: [action('a', { type: 'add_tag', tag_id: tag.id }, 'b'), action('b', { type: 'unsubscribe' })],
  }
  const draft = { id: made.id, revision: 1, name: 'Welcome', reentry: 'always' as const, graph }
  expect(await call.automations.save(draft)).toEqual({ revision: 2, problems: [] })
  await expect(call.automations.save({ ...draft, name: 'Old' })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await call.automations.get({ id: made.id })).toMatchObject({
    graph,
    reentry: 'always',
    revision: 2,
    problems: [],
  })

  await call.automations.rename({ id: made.id, name: 'Hello' })
  const other = await call.automations.create({ name: 'Buyers', kind: 'rule', graph })
  expect([made.reentry, other.reentry]).toEqual(['never', 'always'])
  const { rows, pagination } = await call.automations.list({ per_page: 1, search: 'hell' })
  expect(pagination).toMatchObject({ has_next_page: false })
  expect(rows).toEqual([
    {
      id: made.id,
      name: 'Hello',
      kind: 'visual',
      state: 'draft',
      has_changes: true,
      failing_apps: 0,
      is_locked: false,
      summary: 'Joins any form: add the tag “Buyer”, unsubscribe',
      entered: 0,
      inside: 0,
      held: 0,
      completed: 0,
      updated_at: expect.stringMatching(/Z$/),
    },
  ])
  expect((await call.automations.list({})).rows.map(({ id }) => id)).toEqual([other.id, made.id])
  expect((await call.automations.list({ kind: 'rule' })).rows.map(({ id }) => id)).toEqual([other.id])
})

test('a rule becomes an automation with its id, and is a rule again while it has only what a rule has', async () => {
  const { call, tag } = await studio()
  const graph: Graph = {
    triggers: [{ id: 't1', on: { type: 'form_joined', form_id: null } }],
    first: 'a',
    steps: [action('a', { type: 'add_tag', tag_id: tag.id })],
  }
  const { id, revision, name } = await call.automations.create({ name: 'Buyers', kind: 'rule', graph })
  const changed = await call.automations.changeKind({ id, kind: 'visual' })
  expect(changed).toMatchObject({ id, kind: 'visual', reentry: 'always', graph, revision })
  expect((await call.automations.list({ kind: 'rule' })).rows).toEqual([])
  expect(await call.automations.changeKind({ id, kind: 'rule' })).toMatchObject({ kind: 'rule' })

  await call.automations.changeKind({ id, kind: 'visual' })
  const wait: Graph['steps'][number] = {
    id: 'w',
    note: '',
    kind: 'wait',
    wait: { for: 'duration', minutes: 5 },
    next: 'a',
  }
  const longer = { ...graph, first: 'w', steps: [wait, ...graph.steps] }
  await call.automations.save({ id, revision, name, reentry: 'always', graph: longer })
  await expect(call.automations.changeKind({ id, kind: 'rule' })).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
    message: expect.stringContaining('A rule has actions only'),
  })
  const stranger = dashboard(await testAccount())
  await expect(stranger.automations.changeKind({ id, kind: 'rule' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test("a viewer cannot change an automation, and another account's does not exist", async () => {
  const { account, call } = await studio()
  const { id, graph } = await call.automations.create({ name: 'Mine', kind: 'visual' })
  const draft = { id, revision: 1, name: 'Theirs', reentry: 'never' as const, graph }
  const viewer = dashboard(account, {
    ...account.ctx,
    actor: { kind: 'user', user_id: account.user_id, role: 'viewer' },
  })
  await expect(viewer.automations.save(draft)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await viewer.automations.get({ id })).toMatchObject({ name: 'Mine' })
  const stranger = dashboard(await testAccount())
  await expect(stranger.automations.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(stranger.automations.save(draft)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(stranger.automations.rename({ id, name: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an automation that follows its template refuses to be saved', async () => {
  const { account, call } = await studio()
  const { id, graph } = await call.automations.create({ name: 'Adopted', kind: 'visual' })
  await account.ctx.db.automation.updateMany({ where: { id }, data: { is_locked: true } })
  const draft = { id, revision: 1, name: 'Changed', reentry: 'never' as const, graph }
  await expect(call.automations.save(draft)).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
    message: expect.stringContaining('Detach it'),
  })
})

test('what steps can name is found by its name in pages, and named by its id', async () => {
  const { account, call, tag, field } = await studio()
  const { ctx, account_id } = account
  const names = ['Pro course', 'Course alumni', '100% COURSE', 'Book']
  for (const name of names) await createTag(ctx, { name })
  const { rows, pagination } = await call.automations.choices({ kind: 'tag', search: ' course ', per_page: 2 })
  expect(rows.map(({ name }) => name)).toEqual(['100% COURSE', 'Course alumni'])
  const after = pagination.end_cursor ?? ''
  const rest = await call.automations.choices({ kind: 'tag', search: 'course', per_page: 2, after })
  expect([rest.rows.map(({ name }) => name), rest.pagination.has_next_page]).toEqual([['Pro course'], false])
  expect((await call.automations.choices({ kind: 'tag', search: '%' })).rows).toHaveLength(1)
  await expect(call.automations.choices({ kind: 'tag', per_page: 101 })).rejects.toThrow('between 1 and 100')
  await expect(call.automations.choices({ kind: 'user' as 'tag' })).rejects.toThrow('kind must be one of: tag')

  const form = await ctx.db.form.create({ data: { account_id, uid: 'gone', name: 'Gone', status: 'trashed' } })
  const broadcast = await ctx.db.broadcast.create({ data: { account_id } })
  const foreign = (await createTag((await testAccount()).ctx, { name: 'Foreign' })).value
  const { id } = await call.automations.create({ name: 'Welcome', kind: 'visual' })
  for (const [kind, expected] of [
    ['form', []],
    ['field', [{ id: field.id, name: 'City' }]],
    ['sequence', []],
    ['segment', []],
    ['product', []],
    ['automation', [{ id, name: 'Welcome' }]],
    ['broadcast', [{ id: broadcast.id, name: 'No subject' }]],
  ] as const)
    expect((await call.automations.choices({ kind })).rows, kind).toEqual(expected)
  const found = await call.automations.names({ tag: [tag.id, foreign.id], form: [form.id], member: [account.user_id] })
  expect(found).toMatchObject({ tag: { [tag.id]: 'Buyer' }, form: {}, member: { [account.user_id]: 'Nora Lind' } })
  expect(Object.keys(found.tag)).toHaveLength(1)
})

test('tasks of an automation that does not exist are not found', async () => {
  const { call } = await studio()
  const { id } = await call.automations.create({ name: 'Welcome', kind: 'visual' })
  expect(await call.automations.tasks({ id })).toEqual([])
  const stranger = dashboard(await testAccount())
  await expect(stranger.automations.tasks({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await call.automations.delete({ id })
  await expect(call.automations.tasks({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('settings of app nodes are bounded in size, names and depth, and the error names them', async () => {
  const { call } = await studio()
  const create = (settings: unknown) => {
    const graph = { triggers: [{ id: 't1', on: { type: 'app_event', plugin_id: 1, settings } }], steps: [] }
    return call.automations.create({ name: 'App', kind: 'visual', graph: graph as unknown as Graph })
  }
  let deep: unknown = 'x'
  for (let level = 0; level < 100_000; level++) deep = { a: deep }
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`k${at}`, 1]))
  for (const [settings, message] of [
    [deep, 'must be nested at most 5 levels deep'],
    [many, 'must have at most 500 values'],
    [{ list: Object.values(many) }, 'must have at most 500 values'],
    [{ text: 'x'.repeat(60_000) }, 'must have at most 60,000 characters'],
    [{ ['x'.repeat(65)]: 1 }, 'must have names of at most 64 characters'],
    [[], 'settings'],
  ] as const)
    await expect(create(settings)).rejects.toThrow(message)
  const settings = { course: 'a', levels: [{ name: 'b', of: [{ c: 1 }] }] }
  expect((await create(settings)).graph.triggers[0]?.on).toMatchObject({ settings })
})

test('a condition keeps several broadcasts, groups, sources and how often is counted', async () => {
  const { call } = await studio()
  const filter = {
    all: [
      {
        type: 'clicks' as const,
        count_greater_than: 2,
        last_days: 30,
        any: [
          { type: 'broadcasts' as const, ids: [3, 4, 5] },
          { type: 'urls' as const, urls: ['https://shop.example/', '/b'], matching: 'contains' as const },
        ],
      },
      {
        type: 'tags' as const,
        any: [
          { type: 'ids' as const, matching: [1, 2] },
          { type: 'ids' as const, matching: [3] },
        ],
      },
      {
        type: 'attribution' as const,
        any: [
          { type: 'forms' as const, ids: [1, 2] },
          { type: 'service_source' as const, source_names: ['Footer'], mechanism: 'api' },
        ],
      },
    ],
    counting_mode: 'unique_email' as const,
  }
  const graph: Graph = {
    triggers: [],
    first: 'c',
    steps: [{ id: 'c', kind: 'condition', note: '', filter, yes: null, no: null }],
  }
  const { id } = await call.automations.create({ name: 'Fans', kind: 'visual', graph })
  expect((await call.automations.get({ id })).graph).toEqual(graph)
  const saved = { id, revision: 1, name: 'Fans', reentry: 'never' as const }
  await call.automations.save({ ...saved, graph: (await call.automations.get({ id })).graph })
  expect((await call.automations.get({ id })).graph).toEqual(graph)
})

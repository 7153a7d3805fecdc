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

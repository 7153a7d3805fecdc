import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { purgeExpired } from '../../db/purge.ts'
import { type TestAccount, testAccount, testMember } from '../../testing/account.ts'
import { api } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { takeEvents } from '../../testing/events.ts'
import { taggings, twoTags } from '../../testing/modules/tags/two-tags.ts'
import { Graph } from '../automations/graph-schema.ts'
import { createBroadcast } from '../broadcasts/service.ts'
import { SegmentFilter } from '../subscribers/segment-filter-schema.ts'
import { setTagColor } from '../tags/colors.ts'
import { createTag, renameTag } from '../tags/service.ts'
import { tagSubscribers, untagSubscribers } from '../tags/tagging.ts'
import { listMerges, startMerge } from './service.ts'
import { undoMerge } from './undo.ts'
import { EXPIRED_MERGES, workOnMerge } from './work.ts'

type TwoTags = Awaited<ReturnType<typeof twoTags>>
const db = unscoped()

async function merged({ account: { ctx }, input }: Pick<TwoTags, 'account' | 'input'>, rows = 2) {
  const { id } = await startMerge(ctx, input)
  await workOnMerge(ctx, { id, rows })
  expect(await db.tag.count({ where: { account_id: ctx.account_id, id: input.from_id } })).toBe(0)
  return { id }
}

const given = async (account: TestAccount, tag_id: number) =>
  (await taggings(account, tag_id)).map(({ subscriber_id, tagged_at }) => [Number(subscriber_id), tagged_at.getTime()])

test('an undo restores the tag to exactly its former subscribers, and the other tag to its own', async () => {
  const world = await twoTags()
  const { account, from, into } = world
  const { ctx, account_id } = account
  await setTagColor(ctx, { id: from.id, color: 'green' })
  await db.tag.updateMany({ where: { account_id, id: from.id }, data: { topic_name: 'Plants' } })
  const tags = () => db.tag.findMany({ where: { account_id }, orderBy: { id: 'asc' } })
  const before = { tags: await tags(), from: await given(account, from.id), into: await given(account, into.id) }
  await db.webhookEndpoint.create({
    data: {
      account_id,
      name: 'Shop',
      url: 'https://shop.example/',
      secret: 'none',
      events: ['tag.created', 'tag.deleted'],
    },
  })
  const { id } = await merged(world)
  expect(await given(account, into.id)).toHaveLength(6)
  expect(await listMerges(ctx)).toMatchObject([{ id, state: 'completed' }])
  await dashboard(account).tag_merges.undo({ id })
  expect({ tags: await tags(), from: await given(account, from.id), into: await given(account, into.id) }).toEqual(
    before,
  )
  expect((await takeEvents(account_id)).map(({ type }) => type)).toEqual([
    'tag.merge_requested',
    'tag.deleted',
    'tag.created',
  ])
  expect(await listMerges(ctx)).toEqual([])
  await expect(undoMerge(ctx, { id })).rejects.toThrow('can no longer be undone')
  // They can be merged again.
  await merged(world)
})

test('an undo keeps tags that subscribers got or lost during the merge and after it', async () => {
  const world = await twoTags(['Moss', 'Mosses'], [4, 4, 2])
  const { account, from, into, input, first, second } = world
  const { ctx } = account
  const [left = 0, late = 0, mine = 0, gone = 0] = first
  const own = (tag_id: number, subscriber_id: number) => ({ pairs: [{ tag_id, subscriber_id }] })
  await untagSubscribers(ctx, own(from.id, late))
  await tagSubscribers(ctx, own(into.id, late))
  const { id } = await startMerge(ctx, input)
  const stop = { isSpent: () => true } as never
  for (let page = 0; page < 2; page++) await workOnMerge(ctx, { id, rows: 2, budget: stop })
  // On pages already copied, one subscriber loses the tag, and another gets the other tag.
  await untagSubscribers(ctx, own(from.id, left))
  await tagSubscribers(ctx, own(from.id, late))
  await workOnMerge(ctx, { id })
  // After the merge, one gets the other tag again, and one is deleted.
  await untagSubscribers(ctx, own(into.id, mine))
  await tagSubscribers({ ...ctx, now: () => new Date(Date.UTC(2026, 4, 1)) }, own(into.id, mine))
  await db.subscriber.deleteMany({ where: { id: gone } })
  await undoMerge(ctx, { id })
  const ids = async (tag_id: number) => (await given(account, tag_id)).map(([subscriber]) => subscriber)
  expect(await ids(from.id)).toEqual(first.filter((one) => one !== left && one !== gone))
  expect(await ids(into.id)).toEqual([late, mine, ...second])
})

async function users(world: TwoTags) {
  const { account, from } = world
  const { ctx, account_id } = account
  const definition = SegmentFilter.parse({ all: [{ type: 'tags', any: [{ type: 'ids', matching: [from.id] }] }] })
  const segment = await db.segment.create({
    data: { account_id, name: 'Good', definition: JSON.parse(JSON.stringify(definition)) },
  })
  await db.form.create({
    data: { account_id, uid: `u${account_id}`, name: 'Footer', settings: { tag_ids: [from.id] } },
  })
  const draft = await createBroadcast(ctx, {
    subject: 'March',
    content: '<p>{% if subscriber.tags contains "Moss" %}Hi{% endif %}</p>',
  })
  await db.broadcast.updateMany({
    where: { id: draft.id },
    data: { subscriber_filter: [{ all: [{ type: 'tag', ids: [from.id] }], any: [], none: [] }] },
  })
  const graph = Graph.parse({
    triggers: [{ id: 't1', on: { type: 'tag_added', tag_id: from.id } }],
    first: 'a',
    steps: [{ id: 'a', kind: 'action', action: { type: 'remove_tag', tag_id: from.id }, next: null }],
  })
  const at = { created_at: ctx.now(), updated_at: ctx.now() }
  const automation = await db.automation.create({
    data: { account_id, name: 'Welcome', draft: graph, version: 1, ...at } as never,
  })
  const version = { account_id, automation_id: automation.id, version: 1 }
  await db.automationVersion.create({ data: { ...version, graph, reentry: 'never', published_at: ctx.now() } as never })
  await db.automationListener.create({
    data: { ...version, step_id: 't1', number: 0, purpose: 'entry', type: 'tag_added', object: String(from.id) },
  })
  return { segment, draft }
}

async function stored({ account_id }: TestAccount) {
  const where = { account_id }
  return {
    segments: await db.segment.findMany({ where, select: { definition: true } }),
    forms: await db.form.findMany({ where, select: { settings: true } }),
    broadcasts: await db.broadcast.findMany({ where, select: { content: true, subscriber_filter: true } }),
    drafts: await db.automation.findMany({ where, select: { draft: true } }),
    versions: await db.automationVersion.findMany({ where, select: { graph: true } }),
    listeners: await db.automationListener.findMany({ where, select: { object: true } }),
    listened_to: await db.tag.findMany({ where, select: { id: true, is_listened_to: true }, orderBy: { id: 'asc' } }),
  }
}

test('after an undo, records refer to the tag again, and no automation starts', async () => {
  const world = await twoTags()
  const { account, into } = world
  await users(world)
  const before = await stored(account)
  const listener = {
    account_id: account.account_id,
    automation_id: 0,
    version: 1,
    step_id: 't2',
    number: 0,
    purpose: 'goal',
  }
  const { id } = await merged(world)
  expect(await stored(account)).not.toEqual(before)
  const { automation_id } = await db.automationListener.findFirstOrThrow({ where: { account_id: account.account_id } })
  await db.automationListener.create({
    data: { ...listener, automation_id, type: 'tag_removed', object: String(into.id) },
  })
  await undoMerge(account.ctx, { id })
  expect(await db.automationEvent.count({ where: { account_id: account.account_id } })).toBe(0)
  await db.automationListener.deleteMany({ where: { account_id: account.account_id, step_id: 't2' } })
  expect(await stored(account)).toEqual(before)
})

test('an undo that would lose later changes says why, and changes nothing', async () => {
  const world = await twoTags()
  const { account, from, into } = world
  const { ctx, account_id } = account
  const { segment, draft } = await users(world)
  const { id } = await merged(world)
  const refuses = async (why: string) => {
    const before = await stored(account)
    await expect(undoMerge(ctx, { id })).rejects.toThrow(why)
    expect(await stored(account)).toEqual(before)
    expect(await given(account, into.id)).toHaveLength(6)
  }
  const { definition } = await db.segment.findFirstOrThrow({ where: { id: segment.id } })
  await db.segment.updateMany({ where: { id: segment.id }, data: { definition: { all: [] } } })
  await refuses('this was changed since: “Good”.')
  await db.segment.updateMany({ where: { id: segment.id }, data: { definition: definition ?? {} } })
  await db.broadcast.updateMany({ where: { id: draft.id }, data: { status: 'sending' } })
  await refuses('A broadcast that uses the tag is being sent')
  await db.broadcast.updateMany({ where: { id: draft.id }, data: { status: 'draft' } })
  const taken = (await createTag(ctx, { name: 'moss' })).value
  await refuses('Its name or address is taken now')
  const { id: later } = await merged({ account, input: { from_id: taken.id, into_id: into.id } })
  await refuses('“moss” was merged into “Mosses” since. Undo that merge first.')
  await undoMerge(ctx, { id: later })
  await renameTag(ctx, { id: taken.id, name: 'Ferns' })
  const lin = await testMember(account, 'editor', 'Lin Berg')
  await expect(undoMerge(lin.ctx, { id })).rejects.toThrow('can no longer be restored')
  await expect(undoMerge({ ...ctx, now: () => new Date(+ctx.now() + 3_700_000) }, { id })).rejects.toThrow('no longer')
  await undoMerge(ctx, { id })
  expect(await given(account, from.id)).toHaveLength(4)

  const { id: last } = await merged(world)
  await db.tag.deleteMany({ where: { account_id, id: into.id } })
  await expect(undoMerge(ctx, { id: last })).rejects.toThrow('“Mosses” was deleted or merged since')
})

test('data for an undo is deleted once the undo has expired, but not during a merge', async () => {
  const world = await twoTags()
  const { account, input } = world
  const { ctx, account_id } = account
  const left = () => db.mergedTagging.count({ where: { account_id } })
  const old = { updated_at: new Date('2001-01-01T00:00:00Z') }
  const { id } = await startMerge(ctx, input)
  await workOnMerge(ctx, { id, rows: 2, budget: { isSpent: () => true } as never })
  await db.tagMerge.updateMany({ where: { account_id, id }, data: old })
  const purge = () => purgeExpired(EXPIRED_MERGES, { now: new Date('2001-01-01T01:06:00Z') })
  await purge()
  expect(await left()).toBe(2)
  await workOnMerge(ctx, { id })
  expect(await left()).toBe(4)
  await db.tagMerge.updateMany({ where: { account_id, id }, data: old })
  await purge()
  expect(await left()).toBe(0)
  // A merge that keeps nothing for an undo.
  const other = await twoTags()
  const begun = await startMerge(other.account.ctx, other.input)
  await workOnMerge(other.account.ctx, { id: begun.id, rows: 2, budget: { isSpent: () => true } as never })
  await db.mergedTagging.deleteMany({ where: { account_id: other.account.account_id } })
  await workOnMerge(other.account.ctx, { id: begun.id })
  expect(await listMerges(other.account.ctx)).toEqual([])
  await expect(undoMerge(other.account.ctx, { id: begun.id })).rejects.toThrow('can no longer be undone')
})

test('a program finds duplicates, previews a merge, merges and undoes it [contract 22.1]', async () => {
  const world = await twoTags()
  const { account, input } = world
  const { token } = account
  const before = await given(account, input.from_id)
  const { preview } = (await api('POST /v4/tag_merges/preview', { token }, input)).body
  expect(preview).toMatchObject({ from_count: expect.any(Number), blocks: [] })
  const { status, body } = await api('POST /v4/tag_merges', { token }, input)
  expect([status, body]).toEqual([202, { tag_merge: { id: expect.any(Number) } }])
  const { id } = body.tag_merge
  expect((await api('POST /v4/tag_merges', { token }, input)).status).toBe(409)
  expect((await api('GET /v4/tag_merges', { token })).body.tag_merges).toMatchObject([{ id, state: 'running' }])
  await workOnMerge(account.ctx, { id, rows: 2 })
  expect((await api('GET /v4/tag_merges', { token })).body.tag_merges).toMatchObject([{ id, state: 'completed' }])
  const { token: foreign } = await testAccount()
  expect((await api(`POST /v4/tag_merges/${id}/undo`, { token: foreign })).status).toBe(404)
  expect((await api(`POST /v4/tag_merges/${id}/undo`, { token })).status).toBe(204)
  expect(await given(account, input.from_id)).toEqual(before)
  expect((await api(`POST /v4/tag_merges/${id}/undo`, { token })).status).toBe(409)
  const same = { from_id: input.from_id, into_id: input.from_id }
  expect((await api('POST /v4/tag_merges', { token }, same)).body.errors).toEqual(['Choose two different tags'])
  await createTag(account.ctx, { name: 'Early bird' })
  await createTag(account.ctx, { name: 'early-birds' })
  expect((await api('GET /v4/tag_merges/duplicates', { token })).body.duplicates).toMatchObject([
    { reason: 'names', tags: [{ name: 'Early bird', count: 0 }, { name: 'early-birds' }] },
    { reason: 'names', tags: [{ name: 'Moss' }, { name: 'Mosses' }] },
  ])
})

import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { twoTags as tagged, taggings } from '../../testing/modules/tags/two-tags.ts'
import { Graph } from '../automations/graph-schema.ts'
import { createBroadcast } from '../broadcasts/service.ts'
import { getSegment } from '../segments/service.ts'
import { SegmentFilter } from '../subscribers/segment-filter-schema.ts'
import { setTagColor } from '../tags/colors.ts'
import { createTag } from '../tags/service.ts'
import { tagSubscribers } from '../tags/tagging.ts'
import { findDuplicates } from './duplicates.ts'
import { listMerges, previewMerge, startMerge } from './service.ts'
import { workOnMerge } from './work.ts'

test('a merge moves every tagging, keeps the earlier time, and deletes the first tag', async () => {
  const { account, from, into, input } = await tagged()
  const { ctx, account_id } = account
  await setTagColor(ctx, { id: from.id, color: 'green' })
  await unscoped().tag.updateMany({
    where: { id: from.id },
    data: { topic_name: 'Plants', topic_description: 'Green' },
  })
  expect(await previewMerge(ctx, input)).toMatchObject({
    from_name: 'Moss',
    into_name: 'Mosses',
    from_count: 4,
    into_count: 3,
    both_count: 1,
    uses: [],
    blocks: [],
  })
  const { id } = await startMerge(ctx, input)
  expect(await listMerges(ctx)).toMatchObject([{ id, from_name: 'Moss', done: 0 }])
  // One page per call, as if the process died after each.
  for (let turn = 0; turn < 10; turn++)
    await workOnMerge(ctx, { id, rows: 2, budget: { isSpent: () => true } as never })
  const moved = await taggings(account, into.id)
  expect(moved.map(({ tagged_at }) => tagged_at.getUTCDate())).toEqual([1, 1, 1, 1, 2, 2])
  expect(await unscoped().tag.findFirst({ where: { account_id, id: from.id } })).toBeNull()
  expect(await unscoped().tag.findFirst({ where: { account_id, id: into.id } })).toMatchObject({
    color: 'green',
    topic_name: 'Plants',
    topic_description: 'Green',
  })
  expect(await listMerges(ctx)).toMatchObject([{ id, state: 'completed' }])
  expect(await unscoped().notification.findFirst({ where: { account_id } })).toMatchObject({
    title: '“Moss” is merged into “Mosses”',
    detail: '3 got the tag “Mosses”; 1 had it already.',
    user_id: account.user_id,
  })
  await workOnMerge(ctx, { id })
})

test('subscribers tagged during the merge keep the tag too', async () => {
  const { account, from, into, ids, input } = await tagged()
  const { id } = await startMerge(account.ctx, input)
  const stop = { isSpent: () => true } as never
  for (let page = 0; page < 2; page++) await workOnMerge(account.ctx, { id, rows: 2, budget: stop })
  // On pages that were already copied.
  await unscoped().tagging.deleteMany({ where: { tag_id: into.id, subscriber_id: ids[0] ?? 0 } })
  await workOnMerge(account.ctx, { id, rows: 2 })
  expect((await taggings(account, into.id)).length).toBe(6)
  expect(await unscoped().tag.count({ where: { id: from.id } })).toBe(0)
})

test('everything that refers to the tag refers to the other: by ID, and by name in conditions of emails', async () => {
  const { account, from, into, input } = await tagged(['VIP & co', 'Best'])
  const { ctx, account_id } = account
  const db = unscoped()
  const definition = SegmentFilter.parse({
    all: [{ type: 'tags', any: [{ type: 'ids', matching: [from.id, 999_999] }] }],
  })
  const segment = await db.segment.create({
    data: { account_id, name: 'Good', definition: JSON.parse(JSON.stringify(definition)) },
  })
  const form = await db.form.create({
    data: { account_id, uid: `f${Date.now()}`, name: 'Footer', settings: { tag_ids: [from.id, into.id] } },
  })
  const content = `<p>{% if subscriber.tags contains "VIP &amp; co" %}Hi{% endif %}{% if subscriber.tags contains 'VIP' %}No{% endif %}</p>`
  const draft = await createBroadcast(ctx, { subject: 'March', content })
  const filter = [{ all: [{ type: 'tag', ids: [from.id] }], any: [], none: [] }]
  await db.broadcast.updateMany({
    where: { id: draft.id },
    data: { subscriber_filter: filter, excluded: [{ type: 'tag', ids: [from.id] }] },
  })
  const sent = await createBroadcast(ctx, { subject: 'Sent', content })
  await db.broadcast.updateMany({ where: { id: sent.id }, data: { status: 'completed' } })
  const graph = Graph.parse({
    triggers: [{ id: 't1', on: { type: 'tag_added', tag_id: from.id } }],
    first: 'a',
    steps: [{ id: 'a', kind: 'action', action: { type: 'remove_tag', tag_id: from.id }, next: null }],
  })
  const automation = await db.automation.create({
    data: {
      account_id,
      name: 'Welcome',
      draft: graph,
      version: 1,
      created_at: ctx.now(),
      updated_at: ctx.now(),
    } as never,
  })
  await db.automationVersion.create({
    data: {
      account_id,
      automation_id: automation.id,
      version: 1,
      graph,
      reentry: 'never',
      published_at: ctx.now(),
    } as never,
  })
  const listener = { account_id, automation_id: automation.id, version: 1, step_id: 't1', number: 0, purpose: 'entry' }
  await db.automationListener.create({ data: { ...listener, type: 'tag_added', object: String(from.id) } })

  const preview = await previewMerge(ctx, input)
  expect(preview.uses.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'segment Good',
    'form Footer',
    'broadcast March',
    'automation Welcome',
  ])
  const { id } = await startMerge(ctx, input)
  await workOnMerge(ctx, { id })
  expect(JSON.stringify((await getSegment(ctx, { id: segment.id })).definition)).toContain(`[${into.id},999999]`)
  expect(await db.form.findFirst({ where: { account_id, id: form.id } })).toMatchObject({
    settings: { tag_ids: [into.id] },
  })
  expect(await db.broadcast.findFirst({ where: { account_id, id: draft.id } })).toMatchObject({
    content: content.replace('"VIP &amp; co"', '"Best"'),
    subscriber_filter: [{ all: [{ type: 'tag', ids: [into.id] }] }],
    excluded: [{ type: 'tag', ids: [into.id] }],
  })
  expect(await db.broadcast.findFirst({ where: { account_id, id: sent.id } })).toMatchObject({ content })
  expect(await db.automationVersion.findFirst({ where: { account_id } })).toMatchObject({
    graph: { triggers: [{ on: { tag_id: into.id } }], steps: [{ action: { tag_id: into.id } }] },
  })
  expect(await db.automation.findFirst({ where: { account_id } })).toMatchObject({
    draft: { triggers: [{ on: { tag_id: into.id } }] },
  })
  expect(await db.automationListener.findFirst({ where: { account_id } })).toMatchObject({ object: String(into.id) })
})

test('a merge starts no automation and calls no webhook about tagging', async () => {
  const { account, into, input } = await tagged()
  const { ctx, account_id } = account
  const automation = await unscoped().automation.create({
    data: { account_id, name: 'Welcome', created_at: ctx.now(), updated_at: ctx.now() } as never,
  })
  const listener = { account_id, automation_id: automation.id, version: 1, step_id: 't1', number: 0, purpose: 'entry' }
  await unscoped().automationListener.create({ data: { ...listener, type: 'tag_added', object: String(into.id) } })
  const { id } = await startMerge(ctx, input)
  await workOnMerge(ctx, { id })
  expect(await unscoped().automationEvent.count({ where: { account_id } })).toBe(0)
})

test('a tag with ongoing work, or into a name that emails cannot contain, cannot be merged', async () => {
  const { account, from, into, input } = await tagged(['Moss', `6' "x"`])
  const { ctx, account_id } = account
  const email = await createBroadcast(ctx, {
    subject: 'March',
    content: '<p>{% if subscriber.tags contains "Moss" %}Hi{% endif %}</p>',
  })
  expect((await previewMerge(ctx, input)).blocks).toEqual([expect.stringContaining('which can’t be')])
  await unscoped().broadcast.updateMany({ where: { id: email.id }, data: { status: 'sending' } })
  expect((await previewMerge(ctx, input)).blocks).toContainEqual(expect.stringContaining('is being sent'))
  await expect(startMerge(ctx, input)).rejects.toThrow('is being sent')
  await unscoped().broadcast.updateMany({ where: { id: email.id }, data: { status: 'completed' } })
  const { id } = await startMerge(ctx, input)
  await expect(startMerge(ctx, { from_id: into.id, into_id: from.id })).rejects.toThrow('being merged already')
  // The merge waits for a broadcast that starts during it.
  await unscoped().broadcast.updateMany({ where: { id: email.id }, data: { status: 'sending' } })
  await workOnMerge(ctx, { id })
  expect(await unscoped().tag.count({ where: { account_id } })).toBe(2)
  await unscoped().broadcast.updateMany({ where: { id: email.id }, data: { status: 'completed' } })
  await workOnMerge(ctx, { id })
  expect(await unscoped().tag.count({ where: { account_id } })).toBe(1)
})

test('merging a deleted tag stops, and another account’s tag does not exist', async () => {
  const { account, into, input } = await tagged()
  const other = await tagged()
  await expect(previewMerge(account.ctx, { ...input, into_id: other.into.id })).rejects.toThrow()
  await expect(startMerge(other.account.ctx, input)).rejects.toThrow()
  const { id } = await startMerge(account.ctx, input)
  await unscoped().tag.deleteMany({ where: { id: into.id } })
  await workOnMerge(other.account.ctx, { id })
  await workOnMerge(account.ctx, { id })
  expect(await unscoped().tagMerge.findFirst({ where: { id } })).toMatchObject({
    state: 'stopped',
    problem: 'One of the tags was deleted.',
  })
})

test('duplicates are tags with the same name apart from case, punctuation and plural, and tags with the same subscribers', async () => {
  const { account, second } = await tagged(['Moss-Fan', 'moss fans'], [1, 6, 0])
  const { ctx } = account
  for (const name of ['Stories', 'story', 'Boss', 'Bos', '!!', '??', 'Alone']) await createTag(ctx, { name })
  const twin = (await createTag(ctx, { name: 'Twin' })).value
  await tagSubscribers(ctx, { pairs: second.map((subscriber_id) => ({ tag_id: twin.id, subscriber_id })) })
  const groups = await findDuplicates(ctx)
  expect(groups.map(({ reason, tags }) => [reason, ...tags.map(({ name }) => name)])).toEqual([
    ['names', 'moss fans', 'Moss-Fan'],
    ['names', 'Stories', 'story'],
    ['subscribers', 'moss fans', 'Twin'],
  ])
  expect(groups[0]?.tags.map(({ count }) => count)).toEqual([6, 1])
})

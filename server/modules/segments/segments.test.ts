import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { sendAll, sendToSink, startBroadcast } from '../../testing/modules/sending.ts'
import { audienceSql, checkAudience, countAudience } from '../broadcasts/compose/audience.ts'
import type { SubscriberFilter } from '../broadcasts/schema.ts'
import { SegmentFilter } from '../subscribers/segment-filter-schema.ts'
import { upsertSubscriber } from '../subscribers/service.ts'
import { changeState } from '../subscribers/state/state.ts'
import { tagSubscriber } from '../tags/one-statement.ts'
import { createTag } from '../tags/service.ts'
import { changeSegment, countSegment, createSegment, deleteSegment, getSegment, previewSegment } from './service.ts'

const NAMES = ['ada', 'bo', 'cy', 'di']

/** Tag 1 is on ada, bo and di, tag 2 on bo and cy. Di is unsubscribed. Each tag has a segment. */
async function audience() {
  const account = await testAccount()
  const { ctx } = account
  const ids: number[] = []
  for (const name of NAMES) ids.push((await upsertSubscriber(ctx, { email_address: `${name}@example.net` })).value.id)
  const segments: number[] = []
  const tags: number[] = []
  for (const [name, who] of [
    ['One', [0, 1, 3]],
    ['Two', [1, 2]],
  ] as const) {
    const { value } = await createTag(ctx, { name })
    for (const at of who) await tagSubscriber(ctx, { tag_id: value.id, id: ids[at] ?? 0 })
    const definition = SegmentFilter.parse({ all: [{ type: 'tags', any: [{ type: 'ids', matching: [value.id] }] }] })
    segments.push((await createSegment(ctx, { name, definition })).id)
    tags.push(value.id)
  }
  await changeState(ctx, { ids: [ids[3] ?? 0], transition: 'unsubscribe', cause: 'api' })
  const matching = async (filter: SubscriberFilter | null) => {
    const { where, values } = await audienceSql(ctx, { subscriber_filter: filter, excluded: null }, { first: 2 })
    const rows = await ctx.sql.rows<{ name: string }>(
      `select split_part(s.email_address, '@', 1) as name from subscriber s
       where s.account_id = $1 and s.state = 'active' and ${where} order by s.id`,
      values,
    )
    const names = rows.map(({ name }) => name)
    expect(await countAudience(ctx, { subscriber_filter: filter })).toMatchObject({
      count: names.length,
      suppressed: 0,
    })
    return names
  }
  const [one = 0, two = 0] = segments
  return { account, ctx, one, two, tags, matching }
}

test('the list is newest first and contains only the account’s segments [contract 8.13]', async () => {
  const { account, one, two } = await audience()
  const { status, body } = await api('GET /v4/segments?per_page=1', key(account))
  expect(status).toBe(200)
  expect(body.segments).toEqual([{ id: two, name: 'Two', created_at: expect.stringMatching(/Z$/) }])
  const next = await api(`GET /v4/segments?after=${body.pagination.end_cursor}`, key(account))
  expect(next.body.segments).toMatchObject([{ id: one, name: 'One' }])
  expect((await api('GET /v4/segments', key(await testAccount()))).body.segments).toEqual([])
})

test('a segment’s counts and preview are current after a rename, a changed filter, and a deletion', async () => {
  const { ctx, one } = await audience()
  expect(await countSegment(ctx, { id: one })).toEqual({ count: 3, active: 2 })
  const { definition } = await getSegment(ctx, { id: one })
  expect(await previewSegment(ctx, { definition })).toMatchObject({
    count: 3,
    active: 2,
    subscribers: [{ email_address: 'di@example.net', state: 'cancelled' }, { first_name: null }, {}],
  })
  expect(await changeSegment(ctx, { id: one, name: 'Uno' })).toMatchObject({ name: 'Uno', definition })
  const active = SegmentFilter.parse({
    conditions: [...definition.conditions, { type: 'subscriber_state', states: ['active'] }],
  })
  expect(await changeSegment(ctx, { id: one, name: 'Uno', definition: active })).toMatchObject({ definition: active })
  expect(await countSegment(ctx, { id: one })).toEqual({ count: 2, active: 2 })
  await deleteSegment(ctx, { id: one })
  await expect(countSegment(ctx, { id: one })).rejects.toThrow('Not Found')
  await expect(deleteSegment(ctx, { id: one })).rejects.toThrow('Not Found')
})

test('an audience combines segments and tags with all, any and none [contract 8.10.1]', async () => {
  const { ctx, one, two, tags, matching } = await audience()
  const segment = (...ids: number[]) => ({ type: 'segment' as const, ids })
  const tag = (...ids: number[]) => ({ type: 'tag' as const, ids })
  const [first = 0, second = 0] = tags
  expect(await matching([{ all: [segment(one, two)] }])).toEqual(['bo'])
  expect(await matching([{ all: [segment(one), tag(second)] }])).toEqual(['bo'])
  expect(await matching([{ any: [segment(one, two)] }])).toEqual(['ada', 'bo', 'cy'])
  expect(await matching([{ any: [segment(two), tag(first)] }])).toEqual(['ada', 'bo', 'cy'])
  expect(await matching([{ none: [segment(one)] }])).toEqual(['cy'])
  expect(await matching([{ none: [segment(one), tag(second)] }])).toEqual([])
  expect(await matching(null)).toEqual(['ada', 'bo', 'cy'])
  await expect(
    checkAudience(ctx, { subscriber_filter: [{ all: [segment(one, 999_999)] }], excluded: null }),
  ).rejects.toThrow('Segment not found')
})

test('an unknown segment or another account’s is rejected, and a known one is returned [contract 8.10.1]', async () => {
  const { account, one } = await audience()
  const foreign = await audience()
  const broadcast = (id: number) =>
    api('POST /v4/broadcasts', key(account), {
      subject: 'x',
      subscriber_filter: [{ all: [{ type: 'segment', ids: [id] }] }],
    })
  expect(await broadcast(foreign.one)).toMatchObject({ status: 422, body: { errors: ['Segment not found'] } })
  const { status, body } = await broadcast(one)
  expect(status).toBe(201)
  expect(body.broadcast.subscriber_filter).toEqual([{ all: [{ type: 'segment', ids: [one] }] }])
})

test('a broadcast to a segment is sent to its subscribers, and is aborted if the segment is deleted', async () => {
  const sink = await sendToSink()
  const { account, ctx, one, two } = await audience()
  const none = { subscriber_filter: [{ none: [{ type: 'segment', ids: [one] }] }] }
  expect(await sendAll(account, await startBroadcast(account, none))).toBe('finished')
  expect(sink.messages.map(({ to }) => to)).toEqual(['cy@example.net'])
  const id = await startBroadcast(account, { subscriber_filter: [{ none: [{ type: 'segment', ids: [two] }] }] })
  await deleteSegment(ctx, { id: two })
  expect(await sendAll(account, id)).toBe('finished')
  expect(sink.messages).toHaveLength(1)
  expect(await ctx.db.broadcast.findFirst({ where: { id } })).toMatchObject({
    status: 'aborted',
    problem: 'Segment not found',
  })
})

test('a program creates, changes, counts and deletes a segment with the whole grammar of the dashboard [contract 21.1]', async () => {
  const { account, tags } = await audience()
  const of_tags = { type: 'tags', any: [{ type: 'ids', matching: tags }] }
  const definition = {
    match: 'none',
    conditions: [
      { type: 'not', condition: of_tags },
      { type: 'group', match: 'any', conditions: [{ type: 'country', codes: ['no'] }, { type: 'purchases' }] },
    ],
  }
  const stored = SegmentFilter.parse(definition)
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  expect(await ask('POST /v4/segments/preview', { definition })).toMatchObject({
    status: 200,
    body: { preview: { count: 4, active: 3, subscribers: [{ state: 'cancelled' }, {}, {}, {}] } },
  })
  const made = await ask('POST /v4/segments', { name: ' Tagged ', definition })
  expect(made).toMatchObject({ status: 201, body: { segment: { name: 'Tagged', definition: stored } } })
  const path = `/v4/segments/${made.body.segment.id}`
  expect((await ask(`GET ${path}`)).body).toEqual(made.body)
  expect((await ask(`GET ${path}/size`)).body).toEqual({ size: { count: 4, active: 3 } })
  expect((await ask(`GET ${path}/sizes`)).body).toEqual({ days: [] })
  expect((await ask(`PUT ${path}`, { name: 'Some' })).body.segment).toMatchObject({ name: 'Some', definition: stored })
  const first = { all: [{ type: 'tags', any: [{ type: 'ids', matching: [tags[0]] }] }] }
  expect((await ask(`PUT ${path}`, { definition: first })).body.segment).toMatchObject({
    name: 'Some',
    definition: { match: 'all', conditions: first.all },
  })
  expect((await ask(`GET ${path}/size`)).body).toEqual({ size: { count: 3, active: 2 } })
  expect((await ask(`DELETE ${path}`)).status).toBe(204)
  expect((await ask(`GET ${path}`)).status).toBe(404)
})

test('a refused definition names the place of each mistake [contract 21.1]', async () => {
  const { account } = await audience()
  const errorsOf = async (body: object) => (await api('POST /v4/segments', key(account), body)).body.errors
  expect(await errorsOf({})).toEqual(["Name can't be blank", 'definition is required'])
  const conditions = [
    { type: 'nothing' },
    { type: 'country', codes: [] },
    {
      type: 'group',
      match: 'any',
      conditions: [{ type: 'not', condition: { type: 'purchases', currency: 'kroner' } }],
    },
  ]
  expect(await errorsOf({ name: 'x', definition: { match: 'some', conditions } })).toEqual([
    'definition.match must be one of: all, any, none',
    'definition.conditions[0].type is not a valid filter type',
    'definition.conditions[1].codes must not be empty',
    'definition.conditions[2].conditions[0].condition.currency must be a currency code such as USD',
  ])
})

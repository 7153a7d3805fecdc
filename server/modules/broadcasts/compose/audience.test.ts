import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, EVERYONE, ledgerRows, sendAll, sendToSink } from '../../../testing/modules/sending.ts'
import { sendBroadcast } from '../sending/sending.ts'
import { audienceSql, NO_AUDIENCE } from './audience.ts'

const EMAIL = { subject: 'March', content: '<p>Hello</p>' }

async function composer(subscribers = 3) {
  const account = await testAccount()
  const ids = await addSubscribers(account, subscribers)
  const addTag = async (name: string, ...members: number[]) => {
    const { id } = await account.ctx.db.tag.create({
      data: { account_id: account.account_id, name, name_folded: name.toLowerCase() },
    })
    await account.ctx.sql.run(
      'insert into tagging (account_id, tag_id, subscriber_id) select $1, $2, unnest($3::bigint[])',
      [id, members],
    )
    return id
  }
  return { account, ids, addTag, app: dashboard(account).broadcasts }
}

test('a new broadcast has no audience and cannot be sent or scheduled without one', async () => {
  const { app } = await composer()
  const { id, audience } = await app.create(EMAIL)
  expect(audience).toEqual([])
  const send_at = new Date(Date.now() + 3_600_000).toISOString()
  await expect(app.send({ id })).rejects.toThrow(NO_AUDIENCE)
  await expect(app.schedule({ id, send_at })).rejects.toThrow(NO_AUDIENCE)
  expect(await app.checklist({ id })).toMatchObject({
    ready: false,
    remarks: [{ code: 'no_audience', level: 'blocker' }, { code: 'no_preview_text' }],
    summary: { audience: null },
  })
  expect((await app.preview({ id })).subject).toBe('March')
})

test('a broadcast goes to everyone only when someone chose everyone', async () => {
  const sink = await sendToSink()
  const { account, app } = await composer()
  const { id } = await app.create(EMAIL)
  await app.update({ id, subscriber_filter: EVERYONE })
  expect((await app.get({ id })).audience).toBeNull()
  await app.send({ id })
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(3)
})

test.each([{ nothing: null }, { nothing: [] }])(
  'clearing the audience leaves no one to send to, not everyone: $nothing',
  async ({ nothing }) => {
    const { app } = await composer()
    const { id } = await app.create({ ...EMAIL, subscriber_filter: EVERYONE })
    await app.update({ id, subscriber_filter: nothing })
    await expect(app.send({ id })).rejects.toThrow(NO_AUDIENCE)
    await expect(app.audience({ subscriber_filter: nothing })).rejects.toThrow(NO_AUDIENCE)
  },
)

test.each([[[{ any: [] }]], [[{}]], [[{ all: [{ type: 'tag' as const, ids: [] }] }]]])(
  'the dashboard rejects an audience group without tags or segments: %j',
  async (group) => {
    const { app } = await composer()
    const { id } = await app.create(EMAIL)
    await expect(app.update({ id, subscriber_filter: group })).rejects.toThrow(/at least one/)
    await expect(app.audience({ subscriber_filter: group })).rejects.toThrow(/at least one/)
    await expect(app.send({ id })).rejects.toThrow(NO_AUDIENCE)
  },
)

test('a stored filter without conditions never means everyone', async () => {
  const { account, app } = await composer()
  for (const stored of [[], [{}], [{ any: [] }], [{ any: [{ type: 'tag' as const, ids: [] }] }]]) {
    await expect(audienceSql(account.ctx, { subscriber_filter: stored, excluded: null }, { first: 2 })).rejects.toThrow(
      NO_AUDIENCE,
    )
  }
  const { id } = await app.create({ ...EMAIL, subscriber_filter: EVERYONE })
  await app.send({ id })
  await account.ctx.sql.run(`update broadcast set subscriber_filter = '[{"any": []}]' where account_id = $1`)
  await sendBroadcast(account.ctx, { id, work_ms: 600_000 })
  expect(await ledgerRows(account, id)).toEqual([])
  expect(await app.get({ id })).toMatchObject({ status: 'aborted', problem: NO_AUDIENCE })
})

test('on /v4 an empty filter means everyone, and a condition must name at least one id [contract 8.10.1]', async () => {
  const { account } = await composer()
  const post = (subscriber_filter: unknown) => api('POST /v4/broadcasts', key(account), { ...EMAIL, subscriber_filter })
  for (const empty of [undefined, null, [], [{ all: [] }]]) {
    expect((await post(empty)).body.broadcast.subscriber_filter).toEqual(EVERYONE)
  }
  expect((await post([{ any: [{ type: 'tag', ids: [] }] }])).status).toBe(422)
})

test('the checklist summarizes subject, sender, audience in words, and subscriber count', async () => {
  const { account, ids, addTag, app } = await composer()
  const [beta, vip] = [await addTag('Beta', ids[0] ?? 0), await addTag('VIP', ids[1] ?? 0)]
  const segment = await account.ctx.db.segment.create({
    data: { account_id: account.account_id, name: 'Norway', definition: { all: [] } },
  })
  const { id } = await app.create(EMAIL)
  const words = async (group: object) => {
    await app.update({ id, subscriber_filter: [group] })
    const { summary, audience_count } = await app.checklist({ id })
    return [summary.audience, audience_count]
  }
  const tags = (...tag_ids: number[]) => ({ type: 'tag' as const, ids: tag_ids })
  expect(await words({ any: [tags(beta)] })).toEqual(['Subscribers in tag “Beta”', 1])
  expect(await words({ any: [tags(vip, beta)] })).toEqual(['Subscribers in any of: tag “Beta”, tag “VIP”', 2])
  expect(await words({ all: [tags(vip, beta)] })).toEqual(['Subscribers in all of: tag “Beta”, tag “VIP”', 0])
  expect(await words({ none: [tags(beta)] })).toEqual(['Everyone except subscribers in: tag “Beta”', 2])
  const mixed = await words({ any: [tags(beta), { type: 'segment', ids: [segment.id] }] })
  expect(mixed[0]).toBe('Subscribers in any of: segment “Norway”, tag “Beta”')
  expect((await app.checklist({ id })).summary).toMatchObject({ subject: 'March', from: `Nora <${account.email}>` })
})

test('a broadcast with an empty audience cannot be sent, but can be scheduled', async () => {
  const { addTag, app } = await composer()
  const tag_id = await addTag('No one')
  const { id } = await app.create({ ...EMAIL, subscriber_filter: [{ any: [{ type: 'tag', ids: [tag_id] }] }] })
  await expect(app.send({ id })).rejects.toThrow('No active subscriber matches this audience.')
  expect((await app.get({ id })).status).toBe('draft')
  const send_at = new Date(Date.now() + 3_600_000).toISOString()
  expect((await app.schedule({ id, send_at })).status).toBe('scheduled')
})

test('the dashboard requires a future time to schedule, while /v4 sends immediately for a past time', async () => {
  const { account, app } = await composer()
  const { id } = await app.create({ ...EMAIL, subscriber_filter: EVERYONE })
  for (const ago of [0, 1_000, 86_400_000 * 365]) {
    const send_at = new Date(Date.now() - ago).toISOString()
    await expect(app.schedule({ id, send_at })).rejects.toThrow('Choose a time in the future, or send now')
  }
  expect((await app.get({ id })).status).toBe('draft')
  expect(await account.ctx.db.mail.count()).toBe(0)
  const past = { ...EMAIL, send_at: new Date(Date.now() - 1_000).toISOString() }
  expect((await api('POST /v4/broadcasts', key(account), past)).body.broadcast.status).toBe('sending')
})

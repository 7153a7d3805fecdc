import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { type TestAccount, testAccount, testToken } from '../../testing/account.ts'
import { api, bearer, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { addSubscribers, EVERYONE, sendAll, sendToSink, startBroadcast } from '../../testing/modules/sending.ts'

const COMPLETE = { subject: 'March news', content: '<p>Hello</p>' }
const LATER = { ...COMPLETE, send_at: '2099-01-01T00:00:00Z' }
const SIZE = { suppressed: 0, is_exact: true }

const asking = (account: TestAccount) => (operation: string, body?: unknown) => api(operation, bearer(account), body)

test('a program pauses a broadcast, resumes it and cancels it, as the user whose rights it has [contract 21.6]', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  const ask = asking(account)
  await addSubscribers(account, 3)
  const id = await startBroadcast(account)
  const path = `/v4/broadcasts/${id}`
  const paused = await ask(`POST ${path}/pause`, { note: 'Wrong price' })
  expect(paused).toMatchObject({ status: 200, body: { broadcast: { id, status: 'sending' } } })
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(0)
  const { paused_by } = await dashboard(account).broadcasts.get({ id })
  expect(paused_by).toEqual(expect.any(String))
  const { progress } = (await ask(`GET ${path}/progress`)).body
  expect(progress).toMatchObject({ problem: 'Wrong price', stopped_at: expect.any(String), paused_by })
  expect((await ask(`POST ${path}/pause`)).body.errors).toEqual(['Broadcast is already paused.'])
  expect((await ask(`POST ${path}/pause`, { note: 'n'.repeat(501) })).body.errors).toEqual([
    'note: Use at most 500 characters',
  ])
  const tried = await ask(`POST ${path}/resume`, { dry_run: true })
  expect(tried.body.dry_run).toMatchObject({ recipients: 3, ...SIZE })
  expect((await ask(`GET ${path}/progress`)).body.progress.stopped_at).toEqual(expect.any(String))
  expect((await ask(`POST ${path}/resume`, { expected_recipients: 3 })).status).toBe(200)
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(3)
  const { proof } = (await ask(`GET ${path}/proof`)).body
  expect(proof).toMatchObject({ recipients: 3, sum: 3, mismatches: [], is_complete: true })
  expect((await ask(`POST ${path}/cancel`)).body.errors).toEqual(['Broadcast has already been sent.'])
})

test('a program cancels a scheduled broadcast and makes it a draft again [contract 21.6]', async () => {
  const ask = asking(await testAccount())
  const { broadcast } = (await ask('POST /v4/broadcasts', LATER)).body
  const path = `/v4/broadcasts/${broadcast.id}`
  expect((await ask(`POST ${path}/reopen`)).status).toBe(422)
  expect((await ask(`POST ${path}/cancel`)).body.broadcast.status).toBe('aborted')
  expect((await ask(`POST ${path}/reopen`)).body.broadcast).toMatchObject({ status: 'draft', send_at: null })
  expect((await ask(`GET ${path}/progress`)).status).toBe(409)
})

test('a key without a creator pauses too, and the reason says that it was a program [contract 21.6]', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const id = await startBroadcast(account)
  await unscoped().apiKey.updateMany({ where: { account_id: account.account_id }, data: { created_by: null } })
  expect((await api(`POST /v4/broadcasts/${id}/pause`, key(account))).status).toBe(200)
  expect(await dashboard(account).broadcasts.get({ id })).toMatchObject({ problem: 'A program paused it.' })
})

test('a program sends a completed broadcast to new matches and drafts a resend [contract 21.6]', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  const ask = asking(account)
  await addSubscribers(account, 2)
  const id = await startBroadcast(account)
  await sendAll(account, id)
  await addSubscribers(account, 1, 'new')
  const path = `/v4/broadcasts/${id}`
  const tried = await ask(`POST ${path}/send_to_new`, { dry_run: true })
  expect(tried.body).toEqual({
    matches: { count: 1, ...SIZE },
    dry_run: { recipients: 1, ...SIZE, warnings: [] },
  })
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(2)
  expect((await ask(`POST ${path}/send_to_new`)).body).toEqual({ matches: { count: 1, ...SIZE } })
  await sendAll(account, id)
  expect(sink.messages.map(({ to }) => to)).toContain('new1@example.net')
  const resend = await ask(`POST ${path}/resend`)
  expect(resend).toMatchObject({ status: 201, body: { broadcast: { status: 'draft' } } })
  const composed = await dashboard(account).broadcasts.get({ id: resend.body.broadcast.id })
  expect(composed.resend_of).toBe(id)
})

test('a program releases the rest of a staged broadcast [contract 21.6]', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  const ask = asking(account)
  await addSubscribers(account, 20)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ ...COMPLETE, subscriber_filter: EVERYONE })
  await app.savePlan({
    id,
    plan: { kind: 'staged', first: { count: 5 }, wait_minutes: 60, limits: null, test: null },
    versions: [],
  })
  await app.send({ id, skip_undo: true })
  await sendAll(account, id)
  const path = `/v4/broadcasts/${id}/release`
  expect((await ask(`POST ${path}`, { dry_run: true })).body.dry_run.recipients).toBe(15)
  expect((await ask(`POST ${path}`, { expected_recipients: 20 })).body.errors).toEqual([
    'expected_recipients is 20, but it would reach 15 subscribers',
  ])
  expect((await ask(`POST ${path}`, { expected_recipients: 15 })).status).toBe(200)
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(20)
  expect((await ask(`POST ${path}`)).status).toBe(422)
})

test('a preflight says what prevents sending and who would receive it [contract 21.6]', async () => {
  const account = await testAccount()
  const ask = asking(account)
  await addSubscribers(account, 2)
  const { broadcast } = (await ask('POST /v4/broadcasts', { content: '<p>Hello</p>' })).body
  const { preflight } = (await ask(`GET /v4/broadcasts/${broadcast.id}/preflight`)).body
  expect(preflight).toMatchObject({ ready: false, audience_count: 2, suppressed_count: 0, summary: { subject: null } })
  expect(preflight.remarks).toContainEqual({
    code: 'no_subject',
    level: 'blocker',
    message: "Subject can't be blank",
  })
})

test('a dry run answers as the request would and changes nothing, with an Idempotency-Key too [contract 21.6]', async () => {
  const account = await testAccount()
  const ask = asking(account)
  await addSubscribers(account, 3)
  await subscribeTo(account.account_id, ['broadcast.created', 'broadcast.deleted'])
  const tried = await ask('POST /v4/broadcasts', { ...LATER, dry_run: true })
  expect(tried).toMatchObject({
    status: 201,
    body: { broadcast: { status: 'scheduled' }, dry_run: { recipients: 3, ...SIZE, warnings: [expect.any(String)] } },
  })
  const keyed = () =>
    api('POST /v4/broadcasts', bearer(account), { ...LATER, dry_run: true }, { 'Idempotency-Key': 'once' })
  expect((await keyed()).body.dry_run.recipients).toBe(3)
  expect((await keyed()).headers.get('Idempotency-Replayed')).toBe('true')
  expect((await ask('POST /v4/broadcasts', { send_at: LATER.send_at, dry_run: true })).body.errors).toContain(
    "Subject can't be blank",
  )
  expect(await account.ctx.db.broadcast.count()).toBe(0)
  expect(await takeEvents(account.account_id)).toEqual([])
  const { broadcast } = (await ask('POST /v4/broadcasts', COMPLETE)).body
  const draft = await ask(`PUT /v4/broadcasts/${broadcast.id}`, { subject: 'April', dry_run: true })
  expect(draft.body).toMatchObject({ broadcast: { subject: 'April' }, dry_run: { recipients: 0 } })
  const sent = await ask(`PUT /v4/broadcasts/${broadcast.id}`, { send_at: '2020-01-01T00:00:00Z', dry_run: 1 })
  expect(sent.body).toMatchObject({ broadcast: { status: 'sending' }, dry_run: { recipients: 3 } })
  expect((await ask(`GET /v4/broadcasts/${broadcast.id}`)).body).toEqual({ broadcast })
  expect(await account.ctx.db.mail.count()).toBe(0)
})

test('a request that would reach another number than expected is refused, beyond 2 % [contract 21.6]', async () => {
  const account = await testAccount()
  const ask = asking(account)
  await addSubscribers(account, 100)
  const statusOf = async (expected_recipients: unknown) =>
    (await ask('POST /v4/broadcasts', { ...LATER, expected_recipients })).status
  expect(await Promise.all([97, 98, 102, 103].map(statusOf))).toEqual([422, 201, 201, 422])
  expect((await ask('POST /v4/broadcasts', { ...LATER, expected_recipients: 2_000 })).body.errors).toEqual([
    'expected_recipients is 2,000, but it would reach 100 subscribers',
  ])
  expect((await ask('POST /v4/broadcasts', { ...LATER, expected_recipients: -1 })).body.errors).toEqual([
    'expected_recipients must be at least 0',
  ])
})

test('only `sending:write` controls a broadcast in progress [contract 2.3]', async () => {
  const account = await testAccount()
  const id = await startBroadcast(account)
  const statusWith = async (scopes: string[], change: string) => {
    const token = await testToken(account.account_id, account.user_id, { scopes })
    return (await api(`POST /v4/broadcasts/${id}/${change}`, { token })).status
  }
  expect(await statusWith(['read', 'write', 'files:write'], 'pause')).toBe(403)
  expect(await statusWith(['sending:write'], 'pause')).toBe(200)
})

import { expect, test } from 'vitest'
import { write } from '../../core/write/write.ts'
import { unscoped } from '../../db/client.ts'
import { type TestAccount, testAccount, testToken } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { auditedActions } from '../../testing/database/audit.ts'
import { addSubscribers, ledgerRows, sendAll, sendToSink, startBroadcast } from '../../testing/modules/sending.ts'
import { enqueueRecipient } from '../delivery/enqueueing/enqueue-recipients.ts'
import { eraseSubscriber } from '../privacy/erase.ts'
import { changeState } from '../subscribers/state/state.ts'
import { findSuppressed, skippedByImport } from '../subscribers/state/suppression.ts'

const PAGE = { per_page: 50, include_total_count: false }

async function subscriber({ account_id, ctx }: TestAccount, email_address: string): Promise<number> {
  const { id } = await ctx.db.subscriber.create({ data: { account_id, email_address } })
  return Number(id)
}

const reasonOf = async ({ ctx }: TestAccount, email_address: string) =>
  (await findSuppressed(ctx, { email_addresses: [email_address] })).get(email_address)

test('a pasted list is added once, in any spelling, and lines without an address are reported', async () => {
  const account = await testAccount()
  const { suppression } = dashboard(account)
  const text = 'Email,Name\r\nLin@Example.net,Lin\r\n"kim@example.net";Kim\r\nlin@example.net\r\nnot an address\r\n'
  const first = await suppression.add({ text, reason: 'import', note: 'Moved from another provider' })
  expect(first).toEqual({ added: 2, known: 0, invalid_count: 1, invalid: ['not an address'] })
  expect(await suppression.add({ text })).toMatchObject({ added: 0, known: 2 })
  const { rows } = await suppression.list({ ...PAGE, search: 'LIN@example' })
  expect(rows).toEqual([
    {
      id: expect.any(Number),
      email_address: 'lin@example.net',
      reason: 'import',
      source: 'import',
      note: 'Moved from another provider',
      by: 'Nora Lind',
      created_at: expect.any(String),
    },
  ])
  await expect(suppression.add({ text: 'nothing here' })).rejects.toThrow(/No line has a valid entry/)
})

test('a list of more than 20,000 lines is refused', async () => {
  const account = await testAccount()
  const text = Array.from({ length: 20_001 }, (_, n) => `p${n}@x.example`).join('\n')
  await expect(dashboard(account).suppression.add({ text })).rejects.toThrow(/more than 20,000 lines/)
})

test('a hard bounce stays on the list after its subscriber is deleted, and restoring the mailbox removes it', async () => {
  const account = await testAccount()
  const id = await subscriber(account, 'gone@example.net')
  await changeState(account.ctx, { ids: [id], transition: 'bounce', cause: 'bounce' })
  expect(await reasonOf(account, 'gone@example.net')).toBe('hard_bounce')
  await changeState(account.ctx, { ids: [id], transition: 'restore', cause: 'confirmation' })
  expect(await reasonOf(account, 'gone@example.net')).toBeUndefined()
  await changeState(account.ctx, { ids: [id], transition: 'bounce', cause: 'bounce' })
  await account.ctx.db.subscriber.deleteMany({ where: { id } })
  expect(await reasonOf(account, 'gone@example.net')).toBe('hard_bounce')
})

test('a complaint suppresses the address only in its account [B7]', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const id = await subscriber(account, 'angry@example.net')
  await changeState(account.ctx, { ids: [id], transition: 'complain', cause: 'complaint' })
  expect(await reasonOf(account, 'angry@example.net')).toBe('complaint')
  expect(await reasonOf(other, 'angry@example.net')).toBeUndefined()
  expect((await dashboard(other).suppression.list(PAGE)).rows).toEqual([])
})

test('an erased address is listed without its text, found only by its complete text, and not exported [L5]', async () => {
  const account = await testAccount()
  const { suppression } = dashboard(account)
  await suppression.add({ text: 'lin@example.net', note: 'asked by phone' })
  const id = await subscriber(account, 'lin@example.net')
  await eraseSubscriber(account.ctx, { id, email_address: 'lin@example.net' })
  const found = await suppression.list({ ...PAGE, search: 'Lin@example.net' })
  expect(found.rows).toMatchObject([{ email_address: null, reason: 'erased', note: null, by: null }])
  expect((await suppression.list({ ...PAGE, search: 'lin@' })).rows).toEqual([])
  await suppression.add({ text: 'kim@example.net', note: '=1+1' })
  const { csv, next } = await suppression.export({})
  expect(next).toBeNull()
  expect(csv).toMatch(/^\ufeffemail_address,reason,note,created_at\r\nkim@example\.net,manual,'=1\+1,.*Z\r\n$/)
})

test('only an admin removes an entry, and the note is stored in the security log', async () => {
  const account = await testAccount()
  const { suppression, security_events } = dashboard(account)
  await suppression.add({ text: 'lin@example.net' })
  const [entry] = (await suppression.list(PAGE)).rows
  const id = Number(entry?.id)
  const editor = dashboard(account, {
    ...account.ctx,
    actor: { kind: 'user', user_id: account.user_id, role: 'editor' },
  })
  await expect(editor.suppression.remove({ id, note: 'Asked us to' })).rejects.toThrow(/admin role/)
  await expect(suppression.remove({ id, note: ' ' })).rejects.toThrow(/Write a note/)
  await suppression.remove({ id, note: 'Asked us by phone' })
  expect((await suppression.list(PAGE)).rows).toEqual([])
  expect(await security_events.list()).toMatchObject([
    {
      kind: 'suppression_removed',
      by: 'Nora Lind',
      summary: 'Removed lin@example.net (manual) from the suppression list: Asked us by phone',
    },
  ])
  await expect(suppression.remove({ id, note: 'Once more' })).rejects.toThrow(/Not Found/)
})

test('an entry of another account cannot be removed [S11]', async () => {
  const [own, other] = [await testAccount(), await testAccount()]
  await dashboard(other).suppression.add({ text: 'lin@example.net' })
  const [entry] = (await dashboard(other).suppression.list(PAGE)).rows
  await expect(dashboard(own).suppression.remove({ id: Number(entry?.id), note: 'Mine?' })).rejects.toThrow(/Not Found/)
})

test('the list of the instance blocks an address, a domain and a name for every account', async () => {
  const account = await testAccount()
  const admin = dashboard(account, account.ctx, { is_admin: true })
  const domain = `d${account.account_id}.example`
  const name = `abuse-${account.account_id}`
  const text = `lin@a.${domain}\n@${domain}\n${name}@`
  expect(await admin.instance_suppression.add({ text, reason: 'legal', note: 'Case 12' })).toMatchObject({ added: 3 })
  const asked = [`lin@a.${domain}`, `kim@a.${domain}`, `kim@${domain}`, `${name}@b.example`, 'kim@b.example']
  const found = await findSuppressed(account.ctx, { email_addresses: asked })
  expect([...found]).toEqual([
    [asked[0], 'instance'],
    [asked[2], 'instance'],
    [asked[3], 'instance'],
  ])
  const { rows } = await admin.instance_suppression.list({ ...PAGE, search: `@${domain}` })
  const entry = rows.find(({ pattern }) => pattern === `@${domain}`)
  await admin.instance_suppression.remove({ id: Number(entry?.id), note: 'Withdrawn' })
  expect((await findSuppressed(account.ctx, { email_addresses: [`kim@${domain}`] })).size).toBe(0)
  const removed = await admin.instance_suppression.list({ ...PAGE, search: `@${domain}`, is_removed: true })
  expect(removed.rows).toMatchObject([{ pattern: `@${domain}`, removal_note: 'Withdrawn', removed_by: 'Nora Lind' }])
  expect(await auditedActions(account.user_id)).toEqual(['suppressions_added', 'suppression_removed'])
})

test('only administrators of the instance see its suppression list', async () => {
  const account = await testAccount()
  const { instance_suppression } = dashboard(account)
  await expect(instance_suppression.list(PAGE)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(instance_suppression.add({ text: 'a@b.example', reason: 'other' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('an erased entry of the instance keeps only its hash [L5]', async () => {
  const account = await testAccount()
  const address = `gone-${account.account_id}@example.net`
  await dashboard(account, account.ctx, { is_admin: true }).instance_suppression.add({
    text: address,
    reason: 'erased',
  })
  expect(await reasonOf(account, address)).toBe('instance')
  expect(await unscoped().instanceSuppression.count({ where: { pattern: address } })).toBe(0)
})

test('the API creates a suppressed subscriber, who gets no email', async () => {
  const account = await testAccount()
  await dashboard(account).suppression.add({ text: 'lin@example.net' })
  const created = await api('POST /v4/subscribers', key(account), { email_address: 'lin@example.net' })
  expect(created.status).toBe(201)
  expect(await reasonOf(account, 'lin@example.net')).toBe('manual')
})

test('someone who complained gets no email, even if they are deleted and the API adds them again [B7]', async () => {
  const account = await testAccount()
  const sink = await sendToSink()
  const [angry = 0, deleted = 0] = await addSubscribers(account, 3)
  await changeState(account.ctx, { ids: [angry, deleted], transition: 'complain', cause: 'complaint' })
  await account.ctx.db.subscriber.deleteMany({ where: { id: deleted } })
  for (const n of [1, 2]) {
    const email_address = `subscriber${n}@example.net`
    await api('POST /v4/subscribers', key(account), { email_address, state: 'active' })
  }
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('finished')
  expect(sink.messages.map(({ to }) => to)).toEqual(['subscriber3@example.net'])
  expect(await ledgerRows(account, id)).toMatchObject([
    { email_address: 'subscriber3@example.net', state: 'sent' },
    { email_address: 'subscriber2@example.net', state: 'excluded', reason: 'suppressed' },
  ])
})

test('a suppressed recipient of a sequence is excluded when the email is enqueued for them', async () => {
  const account = await testAccount()
  const { ctx } = account
  const ids = await addSubscribers(account, 3)
  const name = `of-${account.account_id}-`
  ids.push(...(await addSubscribers(account, 1, name)))
  await dashboard(account).suppression.add({ text: 'subscriber2@example.net' })
  const { instance_suppression } = dashboard(account, ctx, { is_admin: true })
  await instance_suppression.add({ text: `${name}1@example.net`, reason: 'legal' })
  const id = await startBroadcast(account)
  const mail = await ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  const subscribers = ids.map((subscriber_id, n) => ({ subscriber_id, reason: n === 2 ? 'excluded_source' : null }))
  await write(ctx, (tx) => enqueueRecipient(tx, { mail_id: mail.id, subscribers }))
  expect(await ledgerRows(account, id)).toMatchObject([
    { state: 'queued', reason: null },
    { state: 'excluded', reason: 'suppressed' },
    { state: 'excluded', reason: 'excluded_source' },
    { state: 'excluded', reason: 'suppressed' },
  ])
})

test('an import skips a new address that bounced and updates an existing subscriber who bounced', () => {
  const listed = new Map([
    ['new@x.example', 'hard_bounce'],
    ['known@x.example', 'hard_bounce'],
    ['erased@x.example', 'erased'],
    ['blocked@x.example', 'instance'],
  ] as const)
  const known = new Set(['known@x.example', 'erased@x.example', 'blocked@x.example'])
  expect([...skippedByImport(listed, known)]).toEqual(['new@x.example', 'erased@x.example', 'blocked@x.example'])
})

test('a program lists, adds and removes suppressed addresses, and only an admin’s with a note [contract 21.4]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const given = { email_addresses: ['BO@example.net', 'cy@example.net', 'nothing'], note: 'By phone' }
  expect((await ask('POST /v4/suppressions', given)).body).toEqual({
    added: 2,
    known: 0,
    invalid_count: 1,
    invalid: ['nothing'],
  })
  const { suppressions } = (await ask('GET /v4/suppressions?search=bo@EXAMPLE.net&reason=manual')).body
  expect(suppressions).toMatchObject([{ email_address: 'bo@example.net', source: 'api', note: 'By phone', by: null }])
  const path = `/v4/suppressions/${suppressions[0].id}`
  expect((await ask(`DELETE ${path}`)).body.errors).toEqual(['note is required'])
  expect((await ask(`GET ${path}`)).body).toEqual({ suppression: suppressions[0] })
  expect((await ask(`DELETE ${path}`, { note: 'x' })).body.errors).toEqual([
    'note: Write a note that says why you remove it',
  ])
  const { account_id, user_id } = account
  const remove = async (scopes: string[]) =>
    (
      await api(
        `DELETE ${path}`,
        { token: await testToken(account_id, user_id, { scopes }) },
        { note: 'Wrong address' },
      )
    ).status
  expect(await remove(['read', 'write', 'files:write'])).toBe(403)
  expect(await remove(['sending:write'])).toBe(204)
  expect(await reasonOf(account, 'bo@example.net')).toBeUndefined()
  expect(await reasonOf(account, 'cy@example.net')).toBe('manual')
  expect(await account.ctx.db.securityEvent.findMany({ select: { kind: true, summary: true } })).toContainEqual({
    kind: 'suppression_removed',
    summary: 'Removed bo@example.net (manual) from the suppression list: Wrong address',
  })
  await unscoped().membership.updateMany({ where: { account_id }, data: { role: 'editor' } })
  expect(await remove(['public'])).toBe(403)
})

test('a refused list of addresses names its field [contract 21.4]', async () => {
  const account = await testAccount()
  const errorsOf = async (body: object) => (await api('POST /v4/suppressions', key(account), body)).body.errors
  expect(await errorsOf({ reason: 'bounce' })).toEqual([
    'email_addresses is required',
    'reason must be one of: manual, import',
  ])
  expect(await errorsOf({ email_addresses: [], note: 'n'.repeat(501) })).toEqual([
    'email_addresses must not be empty',
    'note: Use at most 500 characters for the note',
  ])
  expect(await errorsOf({ email_addresses: ['nothing'] })).toEqual([
    expect.stringContaining('No line has a valid entry'),
  ])
})

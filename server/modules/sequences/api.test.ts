import { expect, test } from 'vitest'
import { testAccount, testToken } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { addSubscribers } from '../../testing/modules/sending.ts'
import { makeSequence } from '../../testing/modules/sequences.ts'

test('a program previews, tries and requests a change of who is in a sequence [contract 21.8]', async () => {
  const account = await testAccount()
  const sequence = await makeSequence(account)
  await sequence.email()
  const subscriber_ids = await addSubscribers(account, 3)
  const [first] = subscriber_ids
  const added = { action: 'add', source: { kind: 'selection', subscriber_ids } }
  expect((await sequence.call('POST /changes/preview', added)).body.preview).toMatchObject({
    matched: 3,
    changed: 3,
    first_subject: 'Day one',
  })
  expect((await sequence.call('POST /changes', { ...added, dry_run: true })).body.dry_run.recipients).toBe(3)
  expect((await sequence.call('GET /changes')).body).toEqual({ changes: [] })
  expect((await sequence.call('POST /changes', { ...added, expected_recipients: 9 })).body.errors).toEqual([
    'expected_recipients is 9, but it would reach 3 subscribers',
  ])
  const { change } = (await sequence.call('POST /changes', added)).body
  expect(change).toEqual({ id: expect.any(Number), changed: 3 })
  expect((await sequence.call('GET /changes')).body.changes).toMatchObject([
    { id: change.id, state: 'running', total: 3 },
  ])
  expect((await api(`POST /v4/sequence_changes/${change.id}/cancel`, key(account))).status).toBe(204)
  expect((await api(`POST /v4/sequence_changes/${change.id}/cancel`, key(account))).status).toBe(404)
  expect((await sequence.call('POST /changes', { action: 'add', source: { kind: 'everyone' } })).body.errors).toEqual([
    'Choose a segment, a tag or subscribers to add',
  ])
  await sequence.call(`POST /subscribers/${first}`)
  expect((await sequence.call('GET /enrollments?progress=active')).body.enrollments).toMatchObject([
    { id: first, progress: 'active', next_subject: 'Day one' },
  ])
  expect((await sequence.call('GET /enrollments?progress=completed')).body.enrollments).toEqual([])
  const calendar = await api(`GET /v4/subscribers/${first}/sequence_emails`, key(account))
  expect(calendar.body.sequence_emails).toMatchObject([{ sequence_id: sequence.id, subject: 'Day one', skipped: null }])
  expect((await api('GET /v4/subscribers/7000000/sequence_emails', key(account))).status).toBe(404)
  expect((await sequence.call('POST /unconfirmed', { choice: 'sent' })).body).toEqual({ count: 0 })
  const tried = await sequence.call('POST /unconfirmed', { choice: 'resend', dry_run: true })
  expect(tried.body).toMatchObject({ count: 0, dry_run: { recipients: 0 } })
  const refused = await sequence.call('POST /unconfirmed', { choice: 'resend', expected_recipients: 9 })
  expect(refused.body.errors).toEqual(['expected_recipients is 9, but it would reach 0 subscribers'])
})

test('changes of a published email wait in its draft until a program publishes or discards them [contract 21.8]', async () => {
  const account = await testAccount()
  const sequence = await makeSequence(account)
  const path = `/emails/${await sequence.email()}`
  const subjectOf = async () => (await sequence.call(`GET ${path}`)).body.email.subject
  const { draft } = (await sequence.call(`PUT ${path}/draft`, { subject: 'Day 1' })).body
  expect(draft).toMatchObject({ subject: 'Day 1', has_changes: true })
  expect(await subjectOf()).toBe('Day one')
  expect((await sequence.call(`GET ${path}/draft`)).body.draft).toEqual(draft)
  const { text_version } = draft
  expect((await sequence.call(`POST ${path}/draft/publish`, { text_version: 'older' })).status).toBe(409)
  expect((await sequence.call(`POST ${path}/draft/publish`, { text_version })).body.draft.has_changes).toBe(false)
  expect(await subjectOf()).toBe('Day 1')
  await sequence.call(`PUT ${path}/draft`, { subject: 'Day 2' })
  expect((await sequence.call(`DELETE ${path}/draft`)).body.draft).toMatchObject({
    subject: 'Day 1',
    has_changes: false,
  })
  const revised = `GET /v4/revisions?kind=sequence_email&item_id=${path.split('/').at(-1)}`
  const { revisions } = (await api(revised, key(account))).body
  const restored = await sequence.call(`POST ${path}/restore`, { revision_id: revisions.at(-1).id })
  expect(restored.body.draft.subject).toBe(revisions.at(-1).title)
  const other = await testAccount()
  expect((await api(revised, key(other))).body).toEqual({ revisions: [] })
  for (const operation of [`GET ${path}/draft`, 'GET /enrollments', 'GET /changes', `DELETE ${path}/draft`]) {
    const [method, rest] = operation.split(' ')
    const foreign = await api(`${method} /v4/sequences/${sequence.id}${rest}`, key(other))
    expect(foreign.status, operation).toBe(404)
  }
})

test('changing who is in a sequence and test emails need the scope sending:write [contract 2.3]', async () => {
  const account = await testAccount()
  const sequence = await makeSequence(account)
  const email = await sequence.email()
  const statusOf = async (scope: string, operation: string, body: object) => {
    const token = await testToken(account.account_id, account.user_id, { scopes: [scope] })
    return (await api(`POST /v4/sequences/${sequence.id}${operation}`, { token }, body)).status
  }
  const removal = { action: 'remove', source: { kind: 'everyone' } }
  expect(await statusOf('write', '/changes', removal)).toBe(403)
  expect(await statusOf('sending:write', '/changes', removal)).toBe(202)
  expect(await statusOf('write', `/emails/${email}/test`, {})).toBe(403)
  expect(await statusOf('sending:write', `/emails/${email}/test`, { email_addresses: ['no address'] })).toBe(422)
})

import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { makeSequence, sequenceFixture } from '../../../testing/modules/sequences.ts'
import { NO_POSTAL_ADDRESS } from '../../accounts/settings/postal-address.ts'

const EMAIL = { subject: 'Day one', content: '<p>Hello</p>', delay_value: 1, delay_unit: 'days' } as const
const refused = { status: 422, body: { errors: [NO_POSTAL_ADDRESS] } }

const setAddress = (account: Awaited<ReturnType<typeof testAccount>>, postal_address: string | null) =>
  account.ctx.db.account.updateMany({ data: { postal_address } })

test('a sequence email cannot be published without a postal address, on /v4 and in the dashboard [L1]', async () => {
  const account = await testAccount()
  await setAddress(account, ' ')
  const { id, call } = await makeSequence(account)
  expect(await call('POST /emails', { ...EMAIL, published: true })).toMatchObject(refused)
  const draft = await call('POST /emails', EMAIL)
  expect(draft).toMatchObject({ status: 201, body: { email: { published: false } } })
  const email_id = draft.body.email.id
  expect(await call(`PUT /emails/${email_id}`, { published: true })).toMatchObject(refused)
  const app = dashboard(account).sequences
  await expect(app.createEmail({ sequence_id: id, ...EMAIL, published: true })).rejects.toThrow(NO_POSTAL_ADDRESS)
  await expect(app.updateEmail({ sequence_id: id, id: email_id, published: true })).rejects.toThrow(NO_POSTAL_ADDRESS)
  expect((await call('GET /emails')).body.emails).toMatchObject([{ id: email_id, published: false }])
  await setAddress(account, 'Storgata 1, 0155 Oslo')
  expect(await call(`PUT /emails/${email_id}`, { published: true })).toMatchObject({ status: 200 })
})

test('a sequence with published emails cannot be activated without a postal address, but can always be paused [L1]', async () => {
  const account = await testAccount()
  const { id, call, email } = await makeSequence(account)
  const email_id = await email()
  await setAddress(account, null)
  expect(await call('PUT', { active: false })).toMatchObject({ status: 200, body: { sequence: { active: false } } })
  expect(await call('PUT', { active: true })).toMatchObject(refused)
  const app = dashboard(account).sequences
  await expect(app.update({ id, active: true })).rejects.toThrow(NO_POSTAL_ADDRESS)
  // Other changes are allowed, and a sequence without published emails sends nothing.
  expect((await call('PUT', { name: 'Renamed', active: false })).status).toBe(200)
  expect((await call(`PUT /emails/${email_id}`, { subject: 'Edited', published: true })).status).toBe(200)
  await call(`PUT /emails/${email_id}`, { published: false })
  expect((await call('PUT', { active: true })).status).toBe(200)
})

test('removing the postal address after publishing shows a warning, stops sending, and loses no subscriber [L1]', async () => {
  const { account, id, at, email, join } = await sequenceFixture(2)
  await email({ delay_value: 0 })
  const app = dashboard(account).sequences
  expect(await app.obstacle()).toBeNull()
  await setAddress(account, null)
  expect(await app.obstacle()).toEqual({ problem: NO_POSTAL_ADDRESS, sequence_count: 1 })
  await join()
  expect(await at('2026-01-14T09:00:05Z')).toEqual([])
  expect((await app.get({ id })).steps).toMatchObject([{ problem: NO_POSTAL_ADDRESS, waiting: 2 }])
  await setAddress(account, 'Storgata 1, 0155 Oslo')
  expect(await app.obstacle()).toBeNull()
  expect((await at('2026-01-14T10:00:00Z')).sort()).toEqual(['Day one to subscriber1', 'Day one to subscriber2'])
  expect((await app.get({ id })).steps).toMatchObject([{ problem: null, waiting: 0 }])
})

test('a missing postal address does not affect a paused sequence or one without published emails', async () => {
  const account = await testAccount()
  const { call, email } = await makeSequence(account)
  const email_id = await email()
  await setAddress(account, null)
  const app = dashboard(account).sequences
  expect(await app.obstacle()).toMatchObject({ sequence_count: 1 })
  await call(`PUT /emails/${email_id}`, { published: false })
  expect(await app.obstacle()).toBeNull()
})

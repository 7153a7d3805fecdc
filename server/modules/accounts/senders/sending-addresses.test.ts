import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { serviceCtx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount, testToken } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { serviceEmailsTo } from '../../../testing/modules/service-emails.ts'
import { STALE_LINK } from '../../users/schema.ts'
import { findSender } from './sender.ts'
import {
  ADDRESS_LISTED,
  addSendingAddress,
  confirmSendingAddress,
  deleteSendingAddress,
  findConfirmation,
  listSendingAddresses,
  renameSendingAddress,
  resendConfirmation,
  setDefaultSendingAddress,
} from './sending-addresses.ts'

const service = serviceCtx()
const source = { ip: `13.${Math.floor(Math.random() * 256)}.1.1`, user_agent: null }
const tokenIn = (text = '') => /confirm-sending-address\/([\w-]+)/.exec(text)?.[1] ?? ''

async function add({ ctx }: TestAccount, email_address = `hi-${randomUUID()}@studio.example`) {
  await addSendingAddress(ctx, { email_address, from_name: 'Nora' })
  const address = (await listSendingAddresses(ctx)).find((row) => row.email_address === email_address)
  return { id: address?.id ?? 0, email_address, token: tokenIn((await serviceEmailsTo(email_address)).at(-1)?.text) }
}

test('an address is pending until its emailed link is followed; the link works once and is stored as a hash [S6]', async () => {
  const account = await testAccount()
  const { id, email_address, token } = await add(account)
  const status = async () => (await listSendingAddresses(account.ctx)).find((row) => row.id === id)?.status
  expect(await status()).toBe('pending')
  const stored = await unscoped().sendingAddress.findFirstOrThrow({ where: { account_id: account.account_id, id } })
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(await findConfirmation(service, { token, source })).toEqual({ account_name: 'Studio North', email_address })
  expect(await status()).toBe('pending')
  const uses = await Promise.allSettled([1, 2].map(() => confirmSendingAddress(service, { token, source })))
  expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await status()).toBe('confirmed')
  expect(await findConfirmation(service, { token, source })).toBeNull()
  await expect(confirmSendingAddress(service, { token, source })).rejects.toMatchObject({ messages: [STALE_LINK] })
})

test('a link expires after seven days, and a new one replaces it', async () => {
  const account = await testAccount()
  const { id, email_address, token } = await add(account)
  const late = { ...service, now: () => new Date(Date.now() + 7 * 86_400_000 + 1_000) }
  expect(await findConfirmation(late, { token, source })).toBeNull()
  await resendConfirmation(account.ctx, { id })
  expect(await findConfirmation(service, { token, source })).toBeNull()
  const renewed = tokenIn((await serviceEmailsTo(email_address)).at(-1)?.text)
  expect(await findConfirmation(service, { token: renewed, source })).not.toBeNull()
})

test('the default address must be confirmed and cannot be removed', async () => {
  const account = await testAccount()
  const { id, token } = await add(account)
  await expect(setDefaultSendingAddress(account.ctx, { id })).rejects.toMatchObject({ code: 'invalid' })
  await confirmSendingAddress(service, { token, source })
  await setDefaultSendingAddress(account.ctx, { id })
  const list = await listSendingAddresses(account.ctx)
  expect(list.map(({ is_default }) => is_default)).toEqual([true, false])
  expect(list[0]?.id).toBe(id)
  await expect(deleteSendingAddress(account.ctx, { id })).rejects.toMatchObject({ code: 'invalid' })
  await deleteSendingAddress(account.ctx, { id: list[1]?.id ?? 0 })
  await renameSendingAddress(account.ctx, { id, from_name: 'Nora Lind' })
  expect(await listSendingAddresses(account.ctx)).toMatchObject([{ id, from_name: 'Nora Lind' }])
})

test('an address is listed once, and a mailbox provider’s domain is marked [B3]', async () => {
  const account = await testAccount()
  const { email_address } = await add(account, `nora-${randomUUID()}@gmail.com`)
  await expect(addSendingAddress(account.ctx, { email_address, from_name: 'x' })).rejects.toMatchObject({
    messages: [ADDRESS_LISTED],
  })
  const list = await listSendingAddresses(account.ctx)
  expect(list.map(({ is_free_mail }) => is_free_mail)).toEqual([false, true])
})

test('another account’s address is not found [S11]', async () => {
  const [own, other] = [await testAccount(), await testAccount()]
  const { id } = await add(other)
  for (const call of [resendConfirmation, setDefaultSendingAddress, deleteSendingAddress])
    await expect(call(own.ctx, { id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(renameSendingAddress(own.ctx, { id, from_name: 'x' })).rejects.toMatchObject({ code: 'not_found' })
})

test('an account may email a limited number of links per day [S7]', async () => {
  const account = await testAccount()
  const { id } = await add(account)
  for (let i = 0; i < 29; i++) await resendConfirmation(account.ctx, { id })
  await expect(resendConfirmation(account.ctx, { id })).rejects.toMatchObject({ code: 'rate_limited' })
})

test('a sending address stored in another spelling is found by every spelling, and keeps its own', async () => {
  const account = await testAccount()
  const email_address = `hi${account.account_id}@xn--mnchen-3ya.example`
  await account.ctx.db.sendingAddress.create({
    data: { account_id: account.account_id, email_address, from_name: 'Nora', status: 'confirmed', proof: 'mail' },
  })
  for (const spelling of [email_address, `hi${account.account_id}@münchen.example`])
    expect(await findSender(account.ctx, spelling)).toMatchObject({ address: email_address })
  expect(await findSender(account.ctx, `hi${account.account_id}@mynchen.example`)).toBeUndefined()
  const given = { subject: 'News', content: '<p>Moss</p>', email_address: `HI${account.account_id}@München.example` }
  expect((await api('POST /v4/broadcasts', key(account), given)).status).toBe(201)
})

test('a program adds, renames and removes sending addresses with the scope for sending [contract 22.2]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const bad = { email_address: 'hello', from_name: '' }
  expect((await ask('POST /v4/sending_addresses', bad)).body.errors).toEqual([
    'email_address: Enter an address like name@example.com',
    'from_name: Enter the name that subscribers see',
  ])
  const given = { email_address: `HELLO@${account.account_id}.example`, from_name: 'Nora' }
  const { status, body } = await ask('POST /v4/sending_addresses', given)
  const { id } = body.sending_address
  expect([status, body.sending_address]).toEqual([
    201,
    {
      id,
      email_address: given.email_address.toLowerCase(),
      from_name: 'Nora',
      status: 'pending',
      needs_new_link: false,
      is_default: false,
      gets_replies: false,
      is_free_mail: false,
    },
  ])
  const sentTo = async () => (await serviceEmailsTo(given.email_address.toLowerCase())).length
  expect(await sentTo()).toBe(1)
  const path = `/v4/sending_addresses/${id}`
  expect((await ask(`PUT ${path}`, { from_name: 'Nora Lind' })).body.sending_address.from_name).toBe('Nora Lind')
  expect((await ask(`POST ${path}/make_default`)).body.errors).toEqual([expect.stringContaining('Confirm the address')])
  expect((await ask(`POST ${path}/remind`)).status).toBe(204)
  expect(await sentTo()).toBe(2)
  const { sending_addresses } = (await ask('GET /v4/sending_addresses')).body
  expect(sending_addresses).toMatchObject([{ is_default: true, status: 'confirmed' }, { id }])
  const [{ id: confirmed }] = sending_addresses
  expect((await ask('PUT /v4/sending_addresses/reply_to', { id: confirmed })).status).toBe(204)
  expect((await ask(`GET /v4/sending_addresses/${confirmed}`)).body.sending_address.gets_replies).toBe(true)
  const other = await testAccount()
  for (const operation of [`GET ${path}`, `DELETE ${path}`, `POST ${path}/remind`])
    expect((await api(operation, key(other))).status).toBe(404)
  expect((await api('PUT /v4/sending_addresses/reply_to', key(other), { id })).status).toBe(404)
  const remove = async (scopes: string[]) =>
    (await api(`DELETE ${path}`, { token: await testToken(account.account_id, account.user_id, { scopes }) })).status
  expect(await remove(['read', 'write'])).toBe(403)
  expect(await remove(['sending:write'])).toBe(204)
})

import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { authOptions } from '../../../auth/options.ts'
import { serviceCtx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { purgeExpired } from '../../../db/purge.ts'
import { env } from '../../../env.ts'
import { serviceEmailsTo } from '../../../testing/modules/service-emails.ts'
import { visit } from '../../../testing/sign-in.ts'
import { findSession } from '../../users/sessions.ts'
import { EXPIRED_SIGN_UPS, findSignUp, finishSignUp, signUp } from './sign-up.ts'

const PASSWORD = 'a lantern in the moss'
const part = () => Math.floor(Math.random() * 250) + 1
const newSource = () => ({ ip: `12.${part()}.${part()}.${part()}`, user_agent: null })
const ctx = serviceCtx()

const someone = () => ({
  name: 'Nora Lind',
  account_name: `Studio ${randomUUID()}`,
  email_address: `nora-${randomUUID()}@studio.example`,
  password: PASSWORD,
  time_zone: 'Europe/Oslo',
})
const ask = (input: ReturnType<typeof someone>, next?: string) => signUp(ctx, { ...input, next, source: newSource() })

/** Configures a mail server, so addresses must be proven. */
function withMailServer() {
  env().SMTP_URL = 'smtp://127.0.0.1:1'
  onTestFinished(() => {
    env().SMTP_URL = undefined
  })
}

async function mailed(email_address: string) {
  const messages = await serviceEmailsTo(email_address)
  const token = messages.map(({ text }) => /sign-up\/([\w-]+)/.exec(text)?.[1]).findLast(Boolean) ?? ''
  return { subjects: messages.map(({ subject }) => subject), token }
}

test('sign-up answers the same for known and unknown addresses, and emails the owner of a known one [S7]', async () => {
  withMailServer()
  const known_input = someone()
  await ask(known_input)
  const { token } = await mailed(known_input.email_address)
  await finishSignUp(ctx, { token, password: PASSWORD, source: newSource() })
  const unknown = someone()
  expect(await ask(unknown)).toEqual({ is_mailed: true })
  expect(await ask({ ...known_input, password: 'another lantern here' })).toEqual({ is_mailed: true })
  expect((await mailed(unknown.email_address)).subjects).toEqual(['Finish signing up for Envoi'])
  expect((await mailed(known_input.email_address)).subjects).toEqual([
    'Finish signing up for Envoi',
    'You already have an Envoi account',
  ])
  // The second email contains no link, and the password stays.
  const { text } = (await serviceEmailsTo(known_input.email_address))[1] ?? {}
  expect(text).toContain('/login?address=')
  expect(text).not.toContain('/sign-up/')
  expect(await unscoped().account.count({ where: { name: known_input.account_name } })).toBe(1)
})

test('while email is caught, sign-up also answers the same and does not change the known account [S7]', async () => {
  const known = someone()
  expect(await ask(known)).toEqual({ is_mailed: false })
  const before = await unscoped().user.findUniqueOrThrow({ where: { email: known.email_address } })
  expect(await ask({ ...known, password: 'another lantern here' })).toEqual({ is_mailed: false })
  expect(await unscoped().user.findUniqueOrThrow({ where: { email: known.email_address } })).toEqual(before)
  expect((await mailed(known.email_address)).subjects).toEqual(['You already have an Envoi account'])
})

test('the emailed link creates the account once, proves the address and signs in', async () => {
  withMailServer()
  const input = someone()
  await ask(input, '/apps/7/install?service_app_id=service_7')
  const where = { email: input.email_address }
  const { token } = await mailed(input.email_address)
  expect(await unscoped().user.count({ where })).toBe(0)
  expect(await findSignUp(ctx, { token, source: newSource() })).toEqual({
    email_address: input.email_address,
    account_name: input.account_name,
    next: '/apps/7/install?service_app_id=service_7',
  })
  expect(await unscoped().user.count({ where })).toBe(0)

  const source = newSource()
  const [provider] = authOptions(visit({ source })).providers
  const { options } = provider as unknown as { options?: { authorize: never } }
  const { authorize } = (options ?? provider) as unknown as {
    authorize: (given: object) => Promise<{ id: string } | null>
  }
  const signed_in = await authorize({ sign_up_token: token, password: PASSWORD })
  const session = await findSession(ctx, { id: signed_in?.id ?? '', source })
  expect(session).toMatchObject({ email: input.email_address, account: { role: 'owner' } })
  expect(await unscoped().user.findUniqueOrThrow({ where })).toMatchObject({ email_proof: 'mail' })
  expect(
    await unscoped().sendingAddress.findFirstOrThrow({ where: { account_id: session?.account?.account_id ?? 0 } }),
  ).toMatchObject({ status: 'confirmed', is_default: true })
  expect(await findSignUp(ctx, { token, source: newSource() })).toBeNull()
  await expect(finishSignUp(ctx, { token, password: PASSWORD, source: newSource() })).rejects.toThrow('already used')
})

test('a sign-up with someone else’s address does not own the account that its owner confirms', async () => {
  withMailServer()
  const input = someone()
  await ask({ ...input, password: 'chosen by a stranger' })
  const { token } = await mailed(input.email_address)
  expect(await finishSignUp(ctx, { token, password: PASSWORD, source: newSource() })).toBeNull()
  expect(await unscoped().user.count({ where: { email: input.email_address } })).toBe(0)
  await ask(input)
  const own = await mailed(input.email_address)
  expect(await finishSignUp(ctx, { token: own.token, password: PASSWORD, source: newSource() })).not.toBeNull()
  // The other sign-up request is deleted too.
  expect(await findSignUp(ctx, { token, source: newSource() })).toBeNull()
})

test('a sign-up link works for 24 hours, and its request is deleted after that', async () => {
  withMailServer()
  const input = someone()
  await ask(input)
  const { token } = await mailed(input.email_address)
  const now = new Date(Date.now() + 86_400_001)
  expect(await findSignUp({ ...ctx, now: () => now }, { token, source: newSource() })).toBeNull()
  await purgeExpired(EXPIRED_SIGN_UPS, { now })
  expect(await unscoped().signUpRequest.count({ where: { email: input.email_address } })).toBe(0)
})

test('an address gets at most ten links a day', async () => {
  withMailServer()
  const input = someone()
  for (let sent = 0; sent < 10; sent++) await ask(input)
  await expect(ask(input)).rejects.toMatchObject({ code: 'rate_limited' })
})

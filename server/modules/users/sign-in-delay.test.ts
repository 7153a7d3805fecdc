import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Source, serviceCtx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { clientOf } from '../../lib/net/client-address.ts'
import { serviceEmailsTo } from '../../testing/modules/service-emails.ts'
import { clearSignInFailures, countSignInAttempt } from '../throttle/sign-in-delay.ts'
import { deviceToken } from './devices.ts'
import { emailResetLink, resetPassword } from './password-reset.ts'
import { hashPassword } from './passwords.ts'
import { signIn } from './sign-in.ts'

const PASSWORD = 'a lantern in the moss'
const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Returns a service context with a clock that the test moves. */
function clockwork() {
  let now = Date.now()
  const pass = (ms: number) => {
    now += ms
  }
  return { ctx: { ...serviceCtx(), now: () => new Date(now) }, pass }
}
const newSource = (): Source => {
  const part = () => Math.floor(Math.random() * 250) + 1
  return { ip: `11.${part()}.${part()}.${part()}`, user_agent: null }
}
async function newUser() {
  const email_address = `p-${randomUUID()}@studio.example`
  const user = await unscoped().user.create({
    data: { email: email_address, name: 'Nora', password_hash: await hashPassword(PASSWORD) },
  })
  return { user_id: user.id, email_address }
}

type Given = Omit<Parameters<typeof signIn>[1], 'password'>
const wrong = (ctx: Parameters<typeof signIn>[0], given: Given) =>
  signIn(ctx, { ...given, password: 'not the right one' })
const right = (ctx: Parameters<typeof signIn>[0], given: Given) => signIn(ctx, { ...given, password: PASSWORD })
/** Fails an attempt without the cost of checking a password. */
const fail = (ctx: Parameters<typeof signIn>[0], { source, email_address }: Given) =>
  countSignInAttempt(ctx, { source, email_address, device: undefined })
const delayed = { code: 'rate_limited' }

test('failed attempts delay the next one, longer each time, but never lock the user out', async () => {
  const { ctx, pass } = clockwork()
  const given = { ...(await newUser()), source: newSource() }
  for (let i = 0; i < 5; i++) expect(await wrong(ctx, given)).toBeNull()
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
    const refusal = await right(ctx, given).catch((error) => error)
    expect([refusal.code, refusal.retry_after]).toEqual(['rate_limited', seconds])
    pass(seconds * SECOND - 1)
    await expect(right(ctx, given)).rejects.toMatchObject(delayed)
    pass(1)
    expect(await wrong(ctx, given)).toBeNull()
  }
  pass(300 * SECOND)
  expect(await right(ctx, given)).not.toBeNull()
  for (let i = 0; i < 5; i++) expect(await wrong(ctx, given)).toBeNull()
})

test('a delayed sign-in says how long to wait and what else to do', async () => {
  const { ctx } = clockwork()
  const given = { ...(await newUser()), source: newSource() }
  for (let i = 0; i < 5; i++) await wrong(ctx, given)
  await expect(right(ctx, given)).rejects.toMatchObject({
    messages: ['Too many failed attempts. Try again in a second, or reset your password.'],
  })
})

test('attempts made during the delay do not lengthen it', async () => {
  const { ctx, pass } = clockwork()
  const given = { ...(await newUser()), source: newSource() }
  for (const seconds of [0, 0, 0, 0, 0, 1, 2, 4, 8]) {
    pass(seconds * SECOND)
    await fail(ctx, given)
  }
  for (let i = 0; i < 15; i++) {
    await expect(fail(ctx, given)).rejects.toMatchObject(delayed)
    pass(SECOND)
  }
  pass(SECOND)
  expect(await right(ctx, given)).not.toBeNull()
})

test('parallel attempts are counted before the password is checked', async () => {
  const { ctx } = clockwork()
  const given = { ...(await newUser()), source: newSource() }
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => wrong(ctx, given)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

test('a stranger can lock an owner out neither from another source nor, on the same source, from a known device', async () => {
  const { ctx } = clockwork()
  const owner = await newUser()
  const [stranger, home] = [newSource(), newSource()]
  for (let i = 0; i < 40; i++) await fail(ctx, { ...owner, source: stranger }).catch(() => undefined)
  expect(await right(ctx, { ...owner, source: home })).not.toBeNull()
  await expect(right(ctx, { ...owner, source: stranger })).rejects.toMatchObject(delayed)
  const devices = [deviceToken(owner.user_id)]
  expect(await right(ctx, { ...owner, source: stranger, devices })).not.toBeNull()
})

test('a stranger with many sources does not delay an owner on a known device', async () => {
  const { ctx } = clockwork()
  const owner = await newUser()
  for (let i = 0; i < 25; i++) {
    const source = newSource()
    for (let n = 0; n < 4; n++) await fail(ctx, { ...owner, source })
  }
  await expect(right(ctx, { ...owner, source: newSource() })).rejects.toMatchObject(delayed)
  const devices = [deviceToken(owner.user_id)]
  expect(await right(ctx, { ...owner, source: newSource(), devices })).not.toBeNull()
})

test('a known device is delayed by its own failures, and only counts as known for its own user', async () => {
  const { ctx } = clockwork()
  const [owner, other] = [await newUser(), await newUser()]
  const devices = [deviceToken(owner.user_id)]
  for (let i = 0; i < 5; i++) await wrong(ctx, { ...owner, source: newSource(), devices })
  await expect(right(ctx, { ...owner, source: newSource(), devices })).rejects.toMatchObject(delayed)
  const source = newSource()
  for (let i = 0; i < 5; i++) await wrong(ctx, { ...other, source, devices })
  for (const forged of [devices, ['forged'], [`${devices[0]}x`]])
    await expect(right(ctx, { ...other, source, devices: forged })).rejects.toMatchObject(delayed)
})

test('a user who resets the password by email can sign in immediately, whatever strangers do', async () => {
  const { ctx } = clockwork()
  const owner = await newUser()
  const source = newSource()
  for (let i = 0; i < 40; i++) await fail(ctx, { ...owner, source }).catch(() => undefined)
  await emailResetLink(ctx, owner)
  const [message] = await serviceEmailsTo(owner.email_address)
  const token = /reset-password\/([\w-]+)/.exec(message?.text ?? '')?.[1] ?? ''
  const password = 'brussels sprouts'
  const answer = await resetPassword(ctx, { token, password, source })
  expect(await signIn(ctx, { ...answer, password, source })).not.toBeNull()
})

test('behind a proxy that is not configured, one visitor’s failures delay no other visitor', async () => {
  const { ctx } = clockwork()
  const proxied = (client: string) => ({ ...clientOf('10.0.0.2', client, []), user_agent: null })
  const [first, second] = [await newUser(), await newUser()]
  const visitor = `203.0.113.${Math.floor(Math.random() * 250)}`
  for (let i = 0; i < 12; i++) {
    const victims = Array.from({ length: 6 }, () => ({ email_address: `v-${randomUUID()}@studio.example` }))
    for (const victim of victims) await fail(ctx, { ...victim, source: proxied(visitor) }).catch(() => undefined)
  }
  for (let i = 0; i < 12; i++) await fail(ctx, { ...first, source: proxied(visitor) }).catch(() => undefined)
  await expect(right(ctx, { ...second, source: proxied(visitor) })).rejects.toMatchObject(delayed)
  for (const user of [first, second])
    expect(await right(ctx, { ...user, source: proxied('198.51.100.9') })).not.toBeNull()
})

test('a source that tries many addresses is slowed down, while many users on one source are not', async () => {
  const { ctx, pass } = clockwork()
  const owner = await newUser()
  const [classroom, attacker] = [newSource(), newSource()]
  for (let i = 0; i < 70; i++) {
    const attempt = { email_address: `pupil-${i}@studio.example`, source: classroom, device: undefined }
    await countSignInAttempt(ctx, attempt)
    await clearSignInFailures(ctx, attempt)
  }
  expect(await right(ctx, { ...owner, source: classroom })).not.toBeNull()
  for (let i = 0; i < 60; i++) await fail(ctx, { email_address: `a-${i}@studio.example`, source: attacker })
  await expect(wrong(ctx, { email_address: 'b@studio.example', source: attacker })).rejects.toMatchObject(delayed)
  pass(15 * MINUTE)
  expect(await wrong(ctx, { email_address: 'b@studio.example', source: attacker })).toBeNull()
})

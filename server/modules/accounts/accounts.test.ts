import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { serviceCtx, systemCtx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { env } from '../../env.ts'
import { testAccount, testToken } from '../../testing/account.ts'
import { api, bearer, key } from '../../testing/api.ts'
import { serviceEmailsTo } from '../../testing/modules/service-emails.ts'
import { signIn } from '../users/sign-in.ts'
import { findSender } from './senders/sender.ts'
import { confirmSendingAddress } from './senders/sending-addresses.ts'
import { createAccount, listAccounts } from './service.ts'
import { getProfile, saveProfile } from './settings/profile.ts'
import { getSettings, saveSettings } from './settings/settings.ts'
import { AccountSettings, ProfileInput, SignUpInput } from './settings-schema.ts'
import { signUp } from './sign-up/sign-up.ts'

/** Returns the membership of a user. */
const accountOf = (email: string) => unscoped().membership.findFirstOrThrow({ where: { user: { email } } })

const source = { ip: '198.51.100.20', user_agent: null }

test('with a real mail server no one sends from an address before following its emailed link [L2]', async () => {
  const { user_id, email } = await testAccount()
  env().SMTP_URL = 'smtp://127.0.0.1:1'
  try {
    const user = { id: user_id, email, name: 'Nora' }
    const { account_id } = await createAccount(serviceCtx(), { user, name: 'Firm', time_zone: 'UTC' })
    const where = { account_id }
    expect(await unscoped().sendingAddress.findFirstOrThrow({ where })).toMatchObject({
      status: 'pending',
      is_default: true,
    })
    const sender = () => findSender(systemCtx(account_id), null, null)
    expect(await sender()).toBeUndefined()
    const [message] = await serviceEmailsTo(email)
    const token = /confirm-sending-address\/([\w-]+)/.exec(message?.text ?? '')?.[1] ?? ''
    await confirmSendingAddress(serviceCtx(), { token, source: { ...source, ip: randomIp() } })
    expect(await unscoped().sendingAddress.findFirstOrThrow({ where })).toMatchObject({
      status: 'confirmed',
      is_default: true,
    })
    expect(await sender()).toMatchObject({ address: email })
  } finally {
    env().SMTP_URL = undefined
  }
})

test('a sign-up creates a user with an account that can send immediately', async () => {
  const email_address = `new-${randomUUID()}@studio.example`
  const input = { name: 'Nora Lind', account_name: 'Studio North', email_address, password: 'a lantern in the moss' }
  await signUp(serviceCtx(), { ...input, time_zone: 'Europe/Oslo', source: { ...source, ip: randomIp() } })
  expect(await signIn(serviceCtx(), { email_address, password: input.password, source })).not.toBeNull()
  const account = await unscoped().account.findUniqueOrThrow({
    where: { id: (await accountOf(email_address)).account_id },
    include: {
      memberships: true,
      sending_addresses: true,
      email_templates: { orderBy: { id: 'asc' } },
      creator_profile: true,
    },
  })
  expect(account).toMatchObject({ name: 'Studio North', time_zone: 'Europe/Oslo', subscriber_limit: null })
  expect(account.memberships).toMatchObject([{ role: 'owner' }])
  expect(account.sending_addresses).toMatchObject([
    { email_address, from_name: 'Nora Lind', status: 'confirmed', is_default: true },
  ])
  expect(account.email_templates.map(({ name }) => name).sort()).toEqual(['Card', 'Classic', 'Modern', 'Text Only'])
  expect(account.email_templates.filter(({ is_default }) => is_default)).toMatchObject([{ name: 'Classic' }])
  expect(account.creator_profile).toMatchObject({ name: 'Studio North' })
})

test('of two concurrent sign-ups with one address, one succeeds, both get the same answer, and no partial account remains', async () => {
  const email_address = `twin-${randomUUID()}@studio.example`
  const name = `Twins ${randomUUID()}`
  const input = { name: 'Nora', account_name: name, email_address, password: 'a lantern in the moss', time_zone: 'UTC' }
  const results = await Promise.allSettled(
    [1, 2].map(() => signUp(serviceCtx(), { ...input, source: { ...source, ip: randomIp() } })),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled'])
  expect(await unscoped().account.count({ where: { name } })).toBe(1)
})

test('a sign-up validates its fields', () => {
  const good = {
    name: 'Nora',
    account_name: 'North',
    email_address: ' Nora@Studio.Example ',
    password: 'a lantern in the moss',
    time_zone: 'Europe/Oslo',
  }
  expect(SignUpInput.parse(good).email_address).toBe('nora@studio.example')
  const expectInvalid = (change: object) =>
    SignUpInput.safeParse({ ...good, ...change }).error?.issues.map(({ path }) => path[0])
  expect(expectInvalid({ password: 'too short' })).toEqual(['password'])
  expect(expectInvalid({ password: 'password1234' })).toEqual(['password'])
  expect(expectInvalid({ password: 'nora@studio.example' })).toEqual(['password'])
  expect(expectInvalid({ email_address: 'nora' })).toEqual(['email_address'])
  expect(expectInvalid({ time_zone: '+01:00' })).toEqual(['time_zone'])
  expect(expectInvalid({ account_name: ' ' })).toEqual(['account_name'])
})

test('a name cannot inject an email header [S10]', () => {
  const good = {
    name: 'Nora\r\nBcc: all@evil.example',
    account_name: 'North\u2028x',
    email_address: 'nora@studio.example',
    password: 'a lantern in the moss',
    time_zone: 'UTC',
  }
  const { name, account_name } = SignUpInput.parse(good)
  expect(name).toBe('Nora Bcc: all@evil.example')
  expect(account_name).toBe('North x')
})

test('a user may own several accounts', async () => {
  const account = await testAccount()
  const user = { id: account.user_id, email: account.email, name: 'Nora' }
  const { account_id } = await createAccount(serviceCtx(), { user, name: 'Annex', time_zone: 'UTC' })
  expect(await listAccounts(serviceCtx(), { user_id: account.user_id })).toEqual([
    { id: account_id, name: 'Annex', role: 'owner' },
    { id: account.account_id, name: 'Studio North', role: 'owner' },
  ])
})

test('GET /v4/account names the user behind the credential and the account', async () => {
  const account = await testAccount()
  const { status, body } = await api('GET /v4/account', key(account))
  expect(status).toBe(200)
  expect(body).toEqual({
    user: { id: account.user_id, email: account.email },
    account: {
      id: account.account_id,
      name: 'Studio North',
      plan_type: 'creator',
      primary_email_address: account.email,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      plan: {
        plan_type: 'creator',
        interval: 'month',
        subscriber_limit: null,
        on_trial: false,
        trial_lapse_date: null,
        renews_at: null,
        cancels_at: null,
      },
      sending_addresses: [
        {
          email_address: account.email,
          from_name: 'Nora',
          status: 'confirmed',
          is_default: true,
          is_verified: true,
          is_dmarc_configured: false,
        },
      ],
      timezone: { name: 'Europe/Oslo', friendly_name: 'Oslo', utc_offset: expect.stringMatching(/^\+0[12]:00$/) },
    },
  })
})

test('GET /v4/account names the user who granted the token, or the owner once that user left a published app', async () => {
  const account = await testAccount()
  const editor = await unscoped().user.create({ data: { email: `ed-${randomUUID()}@studio.example` } })
  const membership = { account_id: account.account_id, user_id: editor.id }
  await unscoped().membership.create({ data: { ...membership, role: 'editor' } })
  const token = await testToken(account.account_id, editor.id)
  // The token of an unpublished app ends with the user's membership.
  const { app_id } = await unscoped().oauthGrant.findFirstOrThrow({ where: { user_id: editor.id } })
  await unscoped().app.update({ where: { id: app_id }, data: { status: 'published', published_at: new Date() } })
  const seen = async () => (await api('GET /v4/account', bearer({ token }))).body
  expect((await seen()).user).toEqual({ id: editor.id, email: editor.email })
  expect((await seen()).account.primary_email_address).toBe(account.email)
  await unscoped().membership.delete({ where: { account_id_user_id: membership } })
  expect((await seen()).user).toEqual({ id: account.user_id, email: account.email })
})

test('colors are replaced as a whole and stored as entered, and each invalid one is named', async () => {
  const account = await testAccount()
  expect((await api('GET /v4/account/colors', key(account))).body).toEqual({ colors: [] })
  const colors = ['#1D4ED8', '#f59e0b', '#ABC', '#1D4ED8']
  expect(await api('PUT /v4/account/colors', key(account), { colors })).toMatchObject({ status: 200, body: { colors } })
  expect((await api('GET /v4/account/colors', key(account))).body).toEqual({ colors })
  const errorsOf = async (body: unknown) => {
    const answer = await api('PUT /v4/account/colors', key(account), body)
    expect(answer.status).toBe(422)
    return answer.body.errors
  }
  expect(await errorsOf({ colors: ['#12345', 'red', '#fff', 7] })).toEqual([
    'Colors #12345 is not a valid hex color code.',
    'Colors red is not a valid hex color code.',
    'Colors 7 is not a valid hex color code.',
  ])
  expect(await errorsOf({ colors: Array.from({ length: 11 }, () => '#fff') })).toEqual([
    'Colors cannot contain more than 10 colors',
  ])
  for (const body of [[], { colors: '#fff' }, { colors: null }])
    expect(await errorsOf(body)).toEqual(['Colors must be an array of hex color codes'])
  expect((await api('PUT /v4/account/colors', key(account), { colors: [] })).body).toEqual({ colors: [] })
})

test('the creator profile is 404 until it is saved, and blank fields are null', async () => {
  const account = await testAccount()
  expect(await api('GET /v4/account/creator_profile', key(account))).toMatchObject({
    status: 404,
    body: { errors: ['Not Found'] },
  })
  const input = {
    name: 'Studio North',
    byline: ' ',
    bio: 'We build small things.',
    image_url: '',
    profile_url: 'https://north.example/',
  }
  await saveProfile(account.ctx, ProfileInput.parse(input))
  expect((await api('GET /v4/account/creator_profile', key(account))).body).toEqual({
    profile: { ...input, byline: null, image_url: null },
  })
  expect(ProfileInput.safeParse({ ...input, image_url: 'javascript:alert(1)' }).success).toBe(false)
})

test('settings are saved and returned', async () => {
  const { ctx } = await testAccount()
  const input = {
    name: 'Studio South',
    time_zone: 'America/New_York',
    postal_address: ' 1 Main St\nNew York ',
    open_tracking_enabled: false,
    click_tracking_enabled: true,
    language: 'en-GB',
    undo_seconds: 60,
    automation_trace_days: 90,
    announces_views: true,
  }
  expect(await saveSettings(ctx, AccountSettings.parse(input))).toEqual({
    ...input,
    postal_address: '1 Main St\nNew York',
  })
  expect(AccountSettings.safeParse({ ...input, time_zone: 'Mars/Phobos' }).success).toBe(false)
  for (const days of [29, 3_651, 30.5])
    expect(AccountSettings.safeParse({ ...input, automation_trace_days: days }).success).toBe(false)
  expect(AccountSettings.parse({ ...input, automation_trace_days: null }).automation_trace_days).toBeNull()
  expect(AccountSettings.parse({ ...input, postal_address: '  ' }).postal_address).toBeNull()
})

test('the profile follows the name of the account until it has a name of its own', async () => {
  const { ctx } = await testAccount()
  const nameAfter = async (name: string) => {
    await saveSettings(ctx, { name })
    return (await getProfile(ctx)).name
  }
  const first = await getSettings(ctx)
  await saveProfile(ctx, { name: first.name })
  expect(await nameAfter('Studio South')).toBe('Studio South')
  await saveProfile(ctx, { name: 'Nora of the south' })
  expect(await nameAfter('Studio West')).toBe('Nora of the south')
})

const randomIp = () => `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`

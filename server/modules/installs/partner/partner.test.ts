import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { failOnce } from '../../../testing/database/fail-once.ts'
import { newApp, PARTNER_SECRET, partnerServer } from '../../../testing/servers/partner-server.ts'
import { beginInstallation, completeInstallation } from '../../apps/installations/installations.ts'
import { storePartnerTokens } from '../../apps/installations/partner-tokens.ts'
import { partnerToken } from './partner.ts'

const later = (ctx: Ctx, ms: number): Ctx => ({ ...ctx, now: () => new Date(Date.now() + ms) })
const AFTER_AN_HOUR = 3_600_000

/** Returns an app with signed-in plugins and tokens that last an hour. */
async function signedIn({ expires_in = 3_600, refresh_token = 'refresh-0' as string | null } = {}) {
  const account = await testAccount()
  const server = await partnerServer()
  const app = await newApp(account.account_id, server.settings)
  const { ctx } = account
  const { installation_id } = await beginInstallation(ctx, { app_id: app.id })
  await storePartnerTokens(ctx, { installation_id, tokens: { access_token: 'access-0', refresh_token, expires_in } })
  await write(ctx, (tx) => completeInstallation(tx, { installation_id }))
  const row = () => unscoped().installation.findFirstOrThrow({ where: { id: installation_id } })
  return { account, ctx, server, app_id: app.id, installation_id, row }
}

test('a token is used until a minute before it expires, then refreshed', async () => {
  const { ctx, server, app_id } = await signedIn()
  expect(await partnerToken(ctx, { app_id })).toBe('access-0')
  expect(await partnerToken(later(ctx, AFTER_AN_HOUR - 90_000), { app_id })).toBe('access-0')
  expect(server.requests).toEqual([])
  expect(await partnerToken(later(ctx, AFTER_AN_HOUR - 30_000), { app_id })).toBe('access-1')
  expect(server.requests).toEqual([
    {
      path: '/token',
      type: 'application/x-www-form-urlencoded',
      fields: {
        grant_type: 'refresh_token',
        refresh_token: 'refresh-0',
        client_id: 'envoi-over-there',
        client_secret: PARTNER_SECRET,
      },
    },
  ])
  // The new refresh token replaces the old one, and a rejected access token is refreshed immediately.
  expect(await partnerToken(ctx, { app_id, rejected: 'access-1' })).toBe('access-2')
  expect(server.requests[1]?.fields.refresh_token).toBe('refresh-1')
})

test('refreshed tokens are kept even if storing them fails once, because the old ones are no longer valid', async () => {
  const { ctx, server, app_id, installation_id } = await signedIn()
  const hasFailed = await failOnce('installation', {
    fault: 'the disk is full',
    when: `new.id = ${installation_id} and new.partner_refresh_until is null`,
  })
  expect(await partnerToken(later(ctx, AFTER_AN_HOUR), { app_id })).toBe('access-1')
  expect(await hasFailed()).toBe(true)
  expect(await partnerToken(ctx, { app_id })).toBe('access-1')
  expect(server.requests).toHaveLength(1)
})

test('concurrent calls with an expired token refresh it once', async () => {
  const { ctx, server, app_id } = await signedIn()
  const late = later(ctx, AFTER_AN_HOUR)
  const tokens = await Promise.all(Array.from({ length: 6 }, () => partnerToken(late, { app_id })))
  expect(new Set(tokens)).toEqual(new Set(['access-1']))
  expect(server.requests).toHaveLength(1)
})

test('an interrupted refresh does not block others longer than its lease', async () => {
  const { ctx, app_id, installation_id } = await signedIn()
  const until = new Date(Date.now() + AFTER_AN_HOUR + 15_000)
  await unscoped().installation.updateMany({ where: { id: installation_id }, data: { partner_refresh_until: until } })
  expect(await partnerToken(later(ctx, AFTER_AN_HOUR + 15_001), { app_id })).toBe('access-1')
})

test('a response without a refresh token keeps the current one, and a token without a lifetime never expires', async () => {
  const { ctx, server, app_id, row } = await signedIn()
  server.answer(200, { access_token: 'new', token_type: 'bearer' })
  expect(await partnerToken(later(ctx, AFTER_AN_HOUR), { app_id })).toBe('new')
  expect((await row()).partner_expires_at).toBeNull()
  expect(await partnerToken(later(ctx, 50 * AFTER_AN_HOUR), { app_id })).toBe('new')
  await expect(partnerToken(ctx, { app_id, rejected: 'new' })).resolves.toBe('new')
  expect(server.requests.map(({ fields }) => fields.refresh_token)).toEqual(['refresh-0', 'refresh-0'])
})

test.each([
  ['closes the connection', 'drop'],
  ['answers 500', [500, 'oh']],
  ['answers a page', [200, '<html>']],
  ['answers without a token', [200, { access_token: '', refresh_token: 'x' }]],
  ['answers a list', [200, [1]]],
  ['redirects', [302, '']],
  ['answers more than 64 KB', [200, { access_token: 'x'.repeat(70_000) }]],
] as const)('a refresh at a server that %s fails, and a later one succeeds', async (_, manner) => {
  const { ctx, server, app_id } = await signedIn()
  if (manner === 'drop') server.behave((_request, response) => response.destroy())
  else server.answer(manner[0], manner[1])
  const late = later(ctx, AFTER_AN_HOUR)
  await expect(partnerToken(late, { app_id })).rejects.toMatchObject({
    code: 'unavailable',
    messages: ['Press does not respond. Try again later.'],
  })
  expect(server.requests).toHaveLength(1)
  server.behave(null)
  expect(await partnerToken(late, { app_id })).toBe('access-1')
})

test('a refused refresh requires the creator to connect the app again', async () => {
  const { ctx, server, app_id, row } = await signedIn()
  server.answer(400, { error: 'invalid_grant' })
  const again = { code: 'conflict', messages: ['Press must be connected again'] }
  await expect(partnerToken(later(ctx, AFTER_AN_HOUR), { app_id })).rejects.toMatchObject(again)
  expect(await row()).toMatchObject({ partner_access_token: null, partner_refresh_token: null })
  await expect(partnerToken(ctx, { app_id })).rejects.toMatchObject(again)
  expect(server.requests).toHaveLength(1)
})

test('an expired token without a refresh token, a missing token, and another account’s token cannot be used', async () => {
  const again = { code: 'conflict' }
  const { ctx, app_id, installation_id } = await signedIn({ refresh_token: null })
  await expect(partnerToken(later(ctx, AFTER_AN_HOUR), { app_id })).rejects.toMatchObject(again)
  await expect(partnerToken((await testAccount()).ctx, { app_id })).rejects.toMatchObject(again)
  for (const state of ['pending', 'uninstalled'] as const) {
    await unscoped().installation.updateMany({ where: { id: installation_id }, data: { state } })
    await expect(partnerToken(ctx, { app_id })).rejects.toMatchObject(again)
  }
  const open = await newApp(ctx.account_id)
  expect(await partnerToken(ctx, { app_id: open.id })).toBeNull()
  expect(await partnerToken(ctx, { app_id: 2_000_000_000 })).toBeNull()
})

test('a token URL in a private network is not requested [W6]', async () => {
  const { ctx, app_id } = await signedIn()
  await unscoped().app.update({
    where: { id: app_id },
    data: { plugin_refresh_url: 'http://169.254.169.254/latest/meta-data' },
  })
  await expect(partnerToken(later(ctx, AFTER_AN_HOUR), { app_id })).rejects.toMatchObject({ code: 'unavailable' })
})

test('tokens of the app’s server are stored encrypted and never logged [S6]', async () => {
  const { ctx, server, app_id, row } = await signedIn()
  const logged: unknown[] = []
  const log = { ...ctx.log, warn: (...line: unknown[]) => void logged.push(line) } as unknown as Ctx['log']
  server.answer(503, { error: 'busy', access_token: 'access-9' })
  await partnerToken({ ...later(ctx, AFTER_AN_HOUR), log }, { app_id }).catch(() => undefined)
  expect(JSON.stringify(logged)).toContain('"status":503,"code":"busy"')
  const app = await unscoped().app.findFirstOrThrow({ where: { id: app_id } })
  const kept = JSON.stringify([await row(), app, logged])
  for (const secret of ['access-0', 'refresh-0', 'access-9', PARTNER_SECRET]) expect(kept).not.toContain(secret)
})

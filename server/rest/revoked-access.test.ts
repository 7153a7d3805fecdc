import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Credential, credentialCache, measureCredentialAge } from '../core/credential.ts'
import { database, unscoped } from '../db/client.ts'
import { revokeApiKey } from '../modules/api-keys/service.ts'
import { testAccount } from '../testing/account.ts'
import { runInOwnDatabase } from '../testing/database/own-database.ts'
import { type RestProcess, startRest } from '../testing/processes/rest-process.ts'

// Plans belong to a whole instance, so this file has its own database.
runInOwnDatabase()

// Cached credentials do not expire in these processes, so only a notification can make them refuse one.
let processes: RestProcess[] = []
beforeAll(async () => {
  const { url } = database()
  const now = new Date()
  await unscoped().plan.create({
    data: { key: NO_API, name: 'Without the API', has_api: false, created_at: now, updated_at: now },
  })
  processes = await Promise.all([1, 2].map(() => startRest(url, { keeps_credentials: true })))
})
afterAll(async () => {
  await Promise.all(processes.map(({ kill }) => kill()))
})

const NO_API = 'no_api'

/** An owner with a key of their own and a token. */
async function owner() {
  const account = await testAccount()
  const { account_id, user_id } = account
  const db = unscoped()
  await db.apiKey.updateMany({ where: { account_id }, data: { created_by: user_id } })
  return {
    ...account,
    db,
    by_key: { 'X-Service-Api-Key': account.api_key },
    by_token: { Authorization: `Bearer ${account.token}` },
  }
}
type Owner = Awaited<ReturnType<typeof owner>>

/** Both processes accept the credential; after `change` both answer with `status`. */
async function endsWith(
  status: number,
  { headers, path = '/v4/account' }: { headers: Record<string, string>; path?: string },
  change: () => Promise<unknown>,
): Promise<void> {
  const answers = () => Promise.all(processes.map(({ get }) => get(path, headers)))
  // A notification of another test can prevent caching of the first look-up.
  expect(await answers()).toEqual([200, 200])
  expect(await answers()).toEqual([200, 200])
  await change()
  while ((await answers()).some((answer) => answer !== status));
}

test('a revoked API key is refused by every process, by notification', async () => {
  const { ctx, account_id, by_key, db } = await owner()
  const { id } = await db.apiKey.findFirstOrThrow({ where: { account_id } })
  await endsWith(401, { headers: by_key }, () => revokeApiKey(ctx, { id }))
})

const changes: [string, number, 'by_key' | 'by_token', (own: Owner) => Promise<unknown>][] = [
  ['a deleted API key', 401, 'by_key', ({ db, account_id }) => db.apiKey.deleteMany({ where: { account_id } })],
  [
    'a revoked token',
    401,
    'by_token',
    ({ db, account_id }) => db.oauthToken.updateMany({ where: { account_id }, data: { revoked_at: new Date() } }),
  ],
  [
    'the token of a withdrawn consent',
    401,
    'by_token',
    ({ db, account_id }) => db.oauthGrant.updateMany({ where: { account_id }, data: { revoked_at: new Date() } }),
  ],
  [
    'the token of an uninstalled app',
    401,
    'by_token',
    ({ db, account_id }) =>
      db.installation.updateMany({
        where: { account_id },
        data: { state: 'uninstalled', uninstalled_at: new Date(), uninstalled_by: 'creator' },
      }),
  ],
  [
    'the token of a deleted app',
    401,
    'by_token',
    async ({ db, account_id }) => {
      const { app_id } = await db.oauthToken.findFirstOrThrow({ where: { account_id } })
      await db.app.update({ where: { id: app_id }, data: { deleted_at: new Date() } })
    },
  ],
  [
    'the key of a removed member',
    401,
    'by_key',
    ({ db, account_id }) => db.membership.deleteMany({ where: { account_id } }),
  ],
  [
    'the token of a removed member',
    401,
    'by_token',
    ({ db, account_id }) => db.membership.deleteMany({ where: { account_id } }),
  ],
  [
    'the key of an account whose API is disabled',
    401,
    'by_key',
    ({ db, account_id }) => db.account.update({ where: { id: account_id }, data: { api_disabled: true } }),
  ],
  [
    'the token of an account whose API is disabled',
    401,
    'by_token',
    ({ db, account_id }) => db.account.update({ where: { id: account_id }, data: { api_disabled: true } }),
  ],
  ['the key of an account that will be deleted', 401, 'by_key', scheduleDeletion],
  ['the token of an account that will be deleted', 401, 'by_token', scheduleDeletion],
  ['the key of an account whose new plan has no API', 401, 'by_key', takeApi],
  ['the token of an account whose new plan has no API', 401, 'by_token', takeApi],
]

function scheduleDeletion({ db, account_id }: Owner) {
  return db.account.update({ where: { id: account_id }, data: { deletes_at: new Date(Date.now() + 86_400_000) } })
}

function takeApi({ db, account_id }: Owner) {
  return db.account.update({ where: { id: account_id }, data: { plan_type: NO_API } })
}

test.each(changes)('%s is refused by every process, by notification', async (_, status, by, change) => {
  const own = await owner()
  await endsWith(status, { headers: own[by] }, () => change(own))
})

const demoted = [
  ['key', 'by_key'],
  ['token', 'by_token'],
] as const

test.each(demoted)('the %s of a demoted member loses permissions in every process, by notification', async (_, by) => {
  const { db, account_id, ...own } = await owner()
  await endsWith(403, { headers: own[by], path: '/v4/webhook_endpoints' }, () =>
    db.membership.updateMany({ where: { account_id }, data: { role: 'viewer' } }),
  )
})

/** Returns a cache of credentials on a test clock, and a count of its look-ups. */
function cacheAt(start: number) {
  let now = start
  let look_ups = 0
  measureCredentialAge(() => now)
  onTestFinished(() => measureCredentialAge(() => performance.now()))
  const cache = credentialCache()
  const find = async () => {
    look_ups += 1
    return { ...CREDENTIAL }
  }
  return {
    forget: (account_id?: number) => cache.forget(account_id),
    lookUpsAt: async (ms: number) => {
      now = start + ms
      await cache.get('hash', find)
      return look_ups
    },
    overtaken: () =>
      cache.get('hash', () => {
        cache.forget()
        return find()
      }),
  }
}

const CREDENTIAL: Credential = {
  account_id: 7,
  plan_type: 'creator',
  actor: { kind: 'api_key', api_key_id: 1, scopes: ['public'] },
  role: 'owner',
  name: 'api_key:1',
  grant_id: null,
  assistant: null,
  client: 'api_key:1',
  counted_as: 'api_key:1',
  expires_at: null,
}

test('while notifications cannot be received, a credential is looked up again after less than a second', async () => {
  // The session's last notification is years old.
  const { lookUpsAt } = cacheAt(performance.now() + 1e12)
  expect(await lookUpsAt(0)).toBe(1)
  expect(await lookUpsAt(890)).toBe(1)
  expect(await lookUpsAt(910)).toBe(2)
})

test('while notifications are received, a credential is looked up every ten seconds', async () => {
  const { lookUpsAt, forget } = cacheAt(performance.now() - 20_000)
  for (;;) {
    forget()
    const before = await lookUpsAt(0)
    if ((await lookUpsAt(9_900)) === before) {
      expect(await lookUpsAt(9_990)).toBe(before)
      expect(await lookUpsAt(10_010)).toBe(before + 1)
      return
    }
    // The session takes a moment to start listening.
    await database().pool.query('select 1')
  }
})

test('a look-up is not cached if a notification arrives during it; those of other accounts change nothing', async () => {
  const { lookUpsAt, overtaken, forget } = cacheAt(performance.now() + 1e12)
  await overtaken()
  expect(await lookUpsAt(0)).toBe(2)
  expect(await lookUpsAt(1)).toBe(2)
  forget(8)
  expect(await lookUpsAt(2)).toBe(2)
  forget(7)
  expect(await lookUpsAt(3)).toBe(3)
})

import { beforeAll, expect, test } from 'vitest'
import { serviceCtx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { api } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { administrator, completeApp, publish, resolveNames, storedApp } from '../../testing/modules/apps.ts'
import {
  askAuthorize,
  authorizeQuery,
  exchange,
  type TestClient,
  testCode,
  testTokens,
} from '../../testing/modules/oauth.ts'
import { startSession } from '../users/sessions.ts'
import { removeEndedTests } from './test-installs.ts'

beforeAll(resolveNames)

const DAY_MS = 86_400_000
const NEW_HOST = 'https://kiln.example/callback'

/** An administrator with a session, and the credentials of a developer's app. */
async function setUp({ changes = false } = {}) {
  const [developer, reviewer] = [await testAccount(), await testAccount()]
  const app = await completeApp(developer)
  const { develop } = dashboard(developer).apps
  if (changes) {
    await publish(developer, app)
    const detail = await develop.get(app)
    const authorization_url = 'https://kiln.example/install'
    await develop.saveAccess({ ...detail, scope: 'public', redirect_uris: [NEW_HOST], authorization_url })
  } else await develop.submit(app)
  const { client_id } = await storedApp(app.id)
  const { client_secret } = await develop.rotateSecret(app)
  const redirect_uri = changes ? NEW_HOST : 'https://glaze.example/callback'
  const client: TestClient = { id: app.id, client_id, client_secret, redirect_uri }
  const session_id = await startSession(serviceCtx(), {
    user_id: reviewer.user_id,
    source: { ip: '127.0.0.1', user_agent: null },
  })
  const { admin, installs, apps } = dashboard(reviewer, reviewer.ctx, { is_admin: true, session_id })
  const own = { app_id: app.id, account_id: reviewer.account_id }
  return { developer, reviewer, app, client, own, reviews: admin.reviews, installs, apps }
}

const status = async (token: string) => (await api('GET /v4/account', { token })).status

const entriesOf = async ({ account_id }: { account_id: number }) =>
  (await unscoped().auditEntry.findMany({ where: { subject_account_id: account_id }, orderBy: { id: 'asc' } }))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('test_install'))

const approve = async (reviewer: TestAccount, { id }: { id: number }) => {
  const { apps, app_reviews } = administrator(reviewer)
  await app_reviews.approve({ id, version: (await apps.review.get({ id })).version })
}

test('an administrator installs an app in its first review without publishing it, and removes it', async () => {
  const { reviewer, app, client, own, reviews, installs, apps } = await setUp()
  const { url } = await reviews.startTest(own)
  expect(url).toContain('https://glaze.example/install?redirect=')
  const { access_token } = await testTokens(reviewer, client)
  await installs.finish({ app_id: app.id })
  expect(await status(access_token)).toBe(200)
  expect((await storedApp(app.id)).status).toBe('in_review')
  expect(await apps.installed()).toContainEqual(
    expect.objectContaining({ app_id: app.id, state: 'installed', test_expires_at: expect.any(String) }),
  )
  expect(await apps.installation({ app_id: app.id })).toMatchObject({ is_test: true })
  expect((await reviews.tests({ app_id: app.id })).tests).toMatchObject([
    { account_id: reviewer.account_id, is_complete: true },
  ])
  const leadsBack = async () => (await reviews.testsIn(own)).map(({ id }) => id)
  expect(await leadsBack()).toEqual([app.id])

  await reviews.removeTest(own)
  expect(await leadsBack()).toEqual([])
  expect(await status(access_token)).toBe(401)
  expect(await apps.installation({ app_id: app.id })).toBeNull()
  expect((await reviews.tests({ app_id: app.id })).tests).toEqual([])
  await expect(reviews.removeTest(own)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await entriesOf(own)).toEqual(['test_install_started', 'test_install_removed'])
})

test('an account is created for a test when none is chosen', async () => {
  const { app, reviewer, reviews } = await setUp()
  await reviews.startTest({ app_id: app.id, account_id: null })
  const { tests } = await reviews.tests({ app_id: app.id })
  expect(tests).toMatchObject([{ account_name: expect.stringMatching(/^Test of Glaze book/), is_complete: false }])
  const [{ account_id } = { account_id: 0 }] = tests
  const membership = { account_id_user_id: { account_id, user_id: reviewer.user_id } }
  expect(await unscoped().membership.findUnique({ where: membership })).toMatchObject({ role: 'owner' })
  const marked = async (id: number) => (await unscoped().account.findUniqueOrThrow({ where: { id } })).is_for_test
  expect([await marked(account_id), await marked(reviewer.account_id)]).toEqual([true, false])
})

test('a test of pending changes uses them, while other accounts do not', async () => {
  const { reviewer, app, client, own, reviews, installs } = await setUp({ changes: true })
  expect((await askAuthorize(authorizeQuery(client))).status).toBe(400)
  expect((await reviews.startTest(own)).url).toContain('https://kiln.example/install?redirect=')
  const { access_token } = await testTokens(reviewer, client)
  await installs.finish({ app_id: app.id })
  expect(await status(access_token)).toBe(200)
  await expect(testCode(await testAccount(), client)).rejects.toThrow(/has not registered the address/)
  const approved = { ...client, redirect_uri: 'https://glaze.example/callback' }
  expect((await exchange(approved, await testCode(await testAccount(), approved))).status).toBe(200)
})

test('a test ends with the review', async () => {
  const { developer, reviewer, app, client, own, reviews } = await setUp({ changes: true })
  await reviews.startTest(own)
  const { access_token } = await testTokens(reviewer, client)
  await removeEndedTests({ now: new Date() })
  expect(await status(access_token)).toBe(200)
  await approve(developer, app)
  await removeEndedTests({ now: new Date() })
  expect(await status(access_token)).toBe(401)
  expect(await entriesOf(own)).toEqual(['test_install_started', 'test_install_removed'])
})

test('a test ends after seven days', async () => {
  const { reviewer, client, own, reviews } = await setUp()
  await reviews.startTest(own)
  const { access_token } = await testTokens(reviewer, client)
  const { account_id, app_id } = own
  const lapse = { started_at: new Date(Date.now() - 7 * DAY_MS), expires_at: new Date(Date.now() - 1) }
  await unscoped().testInstall.update({ where: { account_id_app_id: { account_id, app_id } }, data: lapse })
  await removeEndedTests({ now: new Date() })
  expect(await status(access_token)).toBe(401)
})

test('an app that was tested can be installed like any other later', async () => {
  const { developer, reviewer, app, client, own, reviews, installs, apps } = await setUp()
  await reviews.startTest(own)
  await approve(developer, app)
  await removeEndedTests({ now: new Date() })
  await installs.begin(own)
  const { access_token } = await testTokens(reviewer, client)
  await installs.finish({ app_id: app.id })
  expect(await apps.installation({ app_id: app.id })).toMatchObject({ is_test: false })
  await removeEndedTests({ now: new Date(Date.now() + 30 * DAY_MS) })
  expect(await status(access_token)).toBe(200)
})

test('uninstalling the app in its test account ends the test', async () => {
  const { app, reviewer, client, own, reviews, installs, apps } = await setUp()
  await reviews.startTest(own)
  await testTokens(reviewer, client)
  await installs.finish({ app_id: app.id })
  const { installation_id } = (await apps.installation({ app_id: app.id })) ?? { installation_id: 0 }
  await installs.uninstall({ installation_id })
  expect((await reviews.tests({ app_id: app.id })).tests).toEqual([])
})

test('a test needs a review, an account owned by the administrator, and an account without the app', async () => {
  const { developer, app, own, reviews, installs } = await setUp()
  const foreign = { app_id: app.id, account_id: developer.account_id }
  await expect(reviews.startTest(foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await installs.begin(own)
  await expect(reviews.startTest(own)).rejects.toThrow('This account has the app installed.')
  await dashboard(developer).apps.develop.withdraw(app)
  await expect(reviews.startTest(own)).rejects.toMatchObject({ message: 'The app is not in review' })
  await expect(dashboard(developer).admin.reviews.startTest(foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

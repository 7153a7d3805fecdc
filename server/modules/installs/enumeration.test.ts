import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureOutbound } from '../../core/outbound.ts'
import { unscoped } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { administrator, completeApp, publish, resolveNames } from '../../testing/modules/apps.ts'
import { send } from '../../testing/modules/oauth.ts'
import { createCaller } from '../../trpc/root.ts'

beforeAll(resolveNames)
afterAll(() => configureOutbound())

const MISSING = 99_000_000
const visitor = createCaller({
  user: null,
  account: null,
  source: { ip: '127.0.0.1', user_agent: null },
  request_id: 'test',
})

/** Returns what the caller sees: the result, or the error's code and text. */
const answerOf = (call: Promise<unknown>) =>
  call.then(
    (result) => ({ result }),
    ({ code, message }) => ({ code, message }),
  )

test('an unpublished app answers exactly like an app that does not exist', async () => {
  const [developer, stranger] = [await testAccount(), await testAccount()]
  const { id } = await completeApp(developer)
  const signed_in = dashboard(stranger)
  const calls: Record<string, (id: number) => Promise<unknown>> = {
    'listing, signed out': (id) => visitor.apps.listing({ id }),
    'listing, signed in': (id) => signed_in.apps.listing({ id }),
    installation: (app_id) => signed_in.apps.installation({ app_id }),
    'end of an installation': (app_id) => signed_in.installs.finish({ app_id }),
    'install link, signed out': (app_id) => visitor.installs.offer({ app_id }),
    'app of the developer area': (id) => signed_in.apps.develop.get({ id }),
    submission: (id) => signed_in.apps.develop.submit({ id }),
    'discarded changes': (id) => signed_in.apps.develop.discardChanges({ id }),
    logo: async (id) => (await send(`/app-logos/${id}/1`)).status,
  }
  for (const [name, call] of Object.entries(calls))
    expect(await answerOf(call(id)), name).toEqual(await answerOf(call(MISSING)))
})

test('an unpublished app is visible to its developers, accounts that installed it, and administrators', async () => {
  const [developer, creator] = [await testAccount(), await testAccount()]
  const app = await completeApp(developer)
  expect(await dashboard(developer).apps.listing(app)).toMatchObject({ is_published: false })
  expect(await administrator(creator).apps.listing(app)).toMatchObject({ is_published: false })
  await expect(dashboard(creator).apps.listing(app)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { account_id } = creator
  const row = await unscoped().installation.create({ data: { account_id, app_id: app.id, state: 'installed' } })
  expect(await dashboard(creator).apps.listing(app)).toMatchObject({ is_published: false })
  await unscoped().installation.updateMany({ where: { account_id, id: row.id }, data: { state: 'uninstalled' } })
  await expect(dashboard(creator).apps.listing(app)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await dashboard(creator).installs.offer({ app_id: app.id })).toMatchObject({ app: { is_published: false } })
})

test('the ID of an app does not reveal the ID of the next', async () => {
  const { develop } = dashboard(await testAccount()).apps
  const ids: number[] = []
  for (let i = 0; i < 5; i++) ids.push((await develop.create({ name: `App ${i}` })).id)
  for (const id of ids) expect(id).toBeGreaterThanOrEqual(100_000_000)
  const gaps = ids.slice(1).map((id, i) => Math.abs(id - (ids[i] ?? 0)))
  expect(Math.min(...gaps)).toBeGreaterThan(1)
})

test('IDs of unpublished apps cannot be enumerated, while published apps still open', async () => {
  const [developer, prober] = [await testAccount(), await testAccount()]
  const [hidden, published] = [await completeApp(developer), await completeApp(developer)]
  await publish(developer, published)
  const { installs } = dashboard(prober)
  for (let i = 0; i < 100; i++) expect(await installs.offer({ app_id: MISSING + i })).toBeNull()
  const limited = await answerOf(installs.offer({ app_id: MISSING }))
  expect(limited).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(await answerOf(installs.offer({ app_id: hidden.id }))).toEqual(limited)
  const { account_id } = prober
  expect(await answerOf(installs.begin({ app_id: hidden.id, account_id }))).toEqual(limited)
  expect(await installs.offer({ app_id: published.id })).toMatchObject({ app: { is_published: true } })
  expect(await dashboard(developer).installs.offer({ app_id: hidden.id })).not.toBeNull()
})

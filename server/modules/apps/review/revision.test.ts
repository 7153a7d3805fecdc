import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  administrator,
  completeApp,
  pngOf,
  publish,
  queued,
  resolveNames,
  storedApp,
} from '../../../testing/modules/apps.ts'
import { authorizeQuery, browserOf, requestOf, seeConsent, send } from '../../../testing/modules/oauth.ts'
import { serviceEmailsTo } from '../../../testing/modules/service-emails.ts'
import { createCaller } from '../../../trpc/root.ts'
import type { AppDetail } from '../develop-schema.ts'
import { changesOf } from '../revision-schema.ts'

beforeAll(resolveNames)
afterAll(() => configureOutbound())

const visitor = createCaller({
  user: null,
  account: null,
  source: { ip: '127.0.0.1', user_agent: null },
  request_id: 'test',
}).apps

/** Publishes an app. Returns it with the procedures of its developer and its reviewer. */
async function publishedApp() {
  const account = await testAccount()
  const name = `Kiln ${randomUUID().slice(0, 8)}`
  const app = await completeApp(account, { name })
  await publish(account, app)
  const { develop } = dashboard(account).apps
  const { apps, app_reviews } = administrator(account)
  const { review } = apps
  const detail = await develop.get(app)
  const save = (change: object) => develop.saveListing({ ...detail, ...change })
  const access = (change: object) => develop.saveAccess({ ...detail, scope: 'public', ...change })
  const approve = async () => app_reviews.approve({ ...app, version: (await review.get(app)).version })
  return {
    account,
    app,
    name,
    develop,
    review,
    app_reviews,
    detail,
    save,
    access,
    approve,
    listing: () => visitor.listing(app),
  }
}
const fieldsOf = (app: AppDetail) => changesOf(app).map(({ field }) => field)
const subjects = async ({ email }: TestAccount) => (await serviceEmailsTo(email)).map(({ subject }) => subject)

test('an edited name or description waits for a review, and the approved listing stays live', async () => {
  const { account, app, name, develop, review, detail, save, approve, listing } = await publishedApp()
  const approved_listing = await listing()
  const new_name = `${name} Pro`
  const description = `${detail.description} And it fires them.`
  await save({ name: new_name, description })
  expect(await listing()).toEqual(approved_listing)
  expect((await visitor.store({ search: name })).apps).toMatchObject([{ name }])
  expect((await visitor.store({ search: new_name })).apps).toEqual([])
  expect(await develop.get(app)).toMatchObject({
    status: 'published',
    revision: 'in_review',
    name: new_name,
    approved: { name, description: detail.description },
  })
  const seen = await review.get(app)
  expect(changesOf(seen)).toEqual([
    { field: 'name', label: 'Name', before: name, after: new_name },
    { field: 'description', label: 'Description', before: detail.description, after: description },
  ])
  expect(await queued(account)).toMatchObject([{ kind: 'app', id: app.id, name: new_name, is_revision: true }])
  await approve()
  expect(await listing()).toEqual({ ...approved_listing, name: new_name, description })
  expect(await develop.get(app)).toMatchObject({ revision: 'none', name: new_name })
  expect(await queued(account)).toEqual([])
})

test('every change of the listing waits for a review', async () => {
  const { app, develop, listing, save, access, detail } = await publishedApp()
  const approved_listing = await listing()
  await save({ tagline: 'Now with raku', category: 'selling', website_url: null, support_url: 'https://glaze.example' })
  await access({ scope: 'read', settings_url: 'https://glaze.example/other' })
  const events = { id: app.id, webhook_url: 'https://glaze.example/hook', webhook_events: ['tag.created' as const] }
  await develop.saveEvents(events)
  await develop.setLogo({ id: app.id, content: pngOf(300, 300).toString('base64') })
  expect(await listing()).toEqual(approved_listing)
  const changed_detail = await develop.get(app)
  expect(fieldsOf(changed_detail).sort()).toEqual(
    ['category', 'logo_url', 'scopes', 'settings_url', 'support_url', 'tagline', 'webhook_events', 'webhook_url']
      .concat('website_url')
      .sort(),
  )
  const drawn = (url: string | null) => send(url ?? '').then(({ status }) => status)
  expect([await drawn(approved_listing.logo_url), await drawn(changed_detail.logo_url)]).toEqual([200, 200])
  expect(detail.logo_url).toBe(approved_listing.logo_url)
})

test('a new host waits for a review; other paths of known hosts take effect immediately', async () => {
  const { app, access, develop, approve } = await publishedApp()
  const known_hosts = ['https://glaze.example/other']
  await access({ redirect_uris: known_hosts })
  expect(await develop.get(app)).toMatchObject({ revision: 'none' })
  expect(await storedApp(app.id)).toMatchObject({ redirect_uris: known_hosts, status: 'published' })
  const elsewhere = ['https://elsewhere.example/cb']
  await access({ redirect_uris: elsewhere })
  expect(await develop.get(app)).toMatchObject({ revision: 'in_review', redirect_uris: elsewhere })
  expect(await storedApp(app.id)).toMatchObject({ redirect_uris: known_hosts, status: 'published' })
  await approve()
  expect(await storedApp(app.id)).toMatchObject({ redirect_uris: elsewhere, status: 'published' })
})

test('the consent page shows only approved facts', async () => {
  const { account, app, name, save, access } = await publishedApp()
  const { client_id } = await storedApp(app.id)
  await save({ name: `${name} Bank` })
  await access({ redirect_uris: ['https://glaze.example/callback', 'https://elsewhere.example/cb'] })
  const ask = (redirect_uri: string) => authorizeQuery({ id: app.id, client_id, redirect_uri })
  const consent = await seeConsent(await browserOf(account), await requestOf(ask('https://glaze.example/callback')))
  expect(consent.app).toMatchObject({ name, review_status: 'published' })
  const refused = await send(`/v4/oauth/authorize?${ask('https://elsewhere.example/cb')}`)
  expect([refused.status, refused.headers.get('location')]).toEqual([400, null])
})

test('declined changes keep the approved version in the store and can be submitted again or discarded', async () => {
  const { account, app, name, save, develop, review, app_reviews, listing, approve } = await publishedApp()
  const approved_listing = await listing()
  await save({ name: `${name} Bank` })
  await app_reviews.reject({
    ...app,
    version: (await review.get(app)).version,
    note: 'It is no bank, so do not call it one.',
  })
  expect(await listing()).toEqual(approved_listing)
  expect(await develop.get(app)).toMatchObject({
    status: 'published',
    revision: 'declined',
    review_note: 'It is no bank, so do not call it one.',
    name: `${name} Bank`,
  })
  await expect(approve()).rejects.toMatchObject({ code: 'CONFLICT' })
  await develop.submit(app)
  expect(await develop.get(app)).toMatchObject({ revision: 'in_review', review_note: null })
  await develop.discardChanges(app)
  expect(await develop.get(app)).toMatchObject({ revision: 'none', name })
  await expect(develop.discardChanges(app)).rejects.toMatchObject({ code: 'CONFLICT' })
  await save({ tagline: 'Honest glazes' })
  await approve()
  expect(await subjects(account)).toEqual([
    `${name} is in the app store`,
    `Your changes to ${name} were not approved`,
    `Your changes to ${name} are live`,
  ])
})

test('an approval covers the changes the reviewer saw, not later ones', async () => {
  const { app, save, review, app_reviews, listing, name, approve } = await publishedApp()
  await save({ tagline: 'First' })
  const { version } = await review.get(app)
  await save({ tagline: 'Second' })
  await expect(app_reviews.approve({ ...app, version })).rejects.toMatchObject({
    message: 'The app was changed after you opened it. Reload the page and review it again.',
  })
  await approve()
  expect(await listing()).toMatchObject({ name, tagline: 'Second' })
})

test('a change back to the approved version needs no review', async () => {
  const { app, save, develop, detail } = await publishedApp()
  await save({ tagline: 'Other words' })
  await save({ tagline: detail.tagline })
  expect(await develop.get(app)).toMatchObject({ revision: 'none' })
  expect(await storedApp(app.id)).toMatchObject({ draft: null, draft_submitted_at: null })
})

test('a change that would make a published app incomplete is rejected', async () => {
  const { app, save, develop } = await publishedApp()
  await expect(save({ tagline: '' })).rejects.toMatchObject({ message: 'Write a tagline' })
  await expect(develop.removeLogo(app)).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
  expect(await develop.get(app)).toMatchObject({ revision: 'none' })
})

test('an app that leaves the store applies its pending changes', async () => {
  const { app, save, develop, name } = await publishedApp()
  await save({ name: `${name} Pro` })
  await develop.setLogo({ id: app.id, content: pngOf(300, 300).toString('base64') })
  await develop.withdraw(app)
  expect(await develop.get(app)).toMatchObject({ status: 'unpublished', revision: 'none', name: `${name} Pro` })
  expect(await unscoped().appDraftLogo.count({ where: { app_id: app.id } })).toBe(0)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { administrator, completeApp, publish, queued, resolveNames, storedApp } from '../../../testing/modules/apps.ts'
import { serviceEmailsTo } from '../../../testing/modules/service-emails.ts'
import { newHosts } from '../revision-schema.ts'

beforeAll(resolveNames)
afterAll(() => configureOutbound())

/** Tests share one store, where names are unique. */
const uniqueName = () => ({ name: `Kiln ${randomUUID().slice(0, 8)}` })

test('an incomplete app cannot be submitted, and the error lists the missing parts', async () => {
  const account = await testAccount()
  const { develop } = dashboard(account).apps
  const { id } = await develop.create({ name: 'Bare' })
  const { missing } = await develop.get({ id })
  expect(missing).toHaveLength(6)
  await expect(develop.submit({ id })).rejects.toMatchObject({ message: missing.join('. ') })

  const complete = await completeApp(account, uniqueName())
  expect((await develop.get(complete)).missing).toEqual([])
  const local = { ...(await develop.get(complete)), scope: 'public' as const, redirect_uris: ['http://localhost:1/cb'] }
  await develop.saveAccess(local)
  expect((await develop.get(complete)).missing).toEqual(['Replace addresses on localhost: creators cannot reach them'])
  await expect(develop.submit(complete)).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
})

test('an app goes from unpublished to in review to published, and other transitions are rejected', async () => {
  const account = await testAccount()
  const { develop } = dashboard(account).apps
  const { apps, app_reviews } = administrator(account)
  const { review } = apps
  const app = await completeApp(account, uniqueName())
  const { id } = app
  const approve = async () => app_reviews.approve({ id, version: (await review.get({ id })).version })
  const reject = async () =>
    app_reviews.reject({ id, version: (await review.get({ id })).version, note: 'The logo belongs to someone else.' })
  const conflict = { code: 'CONFLICT' }

  await expect(develop.withdraw(app)).rejects.toMatchObject(conflict)
  await expect(approve()).rejects.toMatchObject(conflict)
  await expect(reject()).rejects.toMatchObject(conflict)

  await develop.submit(app)
  await expect(develop.submit(app)).rejects.toMatchObject(conflict)
  await develop.withdraw(app)
  expect(await storedApp(id)).toMatchObject({ status: 'unpublished', submitted_at: null })

  await develop.submit(app)
  await reject()
  expect(await develop.get(app)).toMatchObject({
    status: 'unpublished',
    review_note: 'The logo belongs to someone else.',
  })
  await develop.submit(app)
  expect(await develop.get(app)).toMatchObject({ status: 'in_review', review_note: null })
  await approve()
  expect(await storedApp(id)).toMatchObject({ status: 'published', reviewed_by: account.user_id })
  await expect(approve()).rejects.toMatchObject(conflict)
  await expect(develop.submit(app)).rejects.toMatchObject(conflict)
  // A reviewer can remove a published app with a note, and so can its developer.
  await reject()
  expect(await storedApp(id)).toMatchObject({ status: 'unpublished' })
  await publish(account, app)
  await develop.withdraw(app)
  expect(await storedApp(id)).toMatchObject({ status: 'unpublished', published_at: expect.any(Date) })
  expect((await serviceEmailsTo(account.email)).map(({ subject }) => subject.replace(/^Kiln \w+/, 'It'))).toEqual([
    'It needs changes before it can be in the app store',
    'It is in the app store',
    'It needs changes before it can be in the app store',
    'It is in the app store',
  ])
  const [first] = await serviceEmailsTo(account.email)
  expect(first?.text).toContain('The logo belongs to someone else.')
  expect(first?.text).toContain(`/apps/develop/${id}`)
})

test('an app cannot be changed during its review', async () => {
  const account = await testAccount()
  const { develop } = dashboard(account).apps
  const { apps, app_reviews } = administrator(account)
  const { review } = apps
  const app = await completeApp(account, uniqueName())
  const { id } = app
  await develop.submit(app)
  const seen = await review.get(app)
  expect(await queued(account)).toMatchObject([{ kind: 'app', id }])
  expect(seen).toMatchObject({ developer: 'Studio North', owners: [{ email_address: account.email }] })
  const detail = await develop.get(app)
  const plugin = {
    kind: 'content_block' as const,
    name: 'B',
    identifier: 'b',
    description: '',
    request_url: 'https://b.example',
    settings: '[]',
  }
  const changes = [
    () => develop.saveListing(detail),
    () => develop.saveAccess({ ...detail, scope: 'public' }),
    () => develop.setConfidential({ id, confidential: false }),
    () => develop.addPlugin({ app_id: id, ...plugin }),
    () => develop.removeLogo(app),
  ]
  for (const call of changes)
    await expect(call()).rejects.toMatchObject({ message: 'The app is in review. Withdraw it to change it.' })
  await develop.rotateSecret(app)

  await develop.withdraw(app)
  await develop.saveListing({ ...detail, tagline: 'Something else' })
  await develop.submit(app)
  await expect(app_reviews.approve({ id, version: 'another' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('new hosts of a change are distinguished from known ones', async () => {
  const account = await testAccount()
  const detail = await dashboard(account).apps.develop.get(await completeApp(account, uniqueName()))
  expect(newHosts(detail, { settings_url: null, return_to_domains: [] })).toEqual([])
  expect(newHosts(detail, { plugin_token_url: 'https://a.example/x', return_to_domains: ['b.example:8443'] })).toEqual([
    'a.example',
    'b.example:8443',
  ])
})

test('an app cannot be published under the name of another published app [O24]', async () => {
  const [one, other_account] = [await testAccount(), await testAccount()]
  const { name } = uniqueName()
  await publish(one, await completeApp(one, { name }))
  const copy = await completeApp(other_account, { name: name.toUpperCase() })
  await expect(dashboard(other_account).apps.develop.submit(copy)).rejects.toMatchObject({
    message: 'Another app in the store has this name',
  })
  const own = await completeApp(other_account, uniqueName())
  await publish(other_account, own)
  const detail = await dashboard(other_account).apps.develop.get(own)
  await expect(dashboard(other_account).apps.develop.saveListing({ ...detail, name })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('only administrators of the instance review apps, not owners of accounts', async () => {
  const account = await testAccount()
  const { id } = await completeApp(account)
  const { apps, app_reviews } = dashboard(account)
  const { review } = apps
  for (const call of [
    () => review.get({ id }),
    () => app_reviews.approve({ id, version: '' }),
    () => app_reviews.reject({ id, version: '', note: 'Not good enough' }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(administrator(account).apps.review.get({ id: 2_000_000_000 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(administrator(account).app_reviews.reject({ id, version: '', note: ' ' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

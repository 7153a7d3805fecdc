import { expect, test } from 'vitest'
import { testAccount, withRole } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { sequenceFixture } from '../../../testing/modules/sequences.ts'

const CONTENT = '<p>Hello {{ subscriber.first_name }}, <a href="https://studio.example/a">read on</a>.</p>'

async function world(subscribers = 2) {
  const fixture = await sequenceFixture(subscribers)
  const { account, call, id: sequence_id } = fixture
  const app = dashboard(account).sequences
  const of = { sequence_id, id: await fixture.email() }
  const shown = () => app.email(of)
  const live = async () => (await call(`GET /emails/${of.id}`)).body.email
  const publish = async (more: object = {}) =>
    app.publishEmailChanges({ ...of, text_version: (await shown()).text_version, ...more })
  return { ...fixture, app, of, shown, live, publish }
}

test('what is typed into a published sequence email is not sent until it is published', async () => {
  const { app, of, shown, live, publish, ids, join, at } = await world()
  await join()
  // As an editor saves it, a few characters at a time.
  for (const subject of ['Day one, b', 'Day one, bett', 'Day one, better']) await app.updateEmail({ ...of, subject })
  expect(await shown()).toMatchObject({ subject: 'Day one, better', has_changes: true, published: true, waiting: 2 })
  expect(await live()).toMatchObject({ subject: 'Day one', content: CONTENT })
  expect((await app.get({ id: of.sequence_id })).steps).toMatchObject([{ subject: 'Day one', has_changes: true }])
  expect((await app.preview(of)).subject).toBe('Day one, better')
  expect(await at('2026-01-15T11:00:00Z')).toEqual(ids.map(() => expect.stringContaining('Day one to ')))

  expect(await publish()).toMatchObject({ subject: 'Day one, better', has_changes: false })
  expect(await live()).toMatchObject({ subject: 'Day one, better' })
  expect((await app.get({ id: of.sequence_id })).steps).toMatchObject([{ has_changes: false }])
})

test('subscribers who get the email next get the published changes', async () => {
  const { app, of, publish, join, at } = await world(1)
  await join()
  await app.updateEmail({ ...of, subject: 'Better', content: '<p>Moss</p>' })
  await publish()
  expect(await at('2026-01-15T11:00:00Z')).toEqual([expect.stringContaining('Better to ')])
})

test('changes that are typed back or discarded leave nothing behind, and stay in the history', async () => {
  const { account, app, of, shown, live } = await world()
  await app.updateEmail({ ...of, subject: 'Better' })
  expect(await app.updateEmail({ ...of, subject: 'Day one' })).toMatchObject({ has_changes: false })
  await app.updateEmail({ ...of, subject: 'Better', preview_text: 'Soon' })
  expect(await app.discardEmailChanges(of)).toMatchObject({
    subject: 'Day one',
    preview_text: null,
    has_changes: false,
  })
  expect(await live()).toMatchObject({ subject: 'Day one' })
  const history = await dashboard(account).revisions.list({ kind: 'sequence_email', item_id: of.id })
  const kept = history.find(({ title }) => title === 'Better')
  expect(await app.restoreEmail({ ...of, revision_id: kept?.id ?? 0 })).toMatchObject({
    subject: 'Better',
    preview_text: 'Soon',
    has_changes: true,
  })
  expect((await shown()).text_version).not.toBe('')
  expect(await live()).toMatchObject({ subject: 'Day one' })
})

test('changes that cannot be sent are kept and not published, and the error says why', async () => {
  const { app, of, shown, live, publish } = await world()
  await app.updateEmail({ ...of, subject: '' })
  await expect(publish()).rejects.toThrow("Subject can't be blank")
  await app.updateEmail({ ...of, subject: 'Better', content: '<p>{% if %}</p>' })
  await expect(publish()).rejects.toThrow('line 1')
  await app.updateEmail({ ...of, content: '' })
  await expect(publish()).rejects.toThrow("Content can't be blank")
  expect(await shown()).toMatchObject({ subject: 'Better', content: '', has_changes: true })
  expect(await live()).toMatchObject({ subject: 'Day one', content: CONTENT })
})

test('the API reads and writes the published text, and changes that began before it are not published over it unasked', async () => {
  const { app, of, shown, live, publish, call } = await world()
  await app.updateEmail({ ...of, subject: 'Better' })
  expect((await call(`PUT /emails/${of.id}`, { subject: 'By the API' })).body.email).toMatchObject({
    subject: 'By the API',
  })
  expect(await live()).toMatchObject({ subject: 'By the API' })
  expect(await shown()).toMatchObject({ subject: 'Better', has_changes: true })
  await expect(publish()).rejects.toMatchObject({ code: 'CONFLICT' })
  await publish({ over_others: true })
  expect(await live()).toMatchObject({ subject: 'Better' })
})

test('only the text that the editor showed is published', async () => {
  const { app, of, shown, live } = await world()
  await app.updateEmail({ ...of, subject: 'Better' })
  const { text_version } = await shown()
  await app.updateEmail({ ...of, subject: 'Better, by another member' })
  await expect(app.publishEmailChanges({ ...of, text_version })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await live()).toMatchObject({ subject: 'Day one' })
})

test('an email that is withdrawn has one text, the one that was typed last', async () => {
  const { app, of, shown, live, call } = await world()
  await app.updateEmail({ ...of, subject: 'Better' })
  expect(await app.updateEmail({ ...of, published: false })).toMatchObject({ subject: 'Better', has_changes: false })
  expect(await live()).toMatchObject({ subject: 'Better', published: false })
  await app.updateEmail({ ...of, published: true })
  await app.updateEmail({ ...of, subject: 'Best' })
  await call(`PUT /emails/${of.id}`, { published: false })
  expect(await live()).toMatchObject({ subject: 'Better' })
  expect(await shown()).toMatchObject({ subject: 'Best', has_changes: false })
  expect(await app.updateEmail({ ...of, preview_text: 'Soon' })).toMatchObject({
    subject: 'Best',
    preview_text: 'Soon',
  })
  expect(await live()).toMatchObject({ subject: 'Best', preview_text: 'Soon' })
})

test('a renamed tag is renamed in changes that wait, which can be published then', async () => {
  const { account, app, of, shown, publish } = await world()
  const { id } = await dashboard(account).tags.create({ name: 'Buyer' })
  const block = (tag: string) => `<div>{% if subscriber.tags contains "${tag}" %}<p>For you</p>{% endif %}</div>`
  await app.updateEmail({ ...of, content: block('Buyer') })
  await publish()
  await app.updateEmail({ ...of, content: `${block('Buyer')}<p>More</p>` })
  await dashboard(account).tags.rename({ id, name: 'Customer' })
  expect((await shown()).content).toBe(`${block('Customer')}<p>More</p>`)
  expect((await publish()).content).toBe(`${block('Customer')}<p>More</p>`)
})

test('viewers publish and discard nothing, and other accounts find no changes', async () => {
  const { account, app, of } = await world()
  await app.updateEmail({ ...of, subject: 'Better' })
  const viewer = dashboard(account, withRole(account, 'viewer')).sequences
  const stranger = dashboard(await testAccount()).sequences
  for (const [who, code] of [
    [viewer, 'FORBIDDEN'],
    [stranger, 'NOT_FOUND'],
  ] as const) {
    await expect(who.publishEmailChanges({ ...of, text_version: '' })).rejects.toMatchObject({ code })
    await expect(who.discardEmailChanges(of)).rejects.toMatchObject({ code })
  }
})

import { expect, test } from 'vitest'
import { hero, pageOf } from '../../lib/page/landing/blank.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { makeAutomation } from '../../testing/automations/automation.ts'
import { dashboard } from '../../testing/dashboard.ts'
import type { Replacing, RevisionKind } from './schema.ts'
import { getRevision, listRevisions } from './service.ts'

interface Editor {
  kind: RevisionKind
  id: number
  read: () => Promise<{ text_version: string }>
  save: (content: string, replacing?: Replacing) => Promise<{ text_version: string }>
}

const EDITORS: Record<string, (account: TestAccount) => Promise<Editor>> = {
  async broadcast(account) {
    const app = dashboard(account).broadcasts
    const { id } = await app.create({ subject: 'Moss', content: '<p>1</p>' })
    return {
      kind: 'broadcast',
      id,
      read: () => app.get({ id }),
      save: (content, replacing) => app.update({ id, content, ...replacing }),
    }
  },
  async post(account) {
    const app = dashboard(account).posts
    const { id } = await app.create({ title: 'Moss', content: '<p>1</p>' })
    return {
      kind: 'post',
      id,
      read: () => app.get({ id }),
      save: (content, replacing) => app.save({ id, content, ...replacing }),
    }
  },
  async snippet(account) {
    const app = dashboard(account).snippets
    const document = (value_html: string) => ({ document_attributes: { value_html } })
    const { id } = await app.create({ name: 'Moss', snippet_type: 'block', ...document('<p>1</p>') })
    return {
      kind: 'snippet',
      id,
      read: () => app.get({ id }),
      save: (content, replacing) => app.update({ id, ...document(content), ...replacing }),
    }
  },
  async 'email of a sequence'(account) {
    const app = dashboard(account).sequences
    const { id: sequence_id } = await app.create({ name: 'Welcome' })
    const { id } = await app.createEmail({
      sequence_id,
      subject: 'Moss',
      content: '<p>1</p>',
      delay_value: 1,
      delay_unit: 'days',
    })
    return {
      kind: 'sequence_email',
      id,
      read: () => app.email({ sequence_id, id }),
      save: (content, replacing) => app.updateEmail({ sequence_id, id, content, ...replacing }),
    }
  },
  async 'email of an automation'(account) {
    const app = dashboard(account).automations.emails
    const { id } = await app.create({ automation_id: await makeAutomation(account) })
    await app.save({ id, subject: 'Moss', content: '<p>1</p>' })
    return {
      kind: 'automation_email',
      id,
      read: () => app.get({ id }),
      save: (content, replacing) => app.save({ id, content, ...replacing }),
    }
  },
}

for (const [name, open] of Object.entries(EDITORS))
  test(`${name}: saving over a text that was changed since it was opened is a conflict, and a deliberately replaced text stays in the history`, async () => {
    const account = await testAccount()
    const { kind, id, read, save } = await open(account)
    const opened = (await read()).text_version
    const replaces = opened
    const theirs = await save('<p>theirs</p>', { replaces })
    expect(theirs.text_version).not.toBe(opened)
    expect(await read()).toMatchObject(theirs)

    await expect(save('<p>mine</p>', { replaces })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await read()).text_version).toBe(theirs.text_version)
    // The response was lost, so the page sends the same change again.
    expect((await save('<p>theirs</p>', { replaces })).text_version).toBe(theirs.text_version)

    const mine = await save('<p>mine</p>', { over_others: true })
    await save('<p>mine, longer</p>', { replaces: mine.text_version })
    const list = await listRevisions(account.ctx, { kind, item_id: id })
    const contents = await Promise.all(
      list.map(async (one) => (await getRevision(account.ctx, { kind, item_id: id, id: one.id })).content),
    )
    expect(contents.slice(0, 2)).toEqual(['<p>mine, longer</p>', '<p>theirs</p>'])
  })

test('any save conflicts with another text, so the next one cannot replace it unseen; /v4 replaces whatever is stored', async () => {
  const account = await testAccount()
  const app = dashboard(account).broadcasts
  const { id, text_version } = await app.create({ subject: 'Moss', content: '<p>1</p>' })
  const put = await api(`PUT /v4/broadcasts/${id}`, key(account), { content: '<p>2</p>', replaces: text_version })
  expect(put.status).toBe(200)
  const again = await api(`PUT /v4/broadcasts/${id}`, key(account), { content: '<p>3</p>', replaces: text_version })
  expect([again.status, again.body.broadcast.content]).toEqual([200, '<p>3</p>'])
  const replaces = text_version
  for (const change of [{ subject: 'Fern' }, { public: true }])
    await expect(app.update({ id, ...change, replaces })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await app.update({ id, public: true, over_others: true })).toMatchObject({ public: true })
})

test('a repeated change does not hide what someone else changed after it', async () => {
  const app = dashboard(await testAccount()).broadcasts
  const { id, text_version: replaces } = await app.create({ subject: 'Moss', content: '<p>1</p>' })
  const mine = { id, subject: 'Fern', replaces }
  const { text_version } = await app.update(mine)
  expect(await app.update(mine)).toMatchObject({ text_version })
  await app.update({ id, content: '<p>theirs</p>' })
  await expect(app.update(mine)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('changes that leave the texts alone do not conflict', async () => {
  const app = dashboard(await testAccount()).broadcasts
  const { id, text_version: replaces } = await app.create({ subject: 'Moss', content: '<p>1</p>' })
  await app.update({ id, public: true, replaces })
  expect(await app.update({ id, content: '<p>2</p>', replaces })).toMatchObject({ content: '<p>2</p>', public: true })
})

test('the versions of a test are checked too, and a replaced text stays in the broadcast’s history', async () => {
  const account = await testAccount()
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'Moss', content: '<p>A</p>' })
  const opened = (await app.addVersion({ id })).text_versions[0] ?? ''
  await app.saveVersion({ id, version: 2, content: '<p>theirs</p>', replaces: opened })
  const mine = { id, version: 2, content: '<p>mine</p>' }
  await expect(app.saveVersion({ ...mine, replaces: opened })).rejects.toMatchObject({ code: 'CONFLICT' })
  const saved = await app.saveVersion({ ...mine, over_others: true })
  expect(saved.versions[0]?.content).toBe('<p>mine</p>')
  const item = { kind: 'broadcast', item_id: id } as const
  const [own, other] = await listRevisions(account.ctx, item)
  expect((await getRevision(account.ctx, { ...item, id: own?.id ?? 0 })).content).toBe('<p>A</p>')
  expect((await getRevision(account.ctx, { ...item, id: other?.id ?? 0 })).content).toBe('<p>theirs</p>')
})

test('a deliberately replaced landing page stays in its history', async () => {
  const account = await testAccount()
  const { forms } = dashboard(account)
  const { id } = await forms.create({ name: 'Profile', type: 'hosted', format: null })
  await forms.landing.start({ id })
  const pageWith = (heading: string) => pageOf({}, [hero({ heading })])
  await forms.landing.save({ id, version: 1, page: pageWith('Theirs') })
  const mine = { id, version: 1, page: pageWith('Mine') }
  await expect(forms.landing.save(mine)).rejects.toMatchObject({ code: 'CONFLICT' })
  // The response was lost, so the page sends the same change again.
  await forms.landing.save({ id, version: 1, page: pageWith('Theirs') })
  await forms.landing.save({ ...mine, over_others: true })
  const list = await listRevisions(account.ctx, { kind: 'landing_page', item_id: id })
  expect(list.slice(0, 2).map(({ title }) => title)).toEqual(['Mine', 'Theirs'])
})

test('a post cannot be published with another text than was shown', async () => {
  const account = await testAccount()
  const { posts } = dashboard(account)
  const { id, text_version } = await posts.create({ title: 'Moss', content: '<p>Mine</p>' })
  const theirs = await posts.save({ id, content: '<p>Theirs</p>' })
  await expect(posts.publish({ id, text_version })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await posts.get({ id })).status).toBe('draft')
  expect((await posts.publish({ id, text_version: theirs.text_version })).status).toBe('published')
})

test('an earlier text of a snippet can be restored', async () => {
  const account = await testAccount()
  const app = dashboard(account).snippets
  const { id } = await app.create({ name: 'Sign off', snippet_type: 'inline', content: 'Yours' })
  await app.update({ id, content: 'Bye', name: 'Farewell' })
  const [, first] = await listRevisions(account.ctx, { kind: 'snippet', item_id: id })
  const restored = await app.restore({ id, revision_id: first?.id ?? 0 })
  expect(restored).toMatchObject({ name: 'Sign off', content: 'Yours', key: 'sign-off' })
})

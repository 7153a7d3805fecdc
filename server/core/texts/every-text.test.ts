import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { TextThreads } from '../../mail/threads/text-threads.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { addEmail, makeAutomation } from '../../testing/automations/automation.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { openTextThreads } from './text-work.ts'

// Long texts of every kind are read in threads. These threads read nothing, so a text that has an answer was read elsewhere.

const LONG = `<p>${'word '.repeat(5_000)}</p>`

let account: TestAccount
let app: ReturnType<typeof dashboard>
beforeEach(async () => {
  account = await testAccount()
  app = dashboard(account)
})

function useThreads(task: string, begin = '') {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'envoi-threads-')), 'thread.mjs')
  writeFileSync(file, `${begin}\nexport default (task) => { ${task} }`)
  const { stop } = openTextThreads(new TextThreads({ file, threads: 2, limit_ms: 120_000 }))
  onTestFinished(stop)
  return stop
}

const refusesToRead = async (read: () => Promise<unknown>) => {
  useThreads('throw new Error("This thread reads nothing")')
  await expect(read()).rejects.toThrow('The text could not be read. Try again in a moment')
}

test('a post is previewed, saved and measured in a thread', async () => {
  const { id } = await app.posts.create({ title: 'Clay', content: '<p>Clay</p>' })
  await refusesToRead(() => app.posts.preview({ id, content: LONG }))
  await refusesToRead(() => app.posts.save({ id, content: LONG }))
})

test('a snippet is previewed and saved in a thread', async () => {
  const { id } = await app.snippets.create({ name: 'Clay', snippet_type: 'inline', content: 'Clay' })
  await refusesToRead(() => app.snippets.preview({ id, source: LONG }))
  await refusesToRead(() => app.snippets.update({ id, content: LONG }))
})

test('HTML of a template is previewed and saved in a thread', async () => {
  const source = `<html><body>{{ content }}${LONG}</body></html>`
  const { id } = await app.templates.create({ name: 'Own', start: 'HTML' })
  const preview = async () => {
    const { mistake } = await app.templates.preview({ source })
    throw new Error(mistake ?? 'It was read')
  }
  await refusesToRead(preview)
  await refusesToRead(() => app.templates.update({ id, source }))
})

test('a copied email of an automation is checked in a thread', async () => {
  const automation_id = await makeAutomation(account)
  const copy_of = await addEmail(account, { automation_id, content: LONG })
  await refusesToRead(() => app.automations.emails.create({ automation_id, copy_of }))
})

test('merge tags of emails, ours and those of other products, are looked for in a thread', async () => {
  const thread = new URL('../../mail/threads/thread.ts', import.meta.url)
  const begin = `const { default: run } = await import(${JSON.stringify(thread)})`
  useThreads('if (task.name === "mergeTags") throw new Error("This thread reads none"); return run(task)', begin)
  const content = `<p>${'*|FNAME|* {{ subscriber.first_name }} '.repeat(1_000)}</p>`
  const { id } = await app.broadcasts.create({ subject: 'Clay', content })
  const refusal = 'The text could not be read. Try again in a moment'
  await expect(app.broadcasts.checklist({ id })).rejects.toThrow(refusal)
})

test('a request of another account is answered while a text that never ends is read', async () => {
  const other = dashboard(await testAccount())
  const { id } = await app.posts.create({ title: 'Clay', content: '<p>Clay</p>' })
  const stop = useThreads('for (;;);')
  const ended: string[] = []
  const hostile = app.posts.preview({ id, content: LONG }).catch(() => ended.push('hostile'))
  const { id: post } = await other.posts.create({ title: 'Glaze', content: '<p>Glaze</p>' })
  expect((await other.posts.preview({ id: post, content: '<p>Ash glaze</p>' })).html).toContain('Ash glaze')
  ended.push('other')
  await stop()
  await hostile
  expect(ended).toEqual(['other', 'hostile'])
})

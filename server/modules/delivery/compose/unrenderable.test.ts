import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemCtx } from '../../../core/context.ts'
import { openTextThreads } from '../../../core/texts/text-work.ts'
import { write } from '../../../core/write/write.ts'
import { TextThreads } from '../../../mail/threads/text-threads.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { addEmail, makeAutomation } from '../../../testing/automations/automation.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, EVERYONE, sendAll } from '../../../testing/modules/sending.ts'
import { sequenceFixture } from '../../../testing/modules/sequences.ts'
import { applyAction } from '../../automations/effects/effect.ts'
import { startIfDue } from '../../broadcasts/sending/sending.ts'
import { createSnippet, updateSnippet } from '../../snippets/service.ts'

// A snippet is correct alone, and has too many links together with the email that uses it.

const LINKS = '<a href="https://shop.example/">x</a>'.repeat(1_200)
const CONTENT = `<p>News</p>${LINKS}{{ snippet.long }}`
const TOO_MANY = 'it has 2,400 links; 2,000 are accepted'
const PROBLEM = `Content, line 1: ${TOO_MANY}`

async function lengthened(account: TestAccount) {
  const { id } = await createSnippet(account.ctx, { name: 'Long', snippet_type: 'inline', content: '<p>x</p>' })
  return () => updateSnippet(account.ctx, { id, content: LINKS })
}

const titles = async ({ ctx }: TestAccount) =>
  (await ctx.sql.rows<{ title: string }>('select title from notification where account_id = $1 order by id', [])).map(
    ({ title }) => title,
  )

test('a scheduled broadcast that cannot be composed at its time is not sent, shows the place and notifies', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const lengthen = await lengthened(account)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content: CONTENT, subscriber_filter: EVERYONE })
  const send_at = new Date(Date.now() + 3_600_000)
  await app.schedule({ id, send_at: send_at.toISOString() })
  await lengthen()
  const preview = await app.preview({ id })
  expect(preview.mistakes).toEqual([{ part: 'content', line: 1, message: TOO_MANY }])
  await expect(app.sendTest({ id })).rejects.toThrow(`Line 1: ${TOO_MANY}`)
  account.ctx.now = () => send_at
  await startIfDue(account.ctx, { id })
  expect(await app.get({ id })).toMatchObject({ status: 'aborted', problem: `${PROBLEM}.` })
  expect(await titles(account)).toEqual(['Your broadcast “x” was not sent'])
  expect(await sendAll(account, id)).toBe('finished')
})

test('a sequence email that cannot be composed shows the place, holds its subscribers and notifies once', async () => {
  const { account, at, email, id, join, progress, sink } = await sequenceFixture()
  const lengthen = await lengthened(account)
  const email_id = await email({ delay_value: 0, content: CONTENT })
  await lengthen()
  await join()
  await at('2026-01-14T09:00:05Z')
  await at('2026-01-14T09:20:00Z')
  expect(sink.messages).toEqual([])
  expect(await progress()).toMatchObject({ state: 'active' })
  const app = dashboard(account).sequences
  expect(await app.email({ sequence_id: id, id: email_id })).toMatchObject({ problem: PROBLEM })
  expect(await titles(account)).toEqual(['Subscribers wait in “Welcome” because of a problem'])
})

test('a step of an automation whose email cannot be composed holds its subscribers with the place', async () => {
  const account = await testAccount()
  const lengthen = await lengthened(account)
  const automation_id = await makeAutomation(account)
  const email_id = await addEmail(account, { automation_id, content: CONTENT })
  const [subscriber_id = 0] = await addSubscribers(account, 1)
  await lengthen()
  const set = { automation_id, version: 1, step_id: 'a', runs: [{ run_id: 1, subscriber_id }] }
  const outcomes = await write(account.ctx, (tx) => applyAction(tx, set, { type: 'send_email', email_id }))
  expect(outcomes.get(1)).toEqual({ passed: false, retry: true, problem: PROBLEM })
})

// Long texts are read in threads, and these threads never answer.

const LONG = `<p>${'word '.repeat(5_000)}</p>`
const TOO_LONG_TO_READ = 'The text took too long to be read several times. Shorten it'

function useThreads(task: string, limit_ms: number) {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'envoi-threads-')), 'thread.mjs')
  writeFileSync(file, `export default () => { ${task} }`)
  const { stop } = openTextThreads(new TextThreads({ file, threads: 2, limit_ms }))
  onTestFinished(stop)
  return stop
}

async function scheduledLong() {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content: LONG, subscriber_filter: EVERYONE })
  const send_at = new Date(Date.now() + 3_600_000)
  await app.schedule({ id, send_at: send_at.toISOString() })
  const startAfter = (minutes: number) => {
    const ctx = { ...systemCtx(account.account_id), now: () => new Date(+send_at + minutes * 60_000) }
    return startIfDue(ctx, { id })
  }
  return { account, app, id, startAfter }
}

test('a scheduled broadcast whose text takes too long to read again and again is not sent, says why and notifies', async () => {
  const { account, app, id, startAfter } = await scheduledLong()
  useThreads('for (;;);', 100)
  for (const minutes of [0, 1, 2, 9]) await expect(startAfter(minutes)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await app.get({ id })).toMatchObject({ status: 'scheduled', problem: null })
  await startAfter(10)
  expect(await app.get({ id })).toMatchObject({
    status: 'aborted',
    problem: `Content, line 1: ${TOO_LONG_TO_READ}.`,
  })
  expect(await titles(account)).toEqual(['Your broadcast “x” was not sent'])
})

test('a scheduled broadcast is sent after threads that hang or end were replaced', async () => {
  const { app, id, startAfter } = await scheduledLong()
  const stop = useThreads('for (;;);', 100)
  await expect(startAfter(0)).rejects.toMatchObject({ code: 'unavailable' })
  const stopEnding = useThreads('throw new Error("This thread ends")', 120_000)
  for (const minutes of [1, 5, 20, 40]) await expect(startAfter(minutes)).rejects.toMatchObject({ code: 'unavailable' })
  await stop()
  await stopEnding()
  await startAfter(41)
  expect(await app.get({ id })).toMatchObject({ status: 'sending', problem: null })
})

test('an email of a sequence and a step of an automation name a text that takes too long to read', async () => {
  const { account, at, email, id, ids, join, sink } = await sequenceFixture()
  const email_id = await email({ delay_value: 0, content: LONG })
  const automation_id = await makeAutomation(account)
  const step_email = await addEmail(account, { automation_id, content: LONG })
  useThreads('for (;;);', 100)
  const { actor } = account.ctx
  account.ctx.actor = { kind: 'system' }
  await join()
  const times = ['2026-01-14T09:00:05Z', '2026-01-14T09:05:00Z', '2026-01-14T09:10:00Z', '2026-01-14T09:16:00Z']
  for (const time of times) await at(time).catch((error) => expect(error).toMatchObject({ code: 'unavailable' }))
  account.ctx.actor = actor
  expect(sink.messages).toEqual([])
  const app = dashboard(account).sequences
  expect(await app.email({ sequence_id: id, id: email_id })).toMatchObject({
    problem: `Content, line 1: ${TOO_LONG_TO_READ}`,
  })
  expect(await titles(account)).toEqual(['Subscribers wait in “Welcome” because of a problem'])
  // The same text in another email is known already.
  const set = { automation_id, version: 1, step_id: 'a', runs: [{ run_id: 1, subscriber_id: ids[0] ?? 0 }] }
  const ctx = { ...systemCtx(account.account_id), now: () => new Date('2026-01-14T09:17:00Z') }
  const outcomes = await write(ctx, (tx) => applyAction(tx, set, { type: 'send_email', email_id: step_email }))
  expect(outcomes.get(1)).toEqual({
    passed: false,
    retry: true,
    problem: `Content, line 1: ${TOO_LONG_TO_READ}`,
  })
})

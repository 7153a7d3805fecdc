import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, EVERYONE, parseMail, sendToSink } from '../../../testing/modules/sending.ts'
import { DEFAULT_TEST } from '../default-plan-schema.ts'

const CONTENT = `<p>${'Peonies bloom early this year. '.repeat(6)}</p>`

async function draft(subscribers = 1) {
  const account = await testAccount()
  await addSubscribers(account, subscribers)
  const app = dashboard(account).broadcasts
  const { id } = await app.create({
    subject: 'A',
    preview_text: 'p',
    content: CONTENT,
    subscriber_filter: EVERYONE,
  })
  return { account, app, id }
}

test('changes of two versions at the same time are both kept', async () => {
  const { app, id } = await draft()
  await app.addVersion({ id })
  await app.addVersion({ id })
  await expect(app.addVersion({ id })).rejects.toThrow('Compare at most three versions')
  await Promise.all([
    app.saveVersion({ id, version: 2, subject: 'B' }),
    app.saveVersion({ id, version: 2, content: '<p>b</p>' }),
    app.saveVersion({ id, version: 3, subject: 'C' }),
  ])
  const { versions } = await app.plan({ id })
  expect(versions).toMatchObject([
    { subject: 'B', preview_text: null, content: '<p>b</p>' },
    { subject: 'C', preview_text: null, content: null },
  ])
  // A tab's copy of a removed version finds none with its key, also when another version has its place.
  await app.removeVersion({ id, version: 2 })
  const { versions: now } = await app.addVersion({ id })
  expect(now[0]?.key).toBe(versions[1]?.key)
  expect(new Set([...versions, ...now].map(({ key }) => key)).size).toBe(3)
})

test('a broadcast with a second version is a test, and without one it is not', async () => {
  const { app, id } = await draft()
  await app.savePlan({ id, plan: { kind: 'spread', hours: 2 } })
  expect(await app.addVersion({ id })).toMatchObject({ plan: DEFAULT_TEST })
  expect(await app.removeVersion({ id, version: 2 })).toEqual({ plan: null, versions: [], text_versions: [] })
  await expect(app.removeVersion({ id, version: 2 })).rejects.toThrow('Not Found')
})

test('a scheduled broadcast refuses a plan that it could not be sent with, and moves to the hour of its time zones', async () => {
  const { app, id } = await draft()
  await app.schedule({ id, send_at: '2099-06-01T09:00:00Z' })
  await expect(app.addVersion({ id })).rejects.toThrow('Two versions are the same.')
  expect(await app.plan({ id })).toEqual({ plan: null, versions: [], text_versions: [] })
  await app.savePlan({ id, plan: { kind: 'time_zones', at: '2099-06-15T09:00', late: 'now' } })
  expect(await app.get({ id })).toMatchObject({ status: 'scheduled', send_at: '2099-06-14T19:00:00Z' })
})

test('a limit of 0 is refused and never means no limit, and a number that is missing is named', async () => {
  const { app, id } = await draft()
  const staged = { ...DEFAULT_TEST, test: null }
  const limits = { bounces: null, complaints: 0, unsubscribes: null }
  await expect(app.savePlan({ id, plan: { ...staged, limits } })).rejects.toThrow(
    'Limit of complaints: use a number above 0, or leave it empty for no limit',
  )
  const missing = null as never
  await expect(app.savePlan({ id, plan: { ...staged, first: { percent: missing } } })).rejects.toThrow(
    'First group: enter a percentage or a whole number of subscribers',
  )
  await expect(app.savePlan({ id, plan: { ...staged, first: { percent: 95 } } })).rejects.toThrow('Use at most 90%')
  await expect(app.savePlan({ id, plan: { kind: 'spread', hours: missing } })).rejects.toThrow(
    'Hours: enter a whole number from 1 to 72',
  )
  expect((await app.plan({ id })).plan).toBeNull()
})

test('a prediction is of the plan that is being chosen, which is not stored', async () => {
  const { app, id } = await draft(100)
  const plan = { ...DEFAULT_TEST, first: { percent: 7 }, test: null }
  expect(await app.prediction({ id, plan })).toMatchObject({ audience: 100, first: 7 })
  expect((await app.plan({ id })).plan).toBeNull()
})

test('each version of a test can be previewed and sent as a test email', async () => {
  const sink = await sendToSink()
  const { app, id } = await draft()
  await app.savePlan({ id, versions: [{ subject: 'Guess', preview_text: null, content: null }] })
  expect((await app.preview({ id })).subject).toBe('A')
  expect((await app.preview({ id, version: 2 })).subject).toBe('Guess')
  await app.sendTest({ id, version: 2 })
  const [message] = sink.messages
  expect(message && (await parseMail(message)).subject).toBe('[Test] Guess')
  await expect(app.preview({ id, version: 3 })).rejects.toThrow('Not Found')
})

test('checks cover each version of a test, say which has the problem, and repair that one', async () => {
  const { app, id } = await draft(2)
  const content = `${CONTENT}<p>{{ subscriber.frist_name }} <a href="http://127.0.0.1:9/shop">shop</a></p>`
  await app.savePlan({ id, versions: [{ subject: 'B', preview_text: null, content }] })
  const unknown = (remarks: readonly { code: string }[]) => remarks.filter(({ code }) => code === 'unknown_field')
  const { remarks, ready } = await app.checklist({ id })
  expect(ready).toBe(true)
  expect(unknown(remarks)).toMatchObject([
    { version: 2, message: expect.stringMatching(/^Version B: There is no field/) },
  ])
  expect((await app.linkCheck({ id })).total).toBe(1)
  await app.applyFix({ id, version: 2, find: 'subscriber.frist_name', replace: 'subscriber.first_name' })
  expect((await app.plan({ id })).versions[0]?.content).toContain('{{ subscriber.first_name }}')
  expect((await app.get({ id })).content).toBe(CONTENT)
  expect(unknown((await app.checklist({ id })).remarks)).toEqual([])
  await app.saveVersion({ id, version: 2, subject: '' })
  expect(await app.checklist({ id })).toMatchObject({
    ready: false,
    remarks: expect.arrayContaining([
      expect.objectContaining({ level: 'blocker', message: "Version B: Subject can't be blank" }),
    ]),
  })
})

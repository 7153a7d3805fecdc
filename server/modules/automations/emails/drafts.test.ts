import { expect, test } from 'vitest'
import { testAccount, withRole } from '../../../testing/account.ts'
import { makeAutomation } from '../../../testing/automations/automation.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, sendToSink } from '../../../testing/modules/sending.ts'
import { runEmailPreflights } from './requirements.ts'

const CONTENT = '<p>Hello {{ subscriber.first_name }}, <a href="http://studio.example/a">read on</a>.</p>'

test('an email is written, copied, checked, fixed, previewed and sent as a test', async () => {
  const account = await testAccount()
  const sink = await sendToSink()
  await addSubscribers(account, 1)
  const automation_id = await makeAutomation(account)
  const app = dashboard(account).automations.emails
  const { id, ...empty } = await app.create({ automation_id })
  expect(empty).toMatchObject({ automation_id, automation_name: 'Welcome path', subject: '', content: '' })
  expect((await app.check({ id })).remarks[0]).toMatchObject({ level: 'blocker', code: 'no_subject' })
  await app.save({ id, subject: ' Hi {{ subscriber.first_name }} ', content: `${CONTENT}<script>x()</script>` })
  const saved = await app.get({ id })
  expect(saved).toMatchObject({ subject: 'Hi {{ subscriber.first_name }}', content: CONTENT })
  const checked = await app.check({ id })
  expect(checked.remarks.filter(({ level }) => level === 'blocker')).toEqual([])
  expect(checked.remarks.map(({ code }) => code)).toContain('insecure_link')
  await app.applyFix({ id, find: 'http://studio.example', replace: 'https://studio.example' })
  expect((await app.get({ id })).content).toContain('https://studio.example/a')
  const preview = await app.preview({ id })
  expect(preview.html).toContain('https://studio.example/a')
  expect(await app.sendTest({ id })).toEqual({ sent: [account.email], failed: [] })
  expect(sink.messages).toHaveLength(1)
  expect(await app.create({ automation_id, copy_of: id })).toMatchObject({ subject: saved.subject, problem: null })
  expect(await account.ctx.db.delivery.count()).toBe(0)
})

test('before publishing, each email says what it lacks', async () => {
  const account = await testAccount()
  const automation_id = await makeAutomation(account)
  const app = dashboard(account).automations.emails
  const made = async (change: object) => {
    const { id } = await app.create({ automation_id })
    await app.save({ id, subject: 'Hi', content: CONTENT, ...change })
    return id
  }
  const fine = await made({})
  const ids = [
    fine,
    await made({ subject: '' }),
    await made({ content: '' }),
    await made({ content: '{{ oops' }),
    await made({ content: '<p>{% for i in (1..20000) %}x{% endfor %}</p>' }),
    999_999,
  ]
  const problems = await runEmailPreflights(account.ctx, { automation_id, ids })
  expect(ids.map((id) => problems.get(id) ?? null)).toEqual([
    null,
    'The email has no subject yet.',
    'The email has no content yet.',
    expect.stringMatching(/^Content, line 1: /),
    expect.stringMatching(/^The email cannot be built for /),
    'The email was deleted. Write a new one.',
  ])
})

test('viewers cannot edit, a locked automation refuses, and emails of other accounts do not exist', async () => {
  const account = await testAccount()
  const automation_id = await makeAutomation(account)
  const app = dashboard(account).automations.emails
  const { id } = await app.create({ automation_id })
  const viewer = dashboard(account, withRole(account, 'viewer')).automations.emails
  await expect(viewer.save({ id, subject: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await viewer.get({ id })).toMatchObject({ id })
  const stranger = dashboard(await testAccount()).automations.emails
  for (const call of [
    () => stranger.get({ id }),
    () => stranger.save({ id, subject: 'x' }),
    () => stranger.create({ automation_id }),
    () => stranger.preview({ id }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(app.save({ id, email_address: 'who@else.example' })).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
  })
  await account.ctx.db.automation.updateMany({ where: { id: automation_id }, data: { is_locked: true } })
  await expect(app.save({ id, subject: 'x' })).rejects.toMatchObject({
    message: expect.stringContaining('template'),
  })
})

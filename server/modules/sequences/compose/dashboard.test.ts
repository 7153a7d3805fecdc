import { expect, test } from 'vitest'
import { testAccount, withRole } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { sequenceFixture } from '../../../testing/modules/sequences.ts'

test('the overview shows progress, who waits for which email, and why an email cannot be sent', async () => {
  const { account, id, at, email, join } = await sequenceFixture(3)
  const app = dashboard(account).sequences
  await email({ delay_value: 0 })
  const empty = await email({ subject: 'Empty' })
  // It was published before content was required.
  await account.ctx.db.sequenceEmail.updateMany({ where: { id: empty }, data: { content: '' } })
  await join()
  await at('2026-01-14T09:00:05Z')
  expect(await app.get({ id })).toMatchObject({
    in_progress: 3,
    completed: 0,
    undecided: 0,
    stats: { recipients: 3, open_rate: 0 },
    steps: [
      { position: 0, waiting: 0, has_content: true, problem: null, stats: { recipients: 3 } },
      { position: 1, waiting: 3, has_content: false, problem: null, stats: { recipients: 0 } },
    ],
  })
  await at('2026-01-15T11:00:00Z')
  expect((await app.get({ id })).steps[1]).toMatchObject({ waiting: 3, problem: 'The email has no content yet.' })
})

test('right after a change of order the overview counts who gets each email next', async () => {
  const { account, id, at, email, join, ids } = await sequenceFixture(3)
  const app = dashboard(account).sequences
  const first = await email({ delay_value: 0 })
  const [second, third] = [await email({ subject: 'Second' }), await email({ subject: 'Third' })]
  const hidden = await email({ subject: 'Hidden', published: false })
  await join(ids.slice(0, 2))
  await at('2026-01-14T09:00:05Z')
  await join(ids.slice(2))
  const waiting = async () => (await app.get({ id })).steps.map((step) => [step.id, step.waiting])
  expect(await waiting()).toEqual([
    [first, 1],
    [second, 2],
    [third, 0],
    [hidden, 0],
  ])
  // Subscribers who wait for the second get the third before it: no one skips it.
  await app.reorder({ sequence_id: id, email_ids: [first, hidden, third, second] })
  expect(await waiting()).toEqual([
    [first, 1],
    [hidden, 0],
    [third, 2],
    [second, 0],
  ])
})

test('the list of enrolled subscribers shows what each gets next', async () => {
  const { account, ctx, ids, id, at, email, join } = await sequenceFixture(2)
  const app = dashboard(account).sequences
  await email()
  await join()
  const { rows } = await app.subscribers({ sequence_id: id })
  expect(rows.map((row) => row.id)).toEqual([...ids].reverse())
  expect(rows[0]).toMatchObject({ progress: 'active', next_subject: 'Day one', next_at: '2026-01-15T11:00:00Z' })
  await ctx.db.subscriber.updateMany({ where: { id: ids[0] }, data: { state: 'inactive' } })
  await at('2026-01-15T11:00:00Z')
  expect((await app.subscribers({ sequence_id: id, progress: 'completed' })).rows).toMatchObject([
    { id: ids[1], next_subject: null, next_at: null },
  ])
  expect((await app.subscribers({ sequence_id: id, progress: 'stopped' })).rows).toMatchObject([{ id: ids[0] }])
})

test('a preview is personal and counts nothing, and a test email goes to the signed-in user', async () => {
  const { account, id, email, join, sink } = await sequenceFixture(1)
  const app = dashboard(account).sequences
  const key = { sequence_id: id, id: await email({ subject: 'For {{ subscriber.first_name }}' }) }
  expect((await app.preview(key)).subscriber.id).toBeNull()
  await join()
  const preview = await app.preview(key)
  expect(preview).toMatchObject({
    subject: 'For Subscriber 1',
    mistakes: [],
    subscriber: { first_name: 'Subscriber 1' },
  })
  expect(preview.html).toContain('Hello Subscriber 1')
  expect(await app.sendTest(key)).toEqual({ sent: [account.email], failed: [] })
  expect(sink.messages.map(({ to }) => to)).toEqual([account.email])
  const others = ['ada@studio.example', 'omar@studio.example']
  expect(await app.sendTest({ ...key, email_addresses: others })).toEqual({ sent: others, failed: [] })
  expect(sink.messages.slice(1).map(({ to }) => to)).toEqual(others)
  expect(await account.ctx.db.delivery.count()).toBe(0)
})

test('unconfirmed messages are reported and resent only when the creator decides so', async () => {
  const { account, id, at, email, join, sink } = await sequenceFixture(2)
  const app = dashboard(account).sequences
  await email()
  await join()
  let cut = 0
  sink.behavior.onMessage = () => (cut++ === 0 ? 'hang up' : undefined)
  await at('2026-01-15T11:00:00Z')
  expect(await app.get({ id })).toMatchObject({ undecided: 1, completed: 2 })
  expect(await at('2026-01-15T12:00:00Z')).toEqual([])
  expect(await app.resolveUndecided({ id, choice: 'resend' })).toEqual({ count: 1 })
  expect(await at('2026-01-15T12:00:01Z')).toHaveLength(1)
  expect(await app.get({ id })).toMatchObject({ undecided: 0 })
})

test('a search for subscribers to add says who is in the sequence or has completed it, unless they could start again', async () => {
  const { account, ids, id: sequence_id, at, email, join } = await sequenceFixture(2)
  const app = dashboard(account).sequences
  await email()
  const [later] = await addSubscribers(account, 1, 'later')
  const subscriber_ids = [...ids, later ?? 0]
  expect(await app.enrolled({ sequence_id, subscriber_ids })).toEqual([])
  await join()
  const progressOf = async () =>
    (await app.enrolled({ sequence_id, subscriber_ids })).map(({ id, progress }) => [id, progress])
  expect(await progressOf()).toEqual(ids.map((id) => [id, 'active']))
  await at('2026-01-15T11:00:00Z')
  expect(await progressOf()).toEqual(ids.map((id) => [id, 'completed']))
  await app.update({ id: sequence_id, repeat: true })
  expect(await progressOf()).toEqual([])
  expect(await dashboard(await testAccount()).sequences.enrolled({ sequence_id, subscriber_ids })).toEqual([])
})

test('viewers can read sequences, and editors can change them', async () => {
  const { account, id } = await sequenceFixture(0)
  const viewer = dashboard(account, withRole(account, 'viewer')).sequences
  expect((await viewer.get({ id })).name).toBe('Welcome')
  await expect(viewer.update({ id, active: false })).rejects.toThrow('This needs the editor role')
  await expect(
    viewer.createEmail({ sequence_id: id, subject: 'x', delay_value: 1, delay_unit: 'days' }),
  ).rejects.toThrow()
})

test('subjects have the values of one subscriber in the list, and the names of fields where they stand for many', async () => {
  const { account, ids, id: sequence_id, email, join } = await sequenceFixture(2)
  const app = dashboard(account).sequences
  const field = (await api('POST /v4/custom_fields', key(account), { label: 'Dream job' })).body.custom_field
  await api(`PUT /v4/subscribers/${ids[0]}`, key(account), { fields: { [field.key]: 'Baker' } })
  const subject = `{{ subscriber.first_name | default: "You" }}, {{ subscriber.${field.key} }}?{% if subscriber.id %} Yes{% endif %}`
  const email_id = await email({ subject })
  await join()
  const { rows } = await app.subscribers({ sequence_id })
  const shown = rows.map((row) => [row.id, row.next_subject])
  expect(new Map(shown as [number, string][])).toEqual(
    new Map([
      [ids[0], 'Subscriber 1, Baker? Yes'],
      [ids[1], 'Subscriber 2, ? Yes'],
    ]),
  )
  expect(Object.keys(rows[0] ?? {})).not.toContain('recipient')
  const source = { kind: 'selection' as const, subscriber_ids: [ids[0] ?? 0] }
  const plain = '[first name], [dream job]? Yes'
  expect(await app.previewChange({ sequence_id, action: 'restart', source })).toMatchObject({ first_subject: plain })
  const { emails } = await app.impact({ sequence_id, edit: { kind: 'delete', id: email_id } })
  expect(emails[0]?.subject).toBe(plain)
  await expect(app.subscribers({ sequence_id: 999_999 })).rejects.toThrow('Not Found')
})

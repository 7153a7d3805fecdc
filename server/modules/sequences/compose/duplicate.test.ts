import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { testAccount, withRole } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'

test('a duplicate of a sequence is paused, with its settings and its emails as drafts, and without subscribers', async () => {
  const account = await testAccount()
  const { account_id } = account
  const { sequences } = dashboard(account)
  const { id } = await sequences.create({
    name: 'Welcome',
    send_days: ['monday', 'friday'],
    send_hour: 7,
    repeat: true,
  })
  const added = async (subject: string, delay_value: number) =>
    sequences.createEmail({
      sequence_id: id,
      subject,
      preview_text: 'Hello',
      content: `<p>${subject}</p>`,
      delay_value,
      delay_unit: 'days' as const,
      send_days: ['monday' as const],
    })
  const first = await added('First', 0)
  await added('Second', 3)
  const deleted = await added('Deleted', 4)
  await sequences.deleteEmail({ sequence_id: id, id: deleted.id })
  await sequences.startEmail({ sequence_id: id })
  await unscoped().sequenceEmail.updateMany({ where: { account_id, id: first.id }, data: { published: true } })
  // A template that no longer exists.
  await unscoped().sequence.updateMany({ where: { account_id, id }, data: { email_template_id: 999_999_999 } })
  const { id: subscriber_id } = await unscoped().subscriber.create({
    data: { account_id, email_address: 'lin@copies.example', state: 'active' },
  })
  await unscoped().enrollment.create({ data: { account_id, sequence_id: id, subscriber_id } })
  const copy = await sequences.duplicate({ id })
  expect(copy).toMatchObject({
    name: 'Copy of Welcome',
    active: false,
    repeat: true,
    hold: false,
    send_hour: 7,
    send_days: ['monday', 'friday'],
    email_template_id: null,
  })
  const [before, after] = [await sequences.get({ id }), await sequences.get({ id: copy.id })]
  expect(after).toMatchObject({ in_progress: 0, completed: 0 })
  expect(before).toMatchObject({ in_progress: 1, steps: [{ published: true }, { published: false }] })
  const texts = async (sequence_id: number) =>
    (await sequences.emails({ sequence_id, include_content: true })).rows.map(
      ({ subject, preview_text, content, position, delay_value, delay_unit, send_days }) => ({
        subject,
        preview_text,
        content,
        position,
        delay_value,
        delay_unit,
        send_days,
      }),
    )
  expect(await texts(copy.id)).toEqual(await texts(id))
  expect(await texts(copy.id)).toHaveLength(2)
  expect(after.steps.map(({ published }) => published)).toEqual([false, false])
  expect(await unscoped().sequenceEmail.count({ where: { account_id, sequence_id: copy.id } })).toBe(2)
})

test('sequences of other accounts are not duplicated, and viewers duplicate none', async () => {
  const account = await testAccount()
  const { sequences } = dashboard(account)
  const { id } = await sequences.create({ name: 'Welcome' })
  await expect(dashboard(await testAccount()).sequences.duplicate({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const viewer = dashboard(account, withRole(account, 'viewer'))
  await expect(viewer.sequences.duplicate({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await sequences.delete({ id })
  await expect(sequences.duplicate({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

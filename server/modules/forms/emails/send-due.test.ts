import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { failOnce } from '../../../testing/database/fail-once.ts'
import { sendToSink } from '../../../testing/modules/sending.ts'
import { FormSettings } from '../settings-schema.ts'
import { CONFIRMATION_EMAIL } from './confirmation-email.ts'
import { sendDueEmails } from './send-due.ts'

const WORK = { work_ms: 10_000 }
const DAY_MS = 86_400_000

test('a confirmation that was accepted is not sent again when recording that fails once', async () => {
  const account = await testAccount()
  const { account_id, ctx } = account
  const sink = await sendToSink()
  const uid = randomBytes(5).toString('hex')
  const form = await unscoped().form.create({
    data: { account_id, uid, name: 'Footer', format: 'inline', settings: FormSettings.parse({}) },
  })
  const lin = await ctx.db.subscriber.create({
    data: { account_id, email_address: 'lin@example.net', state: 'inactive' },
  })
  await api(`POST /v4/forms/${form.id}/subscribers/${lin.id}`, key(account), [])
  const when = `new.account_id = ${account_id} and new.sent_at is not null`
  const hasFailed = await failOnce('confirmation', { fault: 'its connection ended', when })
  await sendDueEmails(ctx, CONFIRMATION_EMAIL, WORK)
  expect(await hasFailed()).toBe(true)
  await sendDueEmails({ ...ctx, now: () => new Date(Date.now() + DAY_MS) }, CONFIRMATION_EMAIL, WORK)
  expect(sink.messages).toHaveLength(1)
})

test('an email that waits longer than its claim for the mail server is sent once', async () => {
  const account = await testAccount()
  const { account_id, ctx } = account
  const uid = randomBytes(5).toString('hex')
  const form = await unscoped().form.create({
    data: { account_id, uid, name: 'Footer', format: 'inline', settings: FormSettings.parse({}) },
  })
  for (const name of ['lin', 'ada', 'bo']) {
    const { id } = await ctx.db.subscriber.create({
      data: { account_id, email_address: `${name}@example.net`, state: 'inactive' },
    })
    await api(`POST /v4/forms/${form.id}/subscribers/${id}`, key(account), [])
  }
  let now = Date.now()
  const slow = { ...ctx, now: () => new Date(now) }
  const others: Promise<unknown>[] = []
  const sink = await sendToSink({
    onRecipient: () => {
      if (others.length > 0) return undefined
      now += 11 * 60_000
      others.push(sendDueEmails(slow, CONFIRMATION_EMAIL, WORK))
      return undefined
    },
  })
  await sendDueEmails(slow, CONFIRMATION_EMAIL, WORK)
  await Promise.all(others)
  expect(sink.messages.map(({ to }) => to).sort()).toEqual(['ada@example.net', 'bo@example.net', 'lin@example.net'])
})

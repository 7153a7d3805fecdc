import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { logStatements } from '../../../testing/database/statement-log.ts'
import { Graph } from '../graph-schema.ts'
import { purgeEmails } from './purge-emails.ts'

const log = logStatements()
const DAY_MS = 86_400_000
const send = (id: string, email_id: number, next: string | null = null) => ({
  id,
  kind: 'action',
  action: { type: 'send_email', email_id },
  next,
})

async function studio(account: TestAccount) {
  const call = dashboard(account).automations
  const { id } = await call.create({ name: 'Welcome', kind: 'visual' })
  const emails: number[] = []
  for (const subject of ['Draft', 'Version', 'Sent', 'Removed']) {
    const email = await call.emails.create({ automation_id: id })
    emails.push((await call.emails.save({ id: email.id, subject, content: '<p>Hi</p>' })).id)
  }
  const [draft = 0, version = 0, sent = 0, removed = 0] = emails
  const save = async (steps: object[]) => {
    const { revision } = await call.get({ id })
    const graph = Graph.parse({ first: 'a', steps })
    return call.save({ id, revision, name: 'Welcome', reentry: 'never', graph })
  }
  const left = async () =>
    (await account.ctx.db.automationEmail.findMany({ where: { automation_id: id }, orderBy: { id: 'asc' } })).map(
      (email) => email.id,
    )
  return { call, id, save, left, draft, version, sent, removed }
}

test('emails that no draft and no version names are deleted after a week, unless they were sent', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const { call, id, save, left, draft, version, sent, removed } = await studio(account)
  await save([send('a', version, 'b'), send('b', sent)])
  const stored = { account_id, automation_id: id, version: 1 }
  await ctx.db.automationVersion.create({ data: { ...stored, graph: {}, reentry: 'never', published_at: ctx.now() } })
  await ctx.db.automationVersionEmail.create({
    data: { ...stored, email_id: version, subject: 'Version', content: '' },
  })
  const mail = { account_id, kind: 'automation_email' as const, automation_email_id: sent, snapshot: {} }
  await ctx.db.mail.create({ data: { ...mail, started_at: ctx.now() } })
  await save([send('a', draft)])
  const ago = (days: number) => new Date(+ctx.now() - days * DAY_MS)
  await ctx.db.automationEmail.updateMany({ where: { automation_id: id }, data: { updated_at: ago(6) } })
  await purgeEmails({ now: ctx.now() })
  expect(await left()).toEqual([draft, version, sent, removed])
  await ctx.db.automationEmail.updateMany({ where: { automation_id: id }, data: { updated_at: ago(8) } })
  await purgeEmails({ now: ctx.now() })
  expect(await left()).toEqual([draft, version, sent])
  expect((await call.get({ id })).problems.map(({ code }) => code)).not.toContain('no_email')
  // The draft of a deleted automation names nothing.
  await call.delete({ id })
  await ctx.db.automation.updateMany({ where: { id }, data: { deleted_at: ago(8) } })
  await purgeEmails({ now: ctx.now() })
  expect(await left()).toEqual([version, sent])
})

test('saving a draft reads no content of emails', async () => {
  const account = await testAccount()
  const { save, call, draft, removed, id } = await studio(account)
  await call.emails.save({ id: removed, content: '<p>{{ x</p>' })
  const { ctx } = account
  // Contents that no check has seen: what was found when they were saved counts.
  await ctx.db.automationEmail.updateMany({ where: { automation_id: id }, data: { content: 'x'.repeat(100_000) } })
  const trips = await log.record(() => save([send('a', draft, 'b'), send('b', removed)]))
  expect(trips.length).toBeGreaterThan(0)
  const problems = async () => (await call.get({ id })).problems.map(({ code, step_id }) => `${code} ${step_id}`)
  expect(await problems()).toContain('broken_liquid b')
  expect(await problems()).not.toContain('no_content a')
  // One that was stored before contents were looked at is read.
  const unknown = { has_content: null, mistake: null, content: ' ' }
  await ctx.db.automationEmail.updateMany({ where: { id: draft }, data: unknown })
  expect(await problems()).toContain('no_content a')
})

test('an automation has at most a thousand emails', async () => {
  const account = await testAccount()
  const { call, id } = await studio(account)
  const { account_id } = account
  const data = Array.from({ length: 996 }, () => ({ account_id, automation_id: id }))
  await account.ctx.db.automationEmail.createMany({ data })
  await expect(call.emails.create({ automation_id: id })).rejects.toThrow('at most 1,000 emails')
})

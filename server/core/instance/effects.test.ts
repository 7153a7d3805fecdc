import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { type ExpiredRows, purgeExpired } from '../../db/purge.ts'
import { EXPIRED_RUN_RECORDS } from '../../jobs/runs/run-records.ts'
import { purgeAuditEntries } from '../../modules/admin/audit/retention.ts'
import { EXPIRED_REPORTS } from '../../modules/bounces/reports.ts'
import { EXPIRED_CAUGHT_MAIL } from '../../modules/delivery/transport/mail-catcher.ts'
import { EXPIRED_IMPORTS } from '../../modules/imports/maintenance/purge-expired.ts'
import { EXPIRED_SECURITY_EVENTS } from '../../modules/security-events/service.ts'
import { startSession } from '../../modules/users/sessions.ts'
import { EXPIRED_WEBHOOKS } from '../../modules/webhooks/purge-expired.ts'
import { takeRequest } from '../../rest/request/rate-limit.ts'
import { testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { serviceCtx, systemPool } from '../context.ts'
import { instanceSettings } from './settings.ts'
import { DEFAULT_SETTINGS, type InstanceSettings } from './settings-schema.ts'

// Tests each setting that no other file tests. Settings apply to a whole instance, so this file has its own database.
runInOwnDatabase()

const DAY_MS = 86_400_000
const NOW = new Date('2026-06-01T00:00:00Z')
const daysAgo = (days: number) => new Date(+NOW - days * DAY_MS)

async function save(settings: Partial<InstanceSettings>) {
  const account = await testAccount()
  await dashboard(account, account.ctx, { is_admin: true }).admin.settings.save(settings)
  await instanceSettings()
  return account
}

afterEach(async () => {
  await systemPool().query('delete from instance_setting')
  await expect.poll(() => instanceSettings()).toEqual(DEFAULT_SETTINGS)
})

const LISTS = [
  EXPIRED_RUN_RECORDS,
  EXPIRED_REPORTS,
  EXPIRED_CAUGHT_MAIL,
  EXPIRED_IMPORTS,
  EXPIRED_SECURITY_EVENTS,
  EXPIRED_WEBHOOKS,
].flat()

test.each([
  ['webhook_days', 'webhook_delivery'],
  ['import_row_days', 'import_row'],
  ['job_run_days', 'job_run'],
  ['report_days', 'delivery_report'],
  ['caught_mail_days', 'caught_mail'],
] as const)('%s says after how many days rows of %s are deleted', async (setting, table) => {
  const rules = LISTS.filter((one): one is ExpiredRows => typeof one !== 'function')
  expect(rules.filter((one) => one.kept_days === setting).map((one) => one.table)).toContain(table)
  const days = DEFAULT_SETTINGS[setting] - 1
  await systemPool().query('create table kept_row (days int, created_at timestamptz)')
  for (const age of [days - 1, days + 0.5])
    await systemPool().query('insert into kept_row values ($1, $2)', [Math.floor(age), daysAgo(age)])
  const left = async () => {
    await purgeExpired([{ table: 'kept_row', where: 'created_at < $1', kept_days: setting }], { now: NOW })
    return (await systemPool().query('select days from kept_row order by 1')).rows.map((row) => row.days)
  }
  expect(await left()).toEqual([days - 1, days])
  await save({ [setting]: days })
  expect(await left()).toEqual([days - 1])
  await systemPool().query('drop table kept_row')
})

test('the audit log and the security logs are kept as long as their settings say', async () => {
  const now = new Date()
  const { account_id } = await testAccount()
  for (const days of [120, 95]) {
    const at = new Date(+now - days * DAY_MS)
    await systemPool().query(
      `insert into audit_entry (occurred_at, action, acted_as, email) values ($1, $2, 'service', '')`,
      [at, `${days} days ago`],
    )
    await systemPool().query(
      `insert into security_event (account_id, kind, summary, occurred_at) values ($1, 'new_device', $2, $3)`,
      [account_id, `${days} days ago`, at],
    )
  }
  const left = async () => {
    await purgeExpired([purgeAuditEntries, ...EXPIRED_SECURITY_EVENTS], { now })
    const { rows } = await systemPool().query(
      `select 'audit ' || action as kept from audit_entry where action like '% ago'
       union all select 'security ' || summary from security_event where summary like '% ago' order by 1`,
    )
    return rows.map(({ kept }) => kept)
  }
  const all = ['audit 120 days ago', 'audit 95 days ago', 'security 120 days ago', 'security 95 days ago']
  expect(await left()).toEqual(all)
  await save({ audit_days: 100 })
  expect(await left()).toEqual(all.slice(1))
  await save({ security_event_days: 100 })
  expect(await left()).toEqual(['audit 95 days ago', 'security 95 days ago'])
})

test('an app may send as many requests as the setting says', async () => {
  await save({ app_limit: 10 })
  const name = randomUUID()
  for (let i = 0; i < 10; i++) expect((await takeRequest('oauth', name, 1_000)).retry_after).toBeUndefined()
  expect((await takeRequest('oauth', name, 1_000)).headers).toMatchObject({ 'RateLimit-Limit': '10' })
})

test('an account is deleted after the days of the setting', async () => {
  const account = await save({ deletion_days: 3 })
  const { name } = await account.ctx.db.account.findFirstOrThrow()
  const { deletes_at } = await dashboard(account).deletion.schedule({ name })
  expect(Math.round((+new Date(deletes_at) - Date.now()) / DAY_MS)).toBe(3)
})

test('with the setting, owners get an email about every view of their account', async () => {
  const administrator = await save({ announce_views: true })
  const { user_id, ctx } = administrator
  await unscoped().user.update({ where: { id: user_id }, data: { is_admin: true } })
  const session_id = await startSession(serviceCtx(), { user_id, source: { ip: '192.0.2.7', user_agent: null } })
  const owner = await testAccount()
  const { accounts } = dashboard(administrator, ctx, { is_admin: true, session_id }).admin
  await accounts.view({ account_id: owner.account_id, reason: 'Asked for by phone' })
  expect(await owner.ctx.db.serviceMail.count()).toBe(1)
})

test('owners find the billing page of the setting beside their plan', async () => {
  const account = await save({ billing_url: 'https://pay.example/plans' })
  expect(await dashboard(account).account.plan()).toMatchObject({ billing_url: 'https://pay.example/plans' })
})

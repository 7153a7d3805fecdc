import { randomBytes } from 'node:crypto'
import type { Ctx } from '../core/context.ts'
import { rootLogger } from '../core/log.ts'
import { type Tx, write } from '../core/write/write.ts'
import { database, unscoped } from '../db/client.ts'
import { withConnection } from '../db/connections/connection-use.ts'
import { whileLocked } from '../db/connections/transaction-lock.ts'
import { makeOwnedAccount } from '../demo/owner.ts'
import { addDays, instantOf, localDate } from '../lib/time/time-zone.ts'
import { setColors } from '../modules/accounts/service.ts'
import { saveProfile } from '../modules/accounts/settings/profile.ts'
import { countAccount } from '../modules/analytics/counting/count-account.ts'
import { createApiKey } from '../modules/api-keys/service.ts'
import { createBroadcast } from '../modules/broadcasts/service.ts'
import { requestExport } from '../modules/exports/service.ts'
import { addAutomations } from './content/automations.ts'
import { addContent, addSegmentSizes } from './content/content.ts'
import { addFormCounts } from './content/form-counts.ts'
import { issue } from './content/issues.ts'
import { addSampleApps } from './content/sample-apps.ts'
import { DRAFT_EMAIL, SCHEDULED_EMAIL, SENT_EMAILS } from './content/sample-emails.ts'
import { addWelcomeSequence } from './content/welcome.ts'
import { addBulkHistory } from './history/bulk-history.ts'
import { addCounts } from './history/counts.ts'
import { addSendingSigns } from './history/sending-signs.ts'
import { at } from './history/sent-broadcast.ts'
import { addTeamTalk } from './history/team-talk.ts'
import { addWebhookHistory } from './history/webhook-history.ts'
import { seedList } from './seed.ts'

/** Sign-in of the demo account. Only hashes of the password and the API key are stored. */
export interface Demo {
  account_id: number
  email: string
  password: string
  api_key: string
}

export const DEMO_EMAIL = 'nora@studio-north.example'
const TIME_ZONE = 'Europe/Oslo'
const KEY_NAME = 'Printed at the first start'
const SUBSCRIBERS = 640
const DAYS = 180
/** Number of fortnightly broadcasts before the broadcasts with individual content. */
const EARLIER_ISSUES = 10
const LOCK = { key: String(0x656e7602), name: 'The first accounts' }

/** Creates the demo account in a database without users. Returns undefined if the database has a user. */
export async function createDemo(): Promise<Demo | undefined> {
  return alone(async () => {
    await removeUnfinished()
    if (await unscoped().user.findFirst({ select: { id: true } })) return undefined
    const password = randomBytes(9).toString('base64url')
    const { ctx } = await makeOwnedAccount({
      email_address: DEMO_EMAIL,
      name: 'Nora Lind',
      password,
      account_name: 'Studio North',
      time_zone: TIME_ZONE,
    })
    const api_key = await write(ctx, fill)
    await countAccount({ account_id: ctx.account_id, now: ctx.now() })
    return { account_id: ctx.account_id, email: DEMO_EMAIL, password, api_key }
  })
}

/** Locks out other processes, so concurrent starts on one database create only one demo account. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const report = (line: string) => rootLogger().warn(line)
  return withConnection(database().long.pool, (client) => whileLocked(client, { ...LOCK, report }, work))
}

/** Deletes an incomplete demo. The API key is created in the same transaction as all data, so an account without one is incomplete. */
async function removeUnfinished(): Promise<void> {
  const user = await unscoped().user.findUnique({ where: { email: DEMO_EMAIL }, include: { memberships: true } })
  if (!user) return
  const account_id = { in: user.memberships.map((membership) => membership.account_id) }
  if ((await unscoped().apiKey.count({ where: { account_id } })) > 0) return
  await unscoped().account.deleteMany({ where: { id: account_id } })
  await unscoped().user.delete({ where: { id: user.id } })
}

/** Creates the demo data in one transaction. Returns the API key. */
async function fill(tx: Tx): Promise<string> {
  await tx.db.account.updateMany({
    data: { postal_address: 'Studio North, Storgata 1, 0155 Oslo, Norway', mail_is_caught: true },
  })
  await setColors(tx, { colors: ['#2f5d50', '#c8704a', '#e9dfcf', '#3b3a36'] })
  await saveProfile(tx, {
    name: 'Nora Lind',
    byline: 'Pots, glazes and workshops from a yard in Oslo',
    bio: 'I have been making pots since 2009 and writing about them since a student asked. Six wheels, two kilns, one dog.',
    image_url: null,
    profile_url: 'https://studio-north.example/',
  })
  const emails = [
    ...Array.from({ length: EARLIER_ISSUES }, (_, i) => ({
      email: issue(i),
      send_at: morning(tx, -14 * (EARLIER_ISSUES - i) - 7 * SENT_EMAILS.length),
    })),
    ...SENT_EMAILS.map((email, i) => ({ email, send_at: morning(tx, 7 * (i - SENT_EMAILS.length)) })),
  ]
  const { form_id } = await seedList(tx, { subscribers: SUBSCRIBERS, days: DAYS, random_seed: 7, emails })
  await addFormCounts(tx, { form_id })
  await addWelcomeSequence(tx, { form_id, random_seed: 7 })
  await addContent(tx, { random_seed: 7 })
  await addAutomations(tx, { user_id: await ownerOf(tx), random_seed: 7 })
  await addSampleApps(tx)
  await addBulkHistory(tx)
  await addSendingSigns(tx)
  // Disabled, because a demo must not call other servers.
  await addWebhookHistory(tx, {
    random_seed: 7,
    name: 'Workshop calendar',
    url: 'https://calendar.studio-north.example/hooks',
    deliveries: 260,
    days: 3,
    disabled_by: 'creator',
  })
  await addCounts((statement) => tx.sql.run(statement('array[$1::int]'), [tx.now()]))
  await createBroadcast(at(tx, morning(tx, -1)), { ...SCHEDULED_EMAIL, send_at: morning(tx, 7) })
  const { id: broadcast_id } = await createBroadcast(tx, DRAFT_EMAIL)
  await addTeamTalk(tx, { broadcast_id })
  await addSegmentSizes(tx)
  await requestExport(tx, { kind: 'subscribers', selection: { status: 'active' } })
  return (await createApiKey(tx, { name: KEY_NAME, scope: 'public' })).key
}

async function ownerOf(tx: Tx): Promise<number> {
  return (await tx.db.membership.findFirstOrThrow({ select: { user_id: true } })).user_id
}

/** Returns 10:00 on the day this number of days from today. */
const morning = (ctx: Ctx, days: number) =>
  instantOf(TIME_ZONE, addDays(localDate(TIME_ZONE, ctx.now()), days), { hour: 10 })

import { execFileSync } from 'node:child_process'
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Browser, expect, test } from '@playwright/test'
import pg from 'pg'
import { verifyWebhook } from '../../sdk/webhook.ts'
import { openEmbedded } from '../../server/db/embedded/embedded.ts'
import { schemaSums, tableSums } from '../../server/testing/database/fingerprint.ts'
import { type Receiver, webhookReceiver } from '../../server/testing/servers/webhook-receiver.ts'
import { heading } from '../support/administration.ts'
import { addApp } from '../support/authenticator.ts'
import { acceptFor } from '../support/mailbox.ts'
import { DESK, pageOn } from '../support/page-checks.ts'
import { startProduct, untilReady } from '../support/process.ts'
import type { SeededInstance } from '../support/seeded-instance.ts'
import { call, signIn } from '../support/user.ts'
import { startWork, type Work } from './work.ts'

type Settings = Record<string, string>

const PASSPHRASE = { BACKUP_PASSPHRASE: 'correct horse battery staple' }
/** Tables that change during the backup. */
const BUSY = ['subscriber', 'delivery', 'webhook_attempt']

/** Backs up an instance during work, restores it into an empty folder, and uses the result. */
export async function backUpAndRestore(browser: Browser, instance: SeededInstance): Promise<void> {
  const receiver = await webhookReceiver()
  const page = await instance.signedIn(browser, DESK, instance.administrator)
  const file = path.join(instance.dir, 'all.backup')
  const DATA_DIR = path.join(instance.dir, 'restored')
  const settings = { ...instance.settings, ...PASSPHRASE, DATABASE_URL: '', DATA_DIR }

  const work =
    await test.step('subscribers and tags change, webhooks are delivered, and a broadcast is being sent', () =>
      startWork(page, instance, receiver))
  const before = await test.step('a backup is made as of one moment', () => backUp(instance, work, file))
  await test.step('it is restored into an empty folder', async () => {
    expect(existsSync(DATA_DIR)).toBe(false)
    expect(await command(settings, 'restore', file)).toMatch(/^Restored \d+ rows/m)
  })
  const embedded = await openEmbedded({ dir: DATA_DIR })
  await test.step('every table has the rows of that moment', async () => {
    expect(await inSession(embedded.url, contentsOf)).toEqual(before)
    expect(await inSession(embedded.url, (session) => openMessages(session, work))).toBeGreaterThan(0)
  })
  await test.step('a restore that is killed in the middle leaves what is there', async () => {
    await killRestore({ settings, file, url: embedded.url })
    expect(await inSession(embedded.url, contentsOf)).toEqual(before)
  })
  await test.step('sign-in, API keys and the secrets of webhooks work, and an administrator is led to a second factor', async () => {
    const product = await startProduct({ ...settings, ADMIN_TWO_FACTOR: 'on' }, { args: ['--no-demo'] })
    try {
      await untilReady(product)
      await checkRestored(browser, instance, { base_url: product.base_url, receiver, work })
    } finally {
      product.child.kill('SIGTERM')
      await product.ended()
    }
  })
  await embedded.close()
  // Other tests expect a list of webhooks without this one.
  await call(page, 'webhooks.delete', { id: work.endpoint_id })
  await receiver.close()
  await page.context().close()
}

/** Makes the backup by command. Returns the instance's data at that moment. */
async function backUp(instance: SeededInstance, work: Work, file: string): Promise<Settings> {
  return inSession(instance.settings.DATABASE_URL, async (session) => {
    await session.query('begin isolation level repeatable read read only')
    const { rows } = await session.query<{ id: string }>('select pg_export_snapshot() as id')
    const began = work.rounds()
    const made = command({ ...instance.settings, ...PASSPHRASE }, 'backup', file, '--snapshot', rows[0]?.id ?? '')
    acceptFor(work.held, instance.mail_dir)
    const before = await contentsOf(session)
    expect(await openMessages(session, work)).toBeGreaterThan(0)
    await made
    await work.untilSent()
    await expect.poll(work.rounds).toBeGreaterThan(began)
    await work.end()
    await session.query('commit')
    // Webhook results are written a moment later.
    const unchanged = async () => {
      const after = await contentsOf(session)
      return BUSY.filter((table) => after[table] === before[table])
    }
    await expect.poll(unchanged).toEqual([])
    return before
  })
}

/** Runs one of the product's commands. Returns its output. */
async function command(settings: Settings, ...args: string[]): Promise<string> {
  const running = await startProduct(settings, { program: 'cli', args })
  expect(await running.ended(), running.output()).toBe(0)
  return running.output()
}

async function inSession<Result>(url: string, fn: (session: pg.Client) => Promise<Result>): Promise<Result> {
  const session = new pg.Client(url)
  await session.connect()
  try {
    return await fn(session)
  } finally {
    await session.end()
  }
}

const contentsOf = async (session: pg.Client): Promise<Settings> => ({
  ...(await tableSums(session)),
  ...(await schemaSums(session)),
})

/** Returns the number of the broadcast's unsent messages. Its counts must be the sums of its ledger. */
async function openMessages(session: pg.Client, { broadcast_id }: Work): Promise<number> {
  const { rows } = await session.query<{ recipients: number; sent: number; messages: number; sent_messages: number }>(
    `select m.recipients, m.sent, count(*)::int as messages, (count(*) filter (where d.state = 'sent'))::int as sent_messages
     from mail m join delivery d on d.account_id = m.account_id and d.mail_id = m.id
     where m.broadcast_id = $1 group by m.recipients, m.sent`,
    [broadcast_id],
  )
  const [{ recipients, sent, ...ledger } = { recipients: 0, sent: 0, messages: -1, sent_messages: -1 }] = rows
  expect({ messages: recipients, sent_messages: sent }).toEqual(ledger)
  return recipients - sent
}

/** Starts restoring half of the file, and kills the restore once rows have arrived. */
async function killRestore({ settings, file, url }: { settings: Settings; file: string; url: string }): Promise<void> {
  const pipe = `${file}.pipe`
  execFileSync('mkfifo', [pipe])
  const restore = await startProduct(settings, { program: 'cli', args: ['restore', pipe] })
  const half = createWriteStream(pipe)
  half.on('error', () => undefined)
  const bytes = readFileSync(file)
  half.write(bytes.subarray(0, bytes.length >> 1))
  const draft = new URL(url)
  draft.pathname = '/envoi_restored'
  const hasArrived = () =>
    inSession(draft.href, async (session) => ((await session.query('select from account limit 1')).rowCount ?? 0) > 0)
  await expect.poll(() => hasArrived().catch(() => false), { message: restore.output() }).toBe(true)
  restore.child.kill('SIGKILL')
  expect(await restore.ended()).toBeNull()
  half.destroy()
}

async function checkRestored(
  browser: Browser,
  { administrator }: SeededInstance,
  { base_url, receiver, work }: { base_url: string; receiver: Receiver; work: Work },
): Promise<void> {
  const asked = async (key: string) =>
    (await fetch(`${base_url}/v4/account`, { headers: { 'X-Service-Api-Key': key } })).status
  expect([await asked(work.api_key), await asked(`${work.api_key}x`)]).toEqual([200, 401])

  const page = await pageOn(browser, DESK, undefined, base_url)
  await page.goto('/login')
  await signIn(page, administrator)
  await expect(heading(page, 'Home')).toBeVisible()
  await call(page, 'tags.create', { name: 'Restored' })
  // A call may deliver several events, because queued ones are delivered now.
  const isTold = (event: { data: { tag?: { name: string } } }) => event.data.tag?.name === 'Restored'
  const told = () => receiver.received.find(({ body }) => body.events.some(isTold))
  await expect.poll(told).toBeTruthy()
  const got = told()
  const header = String(got?.headers['x-service-signature'])
  await expect(verifyWebhook(got?.raw ?? '', header, work.secret)).resolves.toMatchObject({
    events: expect.arrayContaining([expect.objectContaining({ type: 'tag.created' })]),
  })

  await page.goto('/admin')
  await expect(page).toHaveURL('/set-up-two-factor?next=%2Fadmin')
  await expect(page.getByText('Administrators of this instance need it.')).toBeVisible()
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  await addApp(page)
  await expect(heading(page, 'Instance overview')).toBeVisible()
  await page.context().close()
}

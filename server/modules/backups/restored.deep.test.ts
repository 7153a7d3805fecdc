import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { configureOutbound } from '../../core/outbound.ts'
import { backUp } from '../../db/backup/dump.ts'
import { loadBackup } from '../../db/backup/load.ts'
import { database, unscoped } from '../../db/client.ts'
import { env } from '../../env.ts'
import { signatureOf } from '../../lib/crypto/signature.ts'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { makeEmptyDatabase } from '../../testing/database/database.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { addSubscribers, sendAll, sendToSink, startBroadcast } from '../../testing/modules/sending.ts'
import { startRest } from '../../testing/processes/rest-process.ts'
import { webhookReceiver } from '../../testing/servers/webhook-receiver.ts'
import { hashPassword, verifyPassword } from '../users/passwords.ts'

runInOwnDatabase()

const WEBHOOKS = path.resolve(import.meta.dirname, '../../testing/processes/webhook-child.ts')

type Backup = Parameters<typeof backUp>[1]

async function backedUp(): Promise<Backup> {
  const folder = mkdtempSync(path.join(tmpdir(), 'envoi-restored-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const backup = { file: path.join(folder, 'all.backup'), passphrase: 'correct horse battery staple' }
  await backUp(database().url, backup)
  return backup
}

/** Loads a backup into an empty database. `restored` is the database's URL. */
async function restoredFrom(backup: Backup): Promise<{ restored: string; secret_key: string }> {
  const { url, drop } = await makeEmptyDatabase(inject('server_url'))
  onTestFinished(drop)
  const { secret_key } = await loadBackup(url, backup)
  return { restored: url, secret_key }
}

test('after restoring a backup, users sign in, API keys work, and webhooks are signed as before', async () => {
  const account = await testAccount()
  const { account_id, user_id } = account
  await unscoped().user.update({ where: { id: user_id }, data: { password_hash: await hashPassword('green moss') } })
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  onTestFinished(() => configureOutbound())
  const receiver = await webhookReceiver()
  onTestFinished(() => receiver.close())
  const events = ['tag.created']
  const { body } = await api('POST /v4/webhook_endpoints', key(account), { url: receiver.url, events })
  const { secret } = body.webhook_endpoint

  const { restored, secret_key } = await restoredFrom(await backedUp())

  const client = new pg.Client({ connectionString: restored })
  await client.connect()
  const { rows } = await client.query('select password_hash from users where id = $1', [user_id])
  await client.end()
  expect(await verifyPassword(rows[0]?.password_hash, 'green moss')).toBe(true)

  const rest = await startRest(restored)
  expect(await rest.get('/v4/account', { 'X-Service-Api-Key': account.api_key })).toBe(200)
  expect(await rest.get('/v4/account', { 'X-Service-Api-Key': `${account.api_key}x` })).toBe(401)
  expect(await rest.stop()).toBe(0)

  const settings = { NODE_ENV: 'test', DATABASE_URL: restored, DATA_DIR: env().DATA_DIR, SECRET_KEY: secret_key }
  const child = spawn(process.execPath, [WEBHOOKS, JSON.stringify({ settings, account_id, tags: 1 })], {
    stdio: 'inherit',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect.poll(() => receiver.received.length, { interval: 100 }).toBe(1)
  const [got] = receiver.received
  const header = String(got?.headers['x-service-signature'])
  const signed_at = new Date(Number(/^t=(\d+)/.exec(header)?.[1]) * 1_000)
  expect(header).toBe(signatureOf(got?.raw ?? '', [secret], signed_at))
})

test('in a backup made in mid-broadcast, the counts of the email are the sums of its ledger', async () => {
  const account = await testAccount()
  await addSubscribers(account, 40)
  let backup: Backup | undefined
  const sink = await sendToSink(
    {
      onMessage: async () => {
        if (sink.messages.length === 20) backup = await backedUp()
        return undefined
      },
    },
    'pool=2',
  )
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('finished')
  expect(sink.messages).toHaveLength(40)
  if (!backup) throw new Error('No backup was made')
  const { restored } = await restoredFrom(backup)
  const client = new pg.Client({ connectionString: restored })
  await client.connect()
  const { rows } = await client.query(
    `select m.recipients, m.sent, m.failed, m.excluded, l.* from mail m cross join lateral (
       select count(*)::int as rows, count(*) filter (where state = 'sent')::int as ledger_sent,
         count(*) filter (where state in ('queued', 'sending'))::int as open
       from delivery where account_id = m.account_id and mail_id = m.id) l where m.broadcast_id = $1`,
    [id],
  )
  await client.end()
  const [{ sent, open, ...counts }] = rows
  expect(open).toBeGreaterThan(0)
  expect(counts).toEqual({ recipients: 40, rows: 40, ledger_sent: sent, failed: 0, excluded: 0 })
  expect(sent + open).toBe(40)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { env } from '../../../env.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  addSubscribers,
  EVERYONE,
  ledgerCounts,
  ledgerRows,
  parseMail,
  sendToSink,
} from '../../../testing/modules/sending.ts'
import { runs } from '../../../testing/runner/deep.ts'
import type { MailSink, ReceivedMail } from '../../../testing/servers/mail-sink.ts'
import { applyReports } from '../../bounces/apply.ts'

const SCRIPT = path.resolve(import.meta.dirname, '../../../testing/processes/send-child.ts')
const CONNECTIONS = 4
const WORKERS = runs(2, 1)
/** The share of subscribers in the first stage. */
const FIRST = 0.4
/** `scripts/kill.mjs` kills more often, among more subscribers. */
const KILLS = runs(inject('kills'), 1)
// A test needs 50 subscribers for each version of the first group.
const SUBSCRIBERS = Math.max(300, KILLS * 150)

function startWorker(account: TestAccount, broadcast_id: number, sink: MailSink): ChildProcess {
  const settings = {
    NODE_ENV: 'test',
    DATABASE_URL: inject('database_url'),
    SECRET_KEY: env().SECRET_KEY,
    DATA_DIR: env().DATA_DIR,
    SMTP_URL: sink.url(`pool=${CONNECTIONS}`),
  }
  const job = JSON.stringify({ settings, account_id: account.ctx.account_id, broadcast_id })
  const child = spawn(process.execPath, [SCRIPT, job], { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

/** A message to every tenth subscriber bounces; few hard, or the reputation guard would pause the account. */
const bounceOf = (n: number) => (n % 40 === 0 ? 'hard' : n % 10 === 0 ? 'soft' : null)

test('after kills of the workers of a staged A/B test while bounces stream in, no one gets two, no one is lost, and each gets the version its delivery names', async () => {
  const account = await testAccount()
  const { account_id, ctx } = account
  const ids = await addSubscribers(account, SUBSCRIBERS)
  const reports: Promise<unknown>[] = []
  const report = async ({ to }: ReceivedMail) => {
    const n = Number(/\d+/.exec(to)?.[0])
    const kind = bounceOf(n)
    const subscriber_id = ids[n - 1]
    if (!kind || subscriber_id === undefined) return
    const { id: mail_id } = await ctx.db.mail.findFirstOrThrow({ select: { id: true } })
    const delivery = { account_id, mail_id, subscriber_id }
    await applyReports([{ source: 'test', source_id: `${mail_id} ${to}`, kind, at: ctx.now(), delivery }])
  }
  const children = new Set<ChildProcess>()
  // Random moments of both stages, while a message is being handed over, which is the hardest.
  const rest = 1 - FIRST
  const moments = Array.from({ length: KILLS }, (_, n) =>
    Math.floor(
      SUBSCRIBERS * (n === 0 ? Math.random() * FIRST : FIRST + ((n - 1 + Math.random()) * rest * 0.9) / (KILLS - 1)),
    ),
  )
  let kills = 0
  const sink = await sendToSink({
    onMessage: (mail) => {
      reports.push(report(mail))
      if (sink.messages.length < (moments[kills] ?? Number.POSITIVE_INFINITY)) return undefined
      const [victim] = [...children].sort(() => Math.random() - 0.5)
      if (victim?.kill('SIGKILL')) kills++
      return undefined
    },
  })
  const app = dashboard(account).broadcasts
  const { id } = await app.create({
    subject: 'Version A',
    content: '<p>A <a href="https://a.example/">a</a></p>',
    subscriber_filter: EVERYONE,
  })
  await app.savePlan({
    id,
    plan: {
      kind: 'staged',
      first: { percent: FIRST * 100 },
      wait_minutes: 5,
      limits: null,
      test: { metric: 'clicks', when_unclear: 2 },
    },
    versions: [{ subject: 'Version B', preview_text: null, content: '<p>B <a href="https://b.example/">b</a></p>' }],
  })
  await app.send({ id })
  // The rest follows the last message of the first group, without the five minutes between.
  await account.ctx.sql.run(`update broadcast set plan = jsonb_set(plan, '{wait_minutes}', '0') where account_id = $1`)

  // Each worker is started again until it finds nothing left.
  const work = async () => {
    for (let code: number | null = null; code !== 0; ) {
      const child = startWorker(account, id, sink)
      children.add(child)
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      children.delete(child)
      code = child.exitCode
      if (code !== null) expect(code).toBe(0)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  expect(kills).toBe(KILLS)
  await Promise.all(reports)

  const got = sink.messages.map(({ to }) => to)
  expect(new Set(got).size).toBe(got.length)
  const rows = await ledgerRows(account, id)
  expect(rows).toHaveLength(SUBSCRIBERS)
  const received = new Set(got)
  const unconfirmed = rows.filter(({ state }) => state === 'unconfirmed')
  expect(unconfirmed.length).toBeLessThanOrEqual(CONNECTIONS * KILLS)
  for (const { email_address, state } of rows) {
    if (state === 'sent') expect(received.has(email_address)).toBe(true)
    else expect(state).toBe('unconfirmed')
  }
  const named = await account.ctx.sql.rows<{ to: string; variant: number }>(
    `select s.email_address as to, d.variant from delivery d
     join subscriber s on s.account_id = d.account_id and s.id = d.subscriber_id where d.account_id = $1`,
  )
  const variant_of = new Map(named.map(({ to, variant }) => [to, `Version ${'?AB'[variant]}`]))
  for (const message of sink.messages) expect((await parseMail(message)).subject).toBe(variant_of.get(message.to))
  const count = (variant: number) => named.filter((row) => row.variant === variant).length
  expect([count(1), count(2)]).toEqual([SUBSCRIBERS * 0.2, SUBSCRIBERS * 0.8])
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  // A message that was begun before a kill and never arrived is unconfirmed and cannot bounce.
  const reported = ids.filter((_, n) => bounceOf(n + 1) && received.has(`subscriber${n + 1}@example.net`))
  const hard = ids.filter((id, n) => bounceOf(n + 1) === 'hard' && reported.includes(id))
  expect(kept).toMatchObject({ recipients: SUBSCRIBERS, failed: 0, excluded: 0 })
  expect(kept).toMatchObject({ bounced: reported.length, hard_bounced: hard.length })
  const bounced = await ctx.db.subscriber.findMany({ where: { state: 'bounced' }, orderBy: { id: 'asc' } })
  expect(bounced.map(({ id }) => Number(id))).toEqual(hard)
  expect(await account.ctx.db.sendBatch.count()).toBe(0)
  expect((await app.get({ id })).status).toBe('completed')
})

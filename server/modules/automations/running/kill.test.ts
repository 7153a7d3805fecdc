import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { database } from '../../../db/client.ts'
import { env } from '../../../env.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { addEmail } from '../../../testing/automations/automation.ts'
import { imbalancesOf } from '../../../testing/automations/balance.ts'
import { liveAutomation } from '../../../testing/automations/live.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { installedPlugin } from '../../../testing/modules/installed-plugin.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { makeSequence } from '../../../testing/modules/sequences.ts'
import { runs } from '../../../testing/runner/deep.ts'
import { type MailSink, openMailSink } from '../../../testing/servers/mail-sink.ts'
import { type PluginServer, pluginServer } from '../../../testing/servers/plugin-server.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { createTag } from '../../tags/service.ts'
import { enter } from '../entering/enter.ts'

// Calls of apps are claimed for all accounts.
runInOwnDatabase()

const SCRIPT = path.resolve(import.meta.dirname, '../../../testing/processes/automation-child.ts')
const KILLS = runs(inject('kills'), 1)
const SUBSCRIBERS = KILLS < 10 ? 120 * KILLS : 2_000 * KILLS
const WORKERS = runs(2, 1)
const STEPS = 10
const EMAILS = 2
/** Connections to the mail server per process: this many messages are sent at the same time. */
const POOL = 4
/** Subscribers who enter in one transaction. */
const ENTRIES = 1_000

function startWorker({ ctx }: TestAccount, { id, sink }: { id: number; sink: MailSink }): ChildProcess {
  const { SECRET_KEY, DATA_DIR } = env()
  const settings = {
    NODE_ENV: 'test',
    DATABASE_URL: database().url,
    SECRET_KEY,
    DATA_DIR,
    SMTP_URL: sink.url(`pool=${POOL}`),
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
  }
  const job = JSON.stringify({ settings, account_id: ctx.account_id, automation_id: id })
  const child = spawn(process.execPath, [SCRIPT, job], { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

/** A tag, a counted field, a wait, a condition, an email, a sequence, an app, a message to the owner, another counted field, another email. */
async function tenSteps(account: TestAccount, app: PluginServer) {
  const { ctx, user_id } = account
  const { id, publish } = await liveAutomation(account, {})
  const tag_id = (await createTag(ctx, { name: 'A' })).value.id
  const first = (await createCustomField(ctx, { label: 'First' })).value
  const second = (await createCustomField(ctx, { label: 'Second' })).value
  const { id: sequence_id } = await makeSequence(account)
  const { plugin_id } = await installedPlugin(ctx, { kind: 'automation_action', request_url: `${app.url}/act` })
  const action = (id: string, next: string | null, what: object) => ({ id, kind: 'action', next, action: what })
  const count = ({ id, key }: { id: number; key: string }) => ({
    type: 'set_field',
    custom_field_id: id,
    value: `{{ subscriber.${key} | default: 0 | plus: 1 }}`,
  })
  const email = async (subject: string) => {
    const content = '<p>Hello.</p>'
    return { type: 'send_email', email_id: await addEmail(account, { automation_id: id, subject, content }) }
  }
  const emails = [await email('One'), await email('Two')] as const
  await publish({
    steps: [
      action('s1', 's2', { type: 'add_tag', tag_id }),
      action('s2', 's3', count(first)),
      { id: 's3', kind: 'wait', wait: { for: 'duration', minutes: 0 }, next: 's4' },
      {
        id: 's4',
        kind: 'condition',
        filter: { all: [{ type: 'tags', any: [{ type: 'ids', matching: [tag_id] }] }] },
        yes: 's5',
        no: null,
      },
      action('s5', 's6', emails[0]),
      action('s6', 's7', { type: 'add_to_sequence', sequence_id }),
      action('s7', 's8', { type: 'app_action', plugin_id, settings: {} }),
      action('s8', 's9', { type: 'notify_team', user_ids: [user_id], message: 'Someone arrived' }),
      action('s9', 's10', count(second)),
      action('s10', null, emails[1]),
    ],
  })
  await ctx.db.automationVersionEmail.updateMany({ data: { version: 2 } })
  const ids = await addSubscribers(account, SUBSCRIBERS)
  for (let at = 0; at < ids.length; at += ENTRIES) {
    const entries = ids.slice(at, at + ENTRIES).map((subscriber_id) => ({ subscriber_id, trigger_id: null, data: {} }))
    await write(ctx, (tx) => enter(tx, { automation_id: id, entries }))
  }
  return { id, tag_id }
}

/** Steps that were done and emails that were sent. */
async function progressOf({ ctx }: TestAccount): Promise<number> {
  const row = await ctx.sql.one<{ passed: number; sent: number; left: number }>(
    `select (select coalesce(sum(passed), 0)::int from automation_step_count where account_id = $1 and step_id <> 'all_runs') as passed,
       (select coalesce(sum(sent + unconfirmed), 0)::int from mail where account_id = $1) as sent,
       (select count(*)::int from send_batch where account_id = $1) as left`,
  )
  return row ? row.passed + row.sent - row.left : 0
}

test('kill -9 at random while workers move subscribers through ten steps with emails: each effect exactly once', async () => {
  const account = await testAccount()
  const { ctx } = account
  const got = new Map<string, number>()
  const sink = await openMailSink({
    onMessage: (mail) => {
      const name = `${/^Subject: (.*?)\r?$/m.exec(mail.raw)?.[1]} ${mail.to}`
      got.set(name, (got.get(name) ?? 0) + 1)
      // Forty thousand are too many to keep.
      mail.raw = ''
      return undefined
    },
  })
  onTestFinished(sink.close)
  const app = await pluginServer(() => ({ body: {} }))
  onTestFinished(app.close)
  const { id, tag_id } = await tenSteps(account, app)
  const workers = new Set<ChildProcess>()
  const hire = () => {
    const worker = startWorker(account, { id, sink })
    workers.add(worker)
    worker.once('exit', () => workers.delete(worker))
  }
  const all = SUBSCRIBERS * (STEPS + EMAILS)
  let kills = 0
  for (;;) {
    const progress = await progressOf(account)
    if (workers.size === 0 && progress === all) break
    if (workers.size === 0) {
      // A call whose process died is made again after a minute.
      await ctx.db.automationCall.updateMany({ data: { next_attempt_at: new Date(+ctx.now() - 1_000) } })
      for (let n = 0; n < WORKERS; n++) hire()
    }
    const [victim] = workers
    if (victim && kills < KILLS && progress >= (kills * all) / (KILLS + 1)) {
      // Somewhere within the statements of a transaction, or of a conversation with the mail server.
      await sleep(Math.random() * 150)
      if (!victim.kill('SIGKILL')) continue
      kills++
      if (victim.exitCode === null && victim.signalCode === null) await once(victim, 'exit')
      hire()
    }
    await sleep(20)
  }
  expect(kills).toBe(KILLS)
  const rows = await ctx.sql.one(
    `select (select json_agg(x) from (select tag_id, count(*)::int from tagging where account_id = $1 group by 1 order by 1) x) as tags,
       (select json_agg(x) from (select fields, count(*)::int from subscriber where account_id = $1 group by 1) x) as fields,
       (select json_agg(x) from (select run, count(*)::int from enrollment where account_id = $1 group by 1) x) as enrollments,
       (select json_agg(x) from (select step_id, arrived from automation_notice where account_id = $1) x) as notices,
       (select json_agg(x) from (
          select step_id, count(*)::int, count(distinct run_id)::int as runs from automation_trace
          where account_id = $1 and event = 'passed' group by 1 order by length(step_id), step_id) x) as trace`,
  )
  expect(rows).toMatchObject({
    tags: [{ tag_id, count: SUBSCRIBERS }],
    enrollments: [{ run: 1, count: SUBSCRIBERS }],
    notices: [{ step_id: 's8', arrived: SUBSCRIBERS }],
    trace: Array.from({ length: STEPS }, (_, i) => ({ step_id: `s${i + 1}`, count: SUBSCRIBERS, runs: SUBSCRIBERS })),
  })
  const { fields } = rows as { fields: { fields: Record<string, string>; count: number }[] }
  expect(fields.map((one) => [Object.values(one.fields), one.count])).toEqual([[['1', '1'], SUBSCRIBERS]])
  expect(await imbalancesOf(ctx, { id })).toEqual([])
  expectCalledOnce(app)
  await expectSentOnce(account, { got, kills })
})

/** An app is asked again by the same key when the process died that waited for its answer, and knows it by that. */
function expectCalledOnce({ asked }: PluginServer): void {
  const by_key = new Map<string, string>()
  for (const { headers, body } of asked) {
    const ids = (body.subscribers as { id: number }[]).map((one) => one.id).join()
    const key = String(headers['idempotency-key'])
    expect(by_key.get(key) ?? ids).toBe(ids)
    by_key.set(key, ids)
  }
  const called = [...by_key.values()].flatMap((ids) => ids.split(','))
  expect([called.length, new Set(called).size]).toEqual([SUBSCRIBERS, SUBSCRIBERS])
}

/** Only what was in a conversation with the mail server when its process was killed is in doubt: it is not sent again. */
async function expectSentOnce({ ctx }: TestAccount, { got, kills }: { got: Map<string, number>; kills: number }) {
  const ledger = await ctx.sql.rows<{ name: string; state: string }>(
    `select e.subject || ' ' || s.email_address as name, d.state::text from delivery d
       join mail m on m.account_id = d.account_id and m.id = d.mail_id
       join automation_email e on e.account_id = m.account_id and e.id = m.automation_email_id
       join subscriber s on s.account_id = d.account_id and s.id = d.subscriber_id
     where d.account_id = $1`,
  )
  expect([ledger.length, new Set(ledger.map(({ name }) => name)).size]).toEqual(Array(2).fill(SUBSCRIBERS * EMAILS))
  expect([...got].filter(([, times]) => times > 1)).toEqual([])
  const sent = ledger.filter(({ state }) => state === 'sent')
  const in_doubt = ledger.filter(({ state }) => state === 'unconfirmed')
  expect(sent.length + in_doubt.length).toBe(ledger.length)
  expect(sent.filter(({ name }) => !got.has(name))).toEqual([])
  expect(in_doubt.length).toBeLessThanOrEqual(POOL * kills)
  const counts = await ctx.sql.one(
    `select sum(recipients)::int as recipients, sum(sent)::int as sent, sum(unconfirmed)::int as unconfirmed from mail where account_id = $1`,
  )
  expect(counts).toEqual({ recipients: ledger.length, sent: sent.length, unconfirmed: in_doubt.length })
}

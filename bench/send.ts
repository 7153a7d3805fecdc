import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import nodemailer from 'nodemailer'
import type SMTPPool from 'nodemailer/lib/smtp-pool'
import { configureLog } from '../server/core/log.ts'
import { closeDatabase, openDatabase } from '../server/db/client.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { setEnv } from '../server/env.ts'
import { joinTemplate, parseLiquid } from '../server/mail/liquid/template.ts'
import { sendBroadcast } from '../server/modules/broadcasts/sending/sending.ts'
import { createBroadcast } from '../server/modules/broadcasts/service.ts'
import { enqueueRecipients } from '../server/modules/delivery/sending/enqueue-recipients.ts'
import { closeMailTransport } from '../server/modules/delivery/transport/mail-transport.ts'
import { testAccount } from '../server/testing/account.ts'
import { makeDatabase } from '../server/testing/database/database.ts'

// A broadcast of 10 KB HTML through the whole ledger to a sink on loopback, against nodemailer's own pool that composes and
// sends the same mail without any ledger; and how fast recipients are enqueued.
// node bench/send.ts [--emails 10000] [--subscribers 1000000] [--connections 8]

const { values } = parseArgs({
  options: {
    emails: { type: 'string', default: '10000' },
    subscribers: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '8' },
  },
})
const [emails, subscribers, connections] = [values.emails, values.subscribers, values.connections].map(Number) as [
  number,
  number,
  number,
]

const sink = spawn(process.execPath, [path.join(import.meta.dirname, 'smtp-sink.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const port = await once(sink.stdout, 'data').then(([line]) => Number(line))
const server = await openEmbedded({ dir: path.resolve('node_modules/.cache/envoi-bench'), throwaway: true })
const database = await makeDatabase(server.url)
configureLog('silent')
setEnv({
  NODE_ENV: 'test',
  DATABASE_URL: database.url,
  SECRET_KEY: 'only-for-benchmarks-only-for-benchmarks',
  BASE_URL: 'https://mail.studio.example',
  SMTP_URL: `smtp://127.0.0.1:${port}/?tls=never&pool=${connections}`,
})
openDatabase(database.url)

const paragraph = `<p>Hello {{ subscriber.first_name | default: "friend" }}, ${'what we have learned this month. '.repeat(14)}
<a href="https://studio.example/read?more=1">Read on</a></p>\n`
const content = paragraph.repeat(14)

try {
  const rate = await measureSending()
  const peer = await measureNodemailer()
  console.log(`broadcast through the ledger  ${round(rate)} emails/s (${connections} connections, ${emails} emails)`)
  console.log(`nodemailer's pool             ${round(peer)} emails/s (${connections} connections, no ledger)`)
  console.log(`ratio                         ${(rate / peer).toFixed(2)}`)
  console.log(`enqueueing recipients         ${round(await measureEnqueueing())} recipients/s (${subscribers})`)
} finally {
  await closeMailTransport()
  await closeDatabase()
  await database.drop()
  await server.close()
  sink.kill()
}

async function readyAccount(count: number) {
  const account = await testAccount()
  await account.ctx.sql.run(
    `insert into subscriber (account_id, email_address, first_name)
     select $1, 'subscriber' || n || '@example.net', 'Subscriber ' || n from generate_series(1, $2::int) n`,
    [count],
  )
  const { id } = await createBroadcast(account.ctx, {
    subject: 'News for {{ subscriber.first_name }}',
    content,
    send_at: account.ctx.now(),
  })
  return { ctx: account.ctx, id }
}

async function measureSending(): Promise<number> {
  const { ctx, id } = await readyAccount(emails)
  const started = performance.now()
  while ((await sendBroadcast(ctx, { id, work_ms: 600_000 })).state !== 'finished');
  return emails / seconds(started)
}

async function measureNodemailer(): Promise<number> {
  const options: SMTPPool.Options = {
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    ignoreTLS: true,
    // Its own sockets wait for acknowledgements (Nagle's algorithm) and come to 150 emails/s: this is nodemailer at its best.
    getSocket: (_options, done) => {
      const connection = net.connect({ port, host: '127.0.0.1', noDelay: true }, () => done(null, { connection }))
    },
  }
  const pool = nodemailer.createTransport(options)
  const html = parseLiquid(content, 'html')
  const text = content.replace(/<[^>]*>/g, '')
  const count = Math.ceil(emails / 4)
  const started = performance.now()
  await Promise.all(
    Array.from({ length: count }, (_, n) => {
      const subscriber = { first_name: `Subscriber ${n}` }
      return pool.sendMail({
        from: 'Nora <hi@studio.example>',
        to: `subscriber${n}@example.net`,
        subject: `News for Subscriber ${n}`,
        html: joinTemplate(html, html.render({ subscriber })),
        text,
        list: { unsubscribe: { url: `https://mail.studio.example/u/${n}`, comment: 'x' } },
      })
    }),
  )
  const rate = count / seconds(started)
  pool.close()
  return rate
}

async function measureEnqueueing(): Promise<number> {
  const { ctx, id } = await readyAccount(subscribers)
  const { id: mail_id } = await ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  const started = performance.now()
  while (!(await enqueueRecipients(ctx, { mail_id, audience: { where: 'true', values: [] } })));
  return subscribers / seconds(started)
}

function seconds(started: number): number {
  return (performance.now() - started) / 1000
}

function round(rate: number): string {
  return Math.round(rate).toLocaleString('en').padStart(8)
}

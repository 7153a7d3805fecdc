import { expect, onTestFinished, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { queueEmail, SENDERS, sendUntilDone } from '../../../testing/modules/senders.ts'
import { app, sendToSink } from '../../../testing/modules/sending.ts'
import { applyReports } from '../../bounces/apply.ts'
import { pauseEmails } from '../../subscribers/state/pause.ts'
import { suppressAddresses } from '../../subscribers/state/suppression.ts'
import { deleteSubscribers } from '../../subscribers/write/delete.ts'
import { unsubscribeUrl } from '../tracking/tokens.ts'

interface Waiting {
  mail_id: number
  id: number
  email_address: string
}

/** Everything that ends the right to email a subscriber, and the reason that their delivery gets. */
const WAYS: [reason: string | null, leave: (account: TestAccount, waiting: Waiting) => Promise<unknown>][] = [
  [
    'cancelled',
    async (account, { id }) => {
      expect((await api(`POST /v4/subscribers/${id}/unsubscribe`, key(account))).status).toBe(204)
    },
  ],
  [
    'cancelled',
    async ({ account_id }, { mail_id, id }) => {
      const url = unsubscribeUrl({ account_id, mail_id, subscriber_id: id })
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const one_click = { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' }
      expect((await app.request(url, one_click)).status).toBe(200)
    },
  ],
  ['bounced', (account, waiting) => report(account, waiting, 'hard')],
  ['complained', (account, waiting) => report(account, waiting, 'complaint')],
  ['paused', ({ ctx }, { id }) => pauseEmails(ctx, { id, until: new Date(+ctx.now() + 30 * 86_400_000) })],
  [
    'suppressed',
    ({ ctx }, { email_address }) => {
      const listed = { email_addresses: [email_address], reason: 'manual', source: 'dashboard' } as const
      return write(ctx, (tx) => suppressAddresses(tx, listed))
    },
  ],
  // Their delivery is deleted with them.
  [null, ({ ctx }, { id }) => write(ctx, (tx) => deleteSubscribers(tx, { ids: [id] }))],
]

function report({ account_id, ctx }: TestAccount, { mail_id, id }: Waiting, kind: 'hard' | 'complaint') {
  const delivery = { account_id, mail_id, subscriber_id: id }
  return applyReports([{ source: 'test', source_id: `${mail_id} ${id} ${kind}`, kind, at: ctx.now(), delivery }])
}

const SUBSCRIBERS = 60
/** Messages that are on their way when the others leave. */
const CONNECTIONS = 2

test.each(SENDERS)(
  'no one gets an email (%s) after they left, although their message was claimed and waits for a slow mail server [B6, L2]',
  async (kind) => {
    const account = await testAccount()
    const { ctx } = account
    const email = await queueEmail(account, { kind, count: SUBSCRIBERS })
    const arrived = new Set<string>()
    const slow = Promise.withResolvers<undefined>()
    onTestFinished(() => slow.resolve(undefined))
    const sink = await sendToSink(
      {
        onMessage: ({ to }) => {
          arrived.add(to)
          return slow.promise
        },
      },
      `pool=${CONNECTIONS}`,
    )
    const sending = sendUntilDone(account, email)
    await expect.poll(() => arrived.size).toBe(CONNECTIONS)
    const claimed = await ctx.sql.rows<Waiting>(
      `select b.mail_id, s.id, s.email_address from send_batch b, unnest(b.claimed) as c(id)
         join subscriber s on s.account_id = $1 and s.id = c.id where b.account_id = $1 order by s.id`,
    )
    const waiting = claimed.filter(({ email_address }) => !arrived.has(email_address))
    const left = new Map<string, string | null>()
    for (const [at, [reason, leave]] of [...WAYS, ...WAYS].entries()) {
      const one = waiting[at] as Waiting
      await leave(account, one)
      left.set(one.email_address, reason)
    }
    slow.resolve(undefined)
    expect(await sending).toBe(0)

    const got = sink.messages.map(({ to }) => to)
    expect(got.filter((to) => left.has(to))).toEqual([])
    expect(new Set(got).size).toBe(SUBSCRIBERS - left.size)
    expect(got).toHaveLength(SUBSCRIBERS - left.size)
    const rows = await ctx.sql.rows<{ email_address: string; state: string; reason: string | null }>(
      `select s.email_address, d.state::text, d.reason from delivery d
         join subscriber s on s.account_id = $1 and s.id = d.subscriber_id where d.account_id = $1 and d.state <> 'sent'`,
    )
    const excluded = [...left].filter(([, reason]) => reason !== null)
    expect(new Map(rows.map((row) => [row.email_address, row.reason]))).toEqual(new Map(excluded))
    expect(rows.every(({ state }) => state === 'excluded')).toBe(true)
    const mail = await ctx.db.mail.findFirstOrThrow()
    const of_kept = { sent: SUBSCRIBERS - left.size, excluded: excluded.length, unconfirmed: 0, failed: 0 }
    expect(mail).toMatchObject(of_kept)
    expect(await ctx.db.sendBatch.count()).toBe(0)
  },
)

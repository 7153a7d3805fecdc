import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Ctx, systemPool } from '../../../core/context.ts'
import { rankSql } from '../../../lib/text/rates.ts'
import { testAccount } from '../../../testing/account.ts'
import { daysAgo, deliver, sentMail } from '../../../testing/modules/ledger.ts'
import { upsertSubscribers } from '../write/upsert.ts'
import { ENGAGEMENT_RANK, expireEngagement } from './engagement.ts'

// Triggers on deliveries maintain the counts. After any changes, also concurrent ones, they equal a recount.

const SUBSCRIBERS = 6
const EMAILS = 5

interface Counts {
  subscriber_id: number
  sent: number
  opens: number
  clicks: number
}

const maintained = (ctx: Ctx) =>
  ctx.sql.rows<Counts>(
    'select subscriber_id, sent, opens, clicks from subscriber_engagement where account_id = $1 order by 1',
  )

const recounted = (ctx: Ctx) =>
  ctx.sql.rows<Counts>(
    `select s.id as subscriber_id, count(d.sent_at)::int as sent, count(d.opened_at)::int as opens, count(d.clicked_at)::int as clicks
     from subscriber s left join delivery d on d.account_id = s.account_id and d.subscriber_id = s.id
       and d.sent_at >= now() - interval '90 days'
     where s.account_id = $1 group by 1 order by 1`,
  )

async function accountWithEmails() {
  const { ctx } = await testAccount()
  const items = Array.from({ length: SUBSCRIBERS }, (_, n) => ({ email_address: `p${n}@example.net` }))
  await upsertSubscribers(ctx, {
    items,
    origin: { cause: 'api', attribution: { source_type: 'api_subscription' }, consent: { source: 'api', text: null } },
  })
  const subscribers = await ctx.sql.rows<{ id: number }>('select id from subscriber where account_id = $1 order by id')
  const emails = await Promise.all(Array.from({ length: EMAILS }, () => sentMail(ctx)))
  return { ctx, ids: subscribers.map(({ id }) => id), mail_ids: emails.map(({ mail_id }) => mail_id) }
}

type Step =
  | { do: 'enqueue' | 'open' | 'click' | 'take back' | 'delete'; mail: number; subscribers: number[] }
  | { do: 'send' | 'send immediately' | 'age'; mail: number; subscribers: number[]; days: number }
  | { do: 'expire' }

const subscribers = fc.uniqueArray(fc.nat(SUBSCRIBERS - 1), { minLength: 1 })
const mail = fc.nat(EMAILS - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('enqueue', 'open', 'click', 'take back', 'delete'), mail, subscribers }),
  fc.record({
    do: fc.constantFrom('send', 'send immediately', 'age'),
    mail,
    subscribers,
    days: fc.constantFrom(0, 1, 89, 91, 400),
  }),
  fc.record({ do: fc.constant('expire' as const) }),
)

const SQL = {
  enqueue: `insert into delivery (account_id, mail_id, subscriber_id) select $1, $2, unnest($3::bigint[]) on conflict do nothing`,
  send: `update delivery set sent_at = now() - make_interval(days => $4::int), state = 'sent' where account_id = $1 and mail_id = $2 and subscriber_id = any ($3)`,
  'send immediately': `insert into delivery (account_id, mail_id, subscriber_id, state, sent_at)
    select $1, $2, unnest($3::bigint[]), 'sent', now() - make_interval(days => $4::int) on conflict do nothing`,
  age: `update delivery set sent_at = sent_at - make_interval(days => $4::int) where account_id = $1 and mail_id = $2 and subscriber_id = any ($3)`,
  open: `update delivery set opened_at = coalesce(opened_at, now()), opens = opens + 1 where account_id = $1 and mail_id = $2 and subscriber_id = any ($3)`,
  click: `update delivery set clicked_at = coalesce(clicked_at, now()) where account_id = $1 and mail_id = $2 and subscriber_id = any ($3)`,
  'take back': `update delivery set sent_at = null, opened_at = null where account_id = $1 and mail_id = $2 and subscriber_id = any ($3)`,
  delete: `delete from delivery where account_id = $1 and mail_id = $2 and subscriber_id = any ($3)`,
}

async function apply({ ctx, ids, mail_ids }: Awaited<ReturnType<typeof accountWithEmails>>, step: Step): Promise<void> {
  if (step.do === 'expire') {
    await expireEngagement()
    return
  }
  const chosen = step.subscribers.map((at) => ids[at])
  // As the product does it. A statement that inserts some rows and updates others would count twice, each time in the order of
  // subscribers, and two such statements could deadlock.
  if (step.do === 'send') await ctx.sql.run(SQL.enqueue, [mail_ids[step.mail], chosen])
  const days = 'days' in step ? [step.days] : []
  await ctx.sql.run(SQL[step.do], [mail_ids[step.mail], chosen, ...days])
}

/** The job skips rows that another run has locked, so it may need a second run. */
const settled = (ctx: Ctx) =>
  expect
    .poll(async () => {
      await expireEngagement()
      return { kept: await maintained(ctx), recounted: await recounted(ctx) }
    })
    .toSatisfy(({ kept, recounted }) => JSON.stringify(kept) === JSON.stringify(recounted))

test('engagement counts equal a recount after any change of deliveries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const all = await accountWithEmails()
      for (const one of steps) await apply(all, one)
      await settled(all.ctx)
    }),
    { numRuns: 40, endOnFailure: true },
  )
})

test('engagement counts equal a recount after concurrent changes for the same subscribers, without a deadlock', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { maxLength: 8 }), { minLength: 3, maxLength: EMAILS }),
      async (batches) => {
        const all = await accountWithEmails()
        await Promise.all(
          // One email each: concurrent changes of the same delivery are tested elsewhere.
          batches.map(async (steps, mail) => {
            for (const one of steps) await apply(all, one.do === 'expire' ? one : { ...one, mail })
          }),
        )
        await settled(all.ctx)
      },
    ),
    { numRuns: 15, endOnFailure: true },
  )
})

test('an open of an email older than 90 days does not count, and the job subtracts emails that become older', async () => {
  const { ctx, ids, mail_ids } = await accountWithEmails()
  const [subscriber_id = 0] = ids
  await deliver(ctx, { mail_id: mail_ids[0] ?? 0, subscriber_id, sent_at: daysAgo(ctx, 91), opens: [daysAgo(ctx, 91)] })
  await deliver(ctx, { mail_id: mail_ids[1] ?? 0, subscriber_id, sent_at: daysAgo(ctx, 1) })
  expect((await maintained(ctx))[0]).toMatchObject({ sent: 1, opens: 0 })
  await ctx.sql.run('update subscriber_engagement set first_sent_at = $2 where account_id = $1 and sent > 0', [
    daysAgo(ctx, 90.01),
  ])
  expect(await expireEngagement()).toBeGreaterThan(0)
  expect((await maintained(ctx))[0]).toMatchObject({ sent: 1 })
  await ctx.sql.run('delete from subscriber where account_id = $1 and id = $2', [subscriber_id])
  expect(await maintained(ctx)).toHaveLength(SUBSCRIBERS - 1)
})

test('sorting by a rate uses the shared definition of rates, and an index over exactly that expression', async () => {
  const columns: Record<string, string> = { sent: 'e.sent', opened: 'e.opens', clicked: 'e.clicks' }
  const count = (name: string) => columns[name] ?? ''
  const client = await systemPool().connect()
  try {
    await client.query('begin')
    await client.query('create temp table e (like subscriber_engagement) on commit drop')
    const indexOf = async (name: string) =>
      (await client.query(`select split_part(pg_get_indexdef($1::regclass), ' USING ', 2) as def`, [name])).rows[0].def
    for (const rate of ['open_rate', 'click_rate'] as const) {
      expect(ENGAGEMENT_RANK[`engagement__${rate}`].expr).toBe(rankSql(rate, { count }))
      await client.query(
        `create index ${rate}_rank on e (account_id, ${rankSql(rate, { count })}, subscriber_id) where sent > 0`,
      )
      expect(await indexOf(`${rate}_rank`)).toBe(await indexOf(`subscriber_engagement_${rate}_idx`))
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
})

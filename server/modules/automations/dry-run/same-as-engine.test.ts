import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { addEmail } from '../../../testing/automations/automation.ts'
import { addNamed, liveAutomation } from '../../../testing/automations/live.ts'
import { sampled } from '../../../testing/runner/deep.ts'
import { addToForms } from '../../forms/subscriptions/subscriptions.ts'
import { recordPurchase } from '../../purchases/record.ts'
import { PurchaseInput } from '../../purchases/schema.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { createTag } from '../../tags/service.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { reportEvents } from '../apps/events.ts'
import type { Reentry } from '../graph-schema.ts'
import { nextDue, settle } from '../model/settle.ts'
import type { PathEntry } from '../publishing-schema.ts'
import { runTask } from '../tasks/task.ts'
import { findDryRun } from './compare.ts'
import { startDryRun } from './start.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const START = Date.parse('2027-03-10T08:00:00Z')
const NAMES = ['Lin', 'Ada', 'Max', 'Eve', 'Tom', 'Kim', 'Noor', 'Ravi']

/** The same numbers each time (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let a = seed
  return (below) => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

async function begin() {
  const account = await testAccount()
  const { ctx } = account
  let now = START
  ctx.now = () => new Date(now)
  await ctx.db.account.updateMany({ data: { time_zone: 'Europe/Oslo' } })
  const ids = await addNamed(account, NAMES)
  await ctx.db.subscriber.updateMany({ where: { id: ids[1] ?? 0 }, data: { time_zone: 'America/New_York' } })
  const tags: Record<string, number> = {}
  for (const name of ['Lead', 'Vip', 'Interested', 'Buyer', 'Warm', 'Cold', 'Gone'])
    tags[name] = (await createTag(ctx, { name })).value.id
  const form = await ctx.db.form.create({ data: { account_id: ctx.account_id, uid: randomUUID(), name: 'Footer' } })
  /** Moves the clock, and the engine with it. */
  const moveTo = async (at: number) => {
    for (let due = await nextDue(ctx); due !== null && due <= at; due = await nextDue(ctx)) {
      now = due
      await settle(ctx)
    }
    now = at
    await settle(ctx)
  }
  return { account, ctx, ids, tags, form_id: form.id, moveTo }
}

type Scene = Awaited<ReturnType<typeof begin>>

/** Every kind of step whose past can be known, with two goals and a loop by its own tag. */
async function publish({ account, ctx, tags, form_id }: Scene, reentry: Reentry) {
  const { id, publish: publishGraph } = await liveAutomation(account, {}, { reentry })
  const first = await addEmail(account, { automation_id: id })
  const second = await addEmail(account, { automation_id: id, subject: 'Day five' })
  const action = (step: string, next: string | null, what: object) => ({ id: step, kind: 'action', next, action: what })
  const tagged = (name: string) => ({ type: 'tag_added', tag_id: tags[name] })
  const by_tag = (name: string) => ({ all: [{ type: 'tags', any: [{ type: 'ids', matching: [tags[name]] }] }] })
  const version = await publishGraph({
    triggers: [
      { id: 't1', on: tagged('Lead') },
      { id: 't2', on: { type: 'form_joined', form_id } },
      { id: 't3', on: { type: 'api_event', name: 'webinar.attended' } },
      { id: 't4', on: { type: 'purchased', product_id: null } },
      { id: 't5', on: tagged('Cold') },
    ],
    steps: [
      action('a', 'b', { type: 'send_email', email_id: first }),
      { id: 'b', kind: 'wait', wait: { for: 'duration', minutes: 2 * 1440 }, next: 'c' },
      { id: 'c', kind: 'condition', filter: by_tag('Vip'), yes: 'd', no: 'e' },
      {
        id: 'd',
        kind: 'random_split',
        branches: [
          { id: 'd1', label: 'A', percent: 50, next: 'f' },
          { id: 'd2', label: 'B', percent: 50, next: 'g' },
        ],
      },
      {
        id: 'e',
        kind: 'wait_for_event',
        timeout_minutes: 3 * 1440,
        next: 'f',
        timed_out: 'g',
        events: [tagged('Interested'), { type: 'api_event', name: 'webinar.attended' }],
      },
      action('f', 's', { type: 'add_tag', tag_id: tags.Warm }),
      action('g', 's', { type: 'add_tag', tag_id: tags.Cold }),
      {
        id: 's',
        kind: 'split',
        by: { type: 'tag' },
        otherwise: 'goal',
        branches: [{ id: 's1', label: 'Warm', value: String(tags.Warm), next: 'h' }],
      },
      {
        id: 'h',
        kind: 'wait',
        next: 'i',
        wait: { for: 'weekday', weekdays: ['monday', 'thursday'], at: '09:00', zone: 'subscriber' },
      },
      action('i', 'goal', { type: 'send_email', email_id: second }),
      { id: 'goal', kind: 'goal', name: 'Bought', events: [tagged('Buyer')], next: 'k' },
      { id: 'k', kind: 'condition', filter: by_tag('Gone'), yes: 'u', no: null },
      action('u', 'z', { type: 'unsubscribe' }),
      action('z', null, { type: 'add_tag', tag_id: tags.Interested }),
    ],
  })
  await ctx.sql.run(
    `insert into automation_version_email (account_id, automation_id, version, email_id, subject, content)
     select account_id, automation_id, $3, id, subject, content from automation_email where account_id = $1 and automation_id = $2`,
    [id, version],
  )
  return { id, version }
}

async function happen(
  { ctx, ids, tags, form_id }: Scene,
  random: (below: number) => number,
  number: number,
): Promise<void> {
  const at = random(ids.length)
  const subscriber_id = ids[at] ?? 0
  const names = ['Lead', 'Lead', 'Vip', 'Interested', 'Buyer', 'Gone']
  switch (random(9)) {
    case 0:
      await addToForms(ctx, { additions: [{ form_id, subscriber_id }] })
      return
    case 1:
      await reportEvents(ctx, { name: 'webinar.attended', subscribers: [{ id: subscriber_id }] })
      return
    case 2: {
      const products = [{ name: 'Course', pid: 'p1', lid: '1' }]
      const email_address = `${NAMES[at]?.toLowerCase()}@example.net`
      await recordPurchase(ctx, PurchaseInput.parse({ email_address, transaction_id: `t${number}`, products }))
      return
    }
    case 3:
      if (random(3) > 0) return
      await changeState(ctx, { ids: [subscriber_id], transition: 'unsubscribe', cause: 'unsubscribe_link' })
      return
    default:
      await tagSubscribers(ctx, { pairs: [{ tag_id: tags[names[random(names.length)] ?? ''] ?? 0, subscriber_id }] })
  }
}

type Line = Pick<PathEntry, 'event' | 'step_id'> & { at: string; exit?: string | undefined; to?: string | undefined }

async function reallyDone({ ctx }: TestAccount, automation_id: number): Promise<Map<number, Line[]>> {
  const rows = await ctx.sql.rows<Line & { subscriber_id: number; at: Date; data: Record<string, string> }>(
    `select r.subscriber_id, t.event, t.step_id, t.data, t.at from automation_run r
     join automation_trace t on t.account_id = r.account_id and t.run_id = r.id
     where r.account_id = $1 and r.automation_id = $2 order by t.at, t.id`,
    [automation_id],
  )
  return byRun(
    rows.map(({ subscriber_id, event, step_id, data, at }) => ({
      subscriber_id,
      line: {
        event: event === ('failed' as string) ? ('held' as const) : event,
        step_id: event === 'entered' ? (data.trigger_id ?? null) : event === 'completed' ? null : step_id,
        at: at.toISOString(),
        exit: data.exit,
        to: event === 'moved' ? data.to : undefined,
      },
    })),
  )
}

async function simulated({ ctx }: TestAccount, task_id: number): Promise<Map<number, Line[]>> {
  const rows = await ctx.sql.rows<{ subscriber_id: number; path: PathEntry[] }>(
    'select subscriber_id, path from automation_dry_run_subscriber where account_id = $1 and task_id = $2',
    [task_id],
  )
  return byRun(
    rows.flatMap(({ subscriber_id, path }) =>
      path.map(({ event, step_id, at, exit, detail }) => ({
        subscriber_id,
        line: {
          event,
          at,
          exit,
          step_id: event === 'completed' ? null : step_id,
          to: event === 'moved' ? (detail ?? undefined) : undefined,
        },
      })),
    ),
  )
}

/** Lines at one moment in a fixed order: several runs of one subscriber move together. */
function byRun(rows: readonly { subscriber_id: number; line: Line }[]): Map<number, Line[]> {
  const lines = Map.groupBy(rows, ({ subscriber_id }) => subscriber_id)
  const order = (line: Line) => [line.at, line.event, line.step_id, line.exit, line.to].join(' ')
  return new Map(
    [...lines].map(([id, group]) => [id, group.map(({ line }) => line).sort((a, b) => (order(a) < order(b) ? -1 : 1))]),
  )
}

/** Ways to enter again, with the number of changes and their seed. */
const MONTHS: [Reentry, number, number][] = [
  // Two runs of one subscriber, of which one unsubscribes them.
  ['always', 40, 1002],
  ['never', 25, 1],
  ['after_leaving', 40, 2],
]

test.each(sampled(MONTHS, 1))(
  'a dry run over a month in which the automation was live (%s) finds what the engine did',
  async (reentry, changes, seed) => {
    const scene = await begin()
    const { account, ctx, moveTo } = scene
    const { id, version } = await publish(scene, reentry)
    const random = randomFrom(seed)
    let at = START
    for (let number = 0; number < changes; number++) {
      at += (30 + random(1400)) * MINUTE
      await moveTo(at)
      await happen(scene, random, number)
      await settle(ctx)
    }
    expect(at - START).toBeLessThan(30 * DAY)
    await moveTo(START + 30 * DAY - MINUTE)
    const task = await startDryRun(ctx, { id, version })
    await runTask(ctx, { id: task.id })
    const real = await reallyDone(account, id)
    expect(real.size).toBeGreaterThan(4)
    const found = await simulated(account, task.id)
    for (const [subscriber_id, lines] of real)
      expect(found.get(subscriber_id), `subscriber ${subscriber_id}`).toEqual(lines)
    expect(found.size).toBe(real.size)
    const dry_run = await findDryRun(ctx, { id })
    const sent = await ctx.sql.rows<{ email_id: number; sent: number }>(
      `select m.automation_email_id as email_id, count(*)::int as sent from mail m
     join delivery d on d.account_id = m.account_id and d.mail_id = m.id where m.account_id = $1 group by 1 order by 1`,
    )
    expect(sent.length).toBe(2)
    expect(
      Object.entries(dry_run?.result.emails ?? {}).map(([email_id, emails]) => [Number(email_id), emails.sent]),
    ).toEqual(sent.map((row) => [row.email_id, row.sent]))
    const counts = await ctx.sql.rows<{ step_id: string; entered: number; passed: number; ended: number }>(
      `select step_id, sum(entered)::int as entered, sum(passed)::int as passed, sum(ended)::int as ended from automation_step_count
     where account_id = $1 and automation_id = $2 and step_id not like 't_' and step_id <> 'all_runs' group by 1 order by 1`,
      [id],
    )
    const steps = Object.entries(dry_run?.result.steps ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
    expect(steps.map(([step_id, { entered, passed, ended }]) => ({ step_id, entered, passed, ended }))).toEqual(counts)
  },
)

import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { addEmail } from '../../../testing/automations/automation.ts'
import { addNamed, liveAutomation } from '../../../testing/automations/live.ts'
import { REPLACED } from '../../../testing/database/before-baseline.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { addToForms } from '../../forms/subscriptions/subscriptions.ts'
import { recordPurchase } from '../../purchases/record.ts'
import { PurchaseInput } from '../../purchases/schema.ts'
import { removeSubscribers } from '../../sequences/changes/apply.ts'
import { updateSubscriber, upsertSubscriber } from '../../subscribers/service.ts'
import { createTag } from '../../tags/service.ts'
import { restoreTaggings, tagSubscribers, untagSubscribers } from '../../tags/tagging.ts'
import { noteEvents, reportEvents } from '../apps/events.ts'
import { findDryRun, listSimulated } from '../dry-run/compare.ts'
import { startDryRun } from '../dry-run/start.ts'
import { Graph } from '../graph-schema.ts'
import { createAutomation } from '../service.ts'
import { runTask } from '../tasks/task.ts'

// A dry run knows what happened before any automation existed that could listen to it.

const DAY = 86_400_000
const NOW = Date.parse('2027-03-31T12:00:00Z')
const dayBefore = (days: number) => new Date(NOW - days * DAY).toISOString().replace('.000Z', 'Z')

async function begin() {
  const account = await testAccount()
  const { ctx } = account
  let now = NOW - 40 * DAY
  ctx.now = () => new Date(now)
  await ctx.db.account.updateMany({ data: { time_zone: 'UTC' } })
  /** Moves the clock to this many days before the dry run. */
  const goTo = (days: number) => {
    now = NOW - days * DAY
  }
  const [lin = 0, ada = 0] = await addNamed(account, ['Lin', 'Ada'])
  const tag = async (name: string) => (await createTag(ctx, { name })).value.id
  const field = async (label: string) => (await createCustomField(ctx, { label })).value.id
  return { account, ctx, goTo, lin, ada, tag, field }
}

/** Returns the subscribers who would have entered by a trigger, and when. */
async function entriesBy({ ctx }: TestAccount, on: object, reentry = 'always') {
  const graph = Graph.parse({ triggers: [{ id: 't', on }], first: null, steps: [] })
  const { id } = await createAutomation(ctx, { name: 'Draft', kind: 'visual', graph })
  await ctx.db.automation.updateMany({ where: { id }, data: { reentry } })
  const { id: task_id } = await startDryRun(ctx, { id })
  await runTask(ctx, { id: task_id })
  const page = await listSimulated(ctx, { id: task_id, busy: false, per_page: 10, include_total_count: false })
  const found = await findDryRun(ctx, { id })
  await ctx.db.automation.deleteMany({ where: { id } })
  const { entered, matched, untold } = found?.result ?? {}
  return {
    entries: page.rows().map(({ subscriber_id, entered_at }) => `${subscriber_id} ${entered_at}`),
    entered,
    matched,
    untold,
    knowledge: found?.knowledge.map(({ message }) => message),
  }
}

test('tags that were added and removed again, and values that changed again, let subscribers enter', async () => {
  const { account, ctx, goTo, lin, ada, tag, field } = await begin()
  const [lead, plan] = [await tag('Lead'), await field('Plan')]
  const pair = { tag_id: lead, subscriber_id: lin }
  goTo(9)
  await tagSubscribers(ctx, { pairs: [pair] })
  goTo(8)
  const removed = await untagSubscribers(ctx, { pairs: [pair] })
  goTo(7)
  await restoreTaggings(ctx, { pairs: removed.map((one) => ({ ...one, tagged_at: dayBefore(9) })) })
  await tagSubscribers(ctx, { pairs: [{ ...pair, subscriber_id: ada }] })
  goTo(6)
  await untagSubscribers(ctx, { pairs: [{ ...pair, subscriber_id: ada }], is_undo: true })
  await updateSubscriber(ctx, { id: lin, fields: { plan: 'free' } })
  const { id: new_id } = (await upsertSubscriber(ctx, { email_address: 'new@example.net', fields: { plan: 'free' } }))
    .value
  goTo(5)
  await updateSubscriber(ctx, { id: lin, fields: { plan: 'pro' } })
  await updateSubscriber(ctx, { id: new_id, fields: { plan: null } })
  goTo(0)
  // An undo is no event, but the tag that it took away had been added.
  const added = await entriesBy(account, { type: 'tag_added', tag_id: lead })
  expect(added).toMatchObject({ entries: [`${ada} ${dayBefore(7)}`, `${lin} ${dayBefore(9)}`], entered: 2, matched: 2 })
  expect(added.knowledge).toEqual([])
  const removals = await entriesBy(account, { type: 'tag_removed', tag_id: lead })
  expect(removals).toMatchObject({ entries: [`${lin} ${dayBefore(8)}`], entered: 1, matched: 1, knowledge: [] })
  const changed = (value: string | null) => entriesBy(account, { type: 'field_changed', custom_field_id: plan, value })
  expect(await changed('free')).toMatchObject({
    entries: [`${new_id} ${dayBefore(6)}`, `${lin} ${dayBefore(6)}`],
    matched: 2,
    knowledge: [],
  })
  expect(await changed('pro')).toMatchObject({ entries: [`${lin} ${dayBefore(5)}`], matched: 1 })
  // Lin twice, the new one when they were created and when it was cleared.
  expect(await changed(null)).toMatchObject({ entered: 4, matched: 2 })
  expect(await changed('other')).toMatchObject({ entered: 0, matched: 0 })
})

test('events of programs and apps, forms, purchases, clicks, finished sequences and automations let subscribers enter', async () => {
  const { account, ctx, goTo, lin, ada } = await begin()
  const { account_id } = ctx
  // It listens to nothing.
  const other = await liveAutomation(account, {})
  const sequence = await ctx.db.sequence.create({ data: { account_id, name: 'Course', time_zone: 'UTC' } })
  const form = await ctx.db.form.create({ data: { account_id, uid: randomUUID(), name: 'Footer' } })
  const { app_id } = await unscoped().oauthToken.findFirstOrThrow({ where: { account_id } })
  const plugin = await unscoped().appPlugin.create({
    data: { app_id, kind: 'automation_event', identifier: 'seen', name: 'Seen', request_url: 'https://app.example/x' },
  })
  const at = (days: number) => new Date(NOW - days * DAY)
  goTo(9)
  await reportEvents(ctx, { name: 'webinar.attended', subscribers: [{ id: lin }] })
  await reportEvents(ctx, { name: 'webinar.missed', subscribers: [{ id: ada }] })
  goTo(8)
  const settings = { course: 'a' }
  const events = [{ subscriber_id: lin }]
  await write(ctx, (tx) => noteEvents(tx, { type: 'app_event', object: String(plugin.id), events, data: { settings } }))
  goTo(7)
  await addToForms(ctx, { additions: [{ form_id: form.id, subscriber_id: lin }] })
  goTo(6)
  const products = [{ name: 'Course', pid: 'p1', lid: '1' }]
  const purchase = { email_address: 'lin@example.net', transaction_id: 't1', products }
  await recordPurchase(ctx, PurchaseInput.parse(purchase))
  goTo(5)
  const automation_email_id = await addEmail(account, { automation_id: other.id })
  const sent = { kind: 'automation_email' as const, automation_email_id, started_at: at(5), snapshot: {} }
  const mail = await ctx.db.mail.create({ data: { account_id, ...sent } })
  const url = 'https://studio.example/a'
  const link = await ctx.db.link.create({ data: { account_id, mail_id: mail.id, number: 1, url } })
  for (const [subscriber_id, is_machine] of [
    [lin, false],
    [ada, true],
  ] as const)
    await ctx.db.engagement.create({
      data: {
        account_id,
        kind: 'click',
        subscriber_id,
        mail_id: mail.id,
        delivery_id: subscriber_id,
        link_id: link.id,
        is_machine,
        occurred_at: at(5),
      },
    })
  await ctx.db.enrollment.create({
    data: {
      account_id,
      sequence_id: sequence.id,
      subscriber_id: lin,
      state: 'completed',
      added_at: at(9),
      completed_at: at(4),
    },
  })
  goTo(3)
  await write(ctx, (tx) => removeSubscribers(tx, { sequence_id: sequence.id, ids: [lin] }))
  await ctx.db.automationRun.create({
    data: {
      account_id,
      automation_id: other.id,
      subscriber_id: lin,
      version: 1,
      state: 'completed',
      arrived_at: at(3),
      entered_at: at(3),
      ended_at: at(2),
    },
  })
  goTo(0)
  const product_id = (await ctx.db.product.findFirstOrThrow()).id
  const cases: [object, number | null][] = [
    [{ type: 'api_event', name: 'webinar.attended' }, 9],
    [{ type: 'app_event', plugin_id: plugin.id, settings }, 8],
    [{ type: 'app_event', plugin_id: plugin.id, settings: { course: 'b' } }, null],
    [{ type: 'form_joined', form_id: form.id }, 7],
    [{ type: 'form_joined', form_id: null }, 7],
    [{ type: 'purchased', product_id }, 6],
    [{ type: 'link_clicked', url }, 5],
    [{ type: 'link_clicked', url: 'https://studio.example/b' }, null],
    [{ type: 'sequence_completed', sequence_id: sequence.id }, 4],
    [{ type: 'automation_completed', automation_id: other.id }, 2],
  ]
  for (const [on, days] of cases) {
    const entries = days === null ? [] : [`${lin} ${dayBefore(days)}`]
    expect(await entriesBy(account, on), JSON.stringify(on)).toMatchObject({ entries, matched: entries.length })
  }
})

test('segments by tags, values and states are followed over time; how many are in others today is said', async () => {
  const { account, ctx, goTo, lin, ada, tag, field } = await begin()
  const [lead, gone, plan] = [await tag('Lead'), await tag('Gone'), await field('Plan')]
  const segmentOf = async (definition: object) =>
    (await ctx.db.segment.create({ data: { account_id: ctx.account_id, name: randomUUID(), definition } })).id
  const tagged = (id: number) => ({ type: 'tags', any: [{ type: 'ids', matching: [id] }] })
  const isPro = { type: 'custom_field', subscriber_custom_field_id: plan, comparison: 'is', value: 'pro' }
  await tagSubscribers(ctx, { pairs: [{ tag_id: gone, subscriber_id: lin }] })
  goTo(9)
  await tagSubscribers(ctx, { pairs: [lin, ada].map((subscriber_id) => ({ tag_id: lead, subscriber_id })) })
  goTo(8)
  await updateSubscriber(ctx, { id: lin, fields: { plan: 'pro' } })
  goTo(7)
  await untagSubscribers(ctx, { pairs: [{ tag_id: gone, subscriber_id: lin }] })
  goTo(6)
  await untagSubscribers(ctx, { pairs: [{ tag_id: lead, subscriber_id: ada }] })
  await updateSubscriber(ctx, { id: lin, fields: { plan: 'free' } })
  goTo(0)
  const by = async (definition: object) =>
    entriesBy(account, { type: 'segment_entered', segment_id: await segmentOf(definition) })
  // Today no one is in it.
  expect(await by({ match: 'all', conditions: [tagged(lead), isPro] })).toMatchObject({
    entries: [`${lin} ${dayBefore(8)}`],
    entered: 1,
    untold: {},
    knowledge: [],
  })
  const group = { type: 'group', match: 'any', conditions: [isPro, tagged(gone)] }
  expect((await by({ match: 'all', conditions: [tagged(lead), group] })).entries).toEqual([`${lin} ${dayBefore(9)}`])
  const none = await by({ match: 'none', conditions: [tagged(gone), isPro] })
  expect(none.entries).toEqual([`${lin} ${dayBefore(6)}`])
  const not_lead = await by({ conditions: [{ type: 'not', condition: tagged(lead) }] })
  expect(not_lead.entries).toEqual([`${ada} ${dayBefore(6)}`])
  const unknown = await by({
    conditions: [
      { type: 'subscribed', last_days: 60 },
      { type: 'engagement_level', levels: ['high', 'none', 'low', 'medium'] },
    ],
  })
  expect(unknown).toMatchObject({ entries: [], matched: 0 })
  expect(unknown.knowledge).toEqual([
    'When subscribers entered this segment is not known, because it asks for the date of subscribing and engagement, which is stored as of today only. No one enters by it here.',
  ])
  expect(await by({ conditions: [{ type: 'subscribed', last_days: 60 }] })).toMatchObject({ untold: { t: 2 } })
})

test('a date is reached by the value that its field had then', async () => {
  const { account, ctx, goTo, lin, ada, field } = await begin()
  const custom_field_id = await field('Due')
  await updateSubscriber(ctx, { id: lin, fields: { due: '2027-03-20' } })
  await updateSubscriber(ctx, { id: ada, fields: { due: '2027-03-29' } })
  // It was changed before it was reached, and the other one after that.
  goTo(5)
  await updateSubscriber(ctx, { id: lin, fields: { due: '2028-01-01' } })
  await updateSubscriber(ctx, { id: ada, fields: { due: '2028-01-01' } })
  goTo(0)
  const on = { type: 'date_reached', custom_field_id, offset_days: 1, at: '09:00', zone: 'account', yearly: false }
  expect(await entriesBy(account, on)).toMatchObject({ entries: [`${lin} 2027-03-21T09:00:00Z`], knowledge: [] })
})

test('an account from before changes were recorded is told since when they are', async () => {
  const account = await testAccount()
  const { ctx } = account
  const tag_id = (await createTag(ctx, { name: 'Lead' })).value.id
  expect((await entriesBy(account, { type: 'tag_removed', tag_id })).knowledge).toEqual([])
  await ctx.db.account.updateMany({ data: { created_at: new Date(Date.now() - 60 * DAY) } })
  const name = REPLACED.find((one) => one.endsWith('_subscriber_changes'))
  // A database of 0.1.0 has the record of this migration, and keeps it.
  await unscoped().$executeRaw`
    insert into _prisma_migrations (id, checksum, finished_at, migration_name)
    select 'of-0.1.0', 'c', min(finished_at), ${name} from _prisma_migrations`
  onTestFinished(async () => void (await unscoped().$executeRaw`delete from _prisma_migrations where id = 'of-0.1.0'`))
  const day = /^Removed tags are recorded since \w+ \d+, \d{4}\. Of those removed before, only some are known/
  expect((await entriesBy(account, { type: 'tag_removed', tag_id })).knowledge).toEqual([expect.stringMatching(day)])
})

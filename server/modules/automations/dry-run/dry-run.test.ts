import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { addEmail } from '../../../testing/automations/automation.ts'
import { addNamed, liveAutomation } from '../../../testing/automations/live.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { createTypedField } from '../../custom-fields/typed.ts'
import { updateSubscriber } from '../../subscribers/service.ts'
import { createTag, deleteTag } from '../../tags/service.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { Graph } from '../graph-schema.ts'
import type { DryRun } from '../publishing-schema.ts'
import { createAutomation } from '../service.ts'
import { cancelTask, runTask } from '../tasks/task.ts'
import { compareSubscriber, findDryRun, listSimulated, previewDryRunEmail } from './compare.ts'
import { startDryRun } from './start.ts'

const NOW = Date.parse('2027-03-31T12:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** An account with an automation that was never published. */
async function withDraft(given: { triggers?: object[]; steps?: object[] }, reentry = 'never') {
  const account = await testAccount()
  const { ctx } = account
  let now = NOW - 40 * DAY
  ctx.now = () => new Date(now)
  const graph = Graph.parse({ first: (given.steps?.[0] as { id?: string } | undefined)?.id ?? null, ...given })
  const { id } = await createAutomation(ctx, { name: 'Welcome', kind: 'visual', graph })
  await ctx.db.automation.updateMany({ where: { id }, data: { reentry } })
  const change = (graph: object) => ctx.db.automation.updateMany({ where: { id }, data: { draft: graph } })
  const goTo = (at: number) => {
    now = at
  }
  return { account, ctx, id, change, goTo }
}

async function dryRun({ ctx }: TestAccount, id: number): Promise<DryRun> {
  const task = await startDryRun(ctx, { id })
  await runTask(ctx, { id: task.id })
  const found = await findDryRun(ctx, { id })
  if (!found) throw new Error('No dry run')
  return found
}

const action = (id: string, next: string | null, what: object) => ({ id, kind: 'action', next, action: what })
const tagOf = async ({ ctx }: TestAccount, name: string) => (await createTag(ctx, { name })).value.id
const wait = (id: string, minutes: number, next: string | null) => ({
  id,
  kind: 'wait',
  next,
  wait: { for: 'duration', minutes },
})

test('a draft is followed with what its own steps would change, and nothing but the result is written', async () => {
  const scene = await withDraft({})
  const { account, ctx, id, change, goTo } = scene
  const [lead, warm] = [await tagOf(account, 'Lead'), await tagOf(account, 'Warm')]
  const plan = (await createCustomField(ctx, { label: 'Plan' })).value
  const email_id = await addEmail(account, { automation_id: (await liveAutomation(account, {})).id, subject: 'Other' })
  const { id: own_email } = await ctx.db.automationEmail.create({
    data: {
      account_id: ctx.account_id,
      automation_id: id,
      subject: 'Hi {{ subscriber.first_name }}',
      content: '<p>Hello</p>',
    },
  })
  const [lin, ada, max] = (await addNamed(account, ['Lin', 'Ada', 'Max'])) as [number, number, number]
  await updateSubscriber(ctx, { id: lin, fields: { plan: '4' } })
  await tagSubscribers(ctx, { pairs: [{ tag_id: lead, subscriber_id: max }] })
  goTo(NOW - 5 * DAY)
  await tagSubscribers(ctx, { pairs: [lin, ada].map((subscriber_id) => ({ tag_id: lead, subscriber_id })) })
  goTo(NOW)
  const condition = (step: string, all: object[], yes: string, no: string | null) => ({
    id: step,
    kind: 'condition',
    filter: { all },
    yes,
    no,
  })
  await change(
    Graph.parse({
      triggers: [{ id: 't', on: { type: 'tag_added', tag_id: lead } }],
      first: 'a',
      steps: [
        action('a', 'b', {
          type: 'set_field',
          custom_field_id: plan.id,
          value: '{{ subscriber.plan | default: 0 | plus: 1 }}',
        }),
        action('b', 'c', { type: 'add_tag', tag_id: warm }),
        condition('c', [{ type: 'tags', any: [{ type: 'ids', matching: [warm] }] }], 'd', null),
        condition(
          'd',
          [{ type: 'custom_field', subscriber_custom_field_id: plan.id, comparison: 'greater_than', value: '4' }],
          'e',
          'w',
        ),
        action('e', 'f', { type: 'send_email', email_id: own_email }),
        action('f', null, { type: 'unsubscribe' }),
        wait('w', 4 * 1440, 'x'),
        wait('x', 7 * 1440, 'e'),
      ],
    }),
  )
  const before = await contents(account)
  const { result, id: task_id } = await dryRun(account, id)
  expect(await contents(account)).toEqual(before)
  // Max got the tag before; 'Other' is of another automation.
  expect(result).toMatchObject({ matched: 2, subscribers: 2, entered: 2, completed: 1, waiting: 1, held: 0, left: 0 })
  expect(result.emails).toEqual({ [own_email]: { sent: 1, not_sent: 0 } })
  expect(result.emails[email_id]).toBeUndefined()
  expect(result.steps.x).toMatchObject({ entered: 1, waiting: 1 })
  expect(result.days).toEqual({ '2027-03-26': { entered: 2, emails: 1 } })
  const { rows } = list(
    await listSimulated(ctx, { id: task_id, busy: false, per_page: 10, include_total_count: false }),
  )
  expect(rows).toMatchObject([
    { subscriber_id: ada, state: 'waiting', step_id: 'x', emails: 0 },
    { subscriber_id: lin, state: 'completed', emails: 1, most_emails: 1 },
  ])
  const { would, got } = await compareSubscriber(ctx, { id: task_id, subscriber_id: lin })
  expect(would.map(({ event, label, message }) => `${event}: ${label}, ${message}`)).toEqual([
    'entered: , Entered: gets the tag “Lead”.',
    'passed: Set “Plan”, Set “Plan”.',
    'passed: Add the tag “Warm”, Add the tag “Warm”.',
    'passed: Condition, Matched the condition.',
    'passed: Condition, Matched the condition.',
    'passed: Hi Lin, Email sent.',
    'passed: Unsubscribe, Unsubscribe.',
    'completed: , Completed the automation.',
  ])
  expect(got).toEqual([])
  expect((await findDryRun(ctx, { id }))?.emails).toMatchObject([{ subject: 'Hi [first name]' }])
  const preview = await previewDryRunEmail(ctx, { id: task_id, subscriber_id: lin, email_id: own_email })
  expect(preview).toMatchObject({ subject: 'Hi Lin' })
})

const list = <Row>(page: { rows: () => Row[] }) => ({ rows: page.rows() })

/** Returns the rows of every table of the account except dry runs, and the outbox, which asks for the job. */
async function contents({ ctx }: TestAccount): Promise<Record<string, string | null>> {
  const tables = await ctx.sql.rows<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
       join information_schema.tables t on t.table_name = c.table_name and t.table_schema = 'public' and t.table_type = 'BASE TABLE'
     where c.table_schema = 'public' and c.column_name = 'account_id' and $1::int is not null
       and c.table_name not in ('automation_task', 'automation_dry_run_subscriber', 'outbox') order by 1`,
  )
  expect(tables.length).toBeGreaterThan(80)
  const found: Record<string, string | null> = {}
  for (const { name } of tables) {
    const row = await ctx.sql.one<{ digest: string | null }>(
      `select md5(string_agg(t::text, ',' order by t::text)) as digest from "${name}" t where t.account_id = $1`,
    )
    found[name] = row?.digest ?? null
  }
  return found
}

test('emails of other sources count toward the busiest day, and a search finds who it was', async () => {
  const scene = await withDraft({})
  const { account, ctx, id, change, goTo } = scene
  const lead = await tagOf(account, 'Lead')
  const other = await liveAutomation(account, {})
  const other_email = await addEmail(account, { automation_id: other.id, subject: 'Weekly news' })
  const emails = []
  for (const subject of ['One', 'Two', 'Three'])
    emails.push(
      (
        await ctx.db.automationEmail.create({
          data: { account_id: ctx.account_id, automation_id: id, subject, content: '<p>Hello</p>' },
        })
      ).id,
    )
  const [lin, ada] = (await addNamed(account, ['Lin', 'Ada'])) as [number, number]
  goTo(NOW - 5 * DAY)
  await tagSubscribers(ctx, { pairs: [lin, ada].map((subscriber_id) => ({ tag_id: lead, subscriber_id })) })
  const mail = await ctx.db.mail.create({
    data: {
      account_id: ctx.account_id,
      kind: 'automation_email',
      automation_email_id: other_email,
      started_at: ctx.now(),
      snapshot: { subject: 'Weekly news' },
    },
  })
  await ctx.db.delivery.create({
    data: {
      account_id: ctx.account_id,
      mail_id: mail.id,
      subscriber_id: lin,
      state: 'sent',
      sent_at: new Date(NOW - 5 * DAY + HOUR),
    },
  })
  goTo(NOW)
  await change(
    Graph.parse({
      triggers: [{ id: 't', on: { type: 'tag_added', tag_id: lead } }],
      first: 's0',
      steps: emails.map((email_id, i) => action(`s${i}`, i < 2 ? `s${i + 1}` : null, { type: 'send_email', email_id })),
    }),
  )
  const { busiest, result, id: task_id } = await dryRun(account, id)
  expect(result.busy).toBe(1)
  expect(busiest).toEqual({ subscriber_id: lin, name: 'Lin', emails: 4, day: '2027-03-26' })
  const found = (filter: object) =>
    listSimulated(ctx, { id: task_id, busy: false, per_page: 10, include_total_count: false, ...filter }).then((page) =>
      page.rows().map(({ first_name }) => first_name),
    )
  expect(await found({})).toEqual(['Ada', 'Lin'])
  expect(await found({ busy: true })).toEqual(['Lin'])
  expect(await found({ search: 'ADA@' })).toEqual(['Ada'])
  await ctx.sql.run(
    `update subscriber set email_address = 'lin@münchen.example' where account_id = $1 and first_name = 'Lin'`,
  )
  expect(await found({ search: 'lin@xn--mnchen-3ya.example' })).toEqual(['Lin'])
  expect(await found({ state: 'waiting' })).toEqual([])
  expect((await compareSubscriber(ctx, { id: task_id, subscriber_id: lin })).got).toMatchObject([
    {
      kind: 'automation_email',
      subject: 'Weekly news',
      of: 'Welcome',
      is_own: false,
      sent_at: '2027-03-26T13:00:00Z',
    },
  ])
})

test('triggers whose past is not known say so, steps that cannot be done hold, and a segment of tags is derived', async () => {
  const { account, ctx, id, change, goTo } = await withDraft({})
  const [lead, gone] = [await tagOf(account, 'Lead'), await tagOf(account, 'Gone')]
  const segmentOf = async (name: string, all: object[]) =>
    (await ctx.db.segment.create({ data: { account_id: ctx.account_id, name, definition: { all } } })).id
  const by_tag = await segmentOf('Leads', [
    { type: 'tags', any: [{ type: 'ids', matching: [lead] }] },
    { type: 'subscriber_state', states: ['active'] },
  ])
  const by_place = await segmentOf('Near', [{ type: 'subscribed', last_days: 30 }])
  const [lin] = (await addNamed(account, ['Lin', 'Ada'])) as [number]
  goTo(NOW - 3 * DAY)
  await tagSubscribers(ctx, { pairs: [{ tag_id: lead, subscriber_id: lin }] })
  goTo(NOW)
  await change(
    Graph.parse({
      triggers: [
        { id: 't1', on: { type: 'segment_entered', segment_id: by_tag } },
        { id: 't2', on: { type: 'segment_entered', segment_id: by_place } },
        { id: 't3', on: { type: 'api_event', name: 'webinar.attended' } },
        { id: 't4', on: { type: 'link_clicked', url: null } },
      ],
      first: 'a',
      steps: [action('a', null, { type: 'add_tag', tag_id: gone })],
    }),
  )
  await deleteTag(ctx, { id: gone })
  const { result, knowledge } = await dryRun(account, id)
  expect(result).toMatchObject({ subscribers: 1, held: 1, triggers: { t1: { entered: 1 } } })
  expect(result.untold).toEqual({ t2: 0 })
  expect(knowledge.map(({ trigger_id, known }) => `${trigger_id} ${known}`)).toEqual(['t2 none'])
})

test('a value is set as the type of its field stores it', async () => {
  const { account, ctx, id, change, goTo } = await withDraft({})
  const lead = await tagOf(account, 'Lead')
  const level = (await createTypedField(ctx, { label: 'Level', type: 'choice', choices: ['Gold'] })).value
  const [lin = 0] = await addNamed(account, ['Lin'])
  goTo(NOW - DAY)
  await tagSubscribers(ctx, { pairs: [{ tag_id: lead, subscriber_id: lin }] })
  goTo(NOW)
  const isGold = { type: 'custom_field', subscriber_custom_field_id: level.id, value: 'Gold' }
  await change(
    Graph.parse({
      triggers: [{ id: 't', on: { type: 'tag_added', tag_id: lead } }],
      first: 'a',
      steps: [
        action('a', 'c', { type: 'set_field', custom_field_id: level.id, value: '{{ "gold" }}' }),
        { id: 'c', kind: 'condition', filter: { all: [isGold] }, yes: 'w', no: null },
        wait('w', 9 * 1440, null),
      ],
    }),
  )
  expect((await dryRun(account, id)).result).toMatchObject({ completed: 0, waiting: 1 })
})

test('canceling keeps what was found, and dry runs of other accounts do not exist', async () => {
  const { account, ctx, id } = await withDraft({})
  const [lin = 0] = await addNamed(account, ['Lin'])
  const { id: task_id } = await startDryRun(ctx, { id })
  await cancelTask(ctx, { id, task_id })
  await runTask(ctx, { id: task_id })
  expect(await findDryRun(ctx, { id })).toMatchObject({ state: 'canceled', result: { subscribers: 0 } })
  const { ctx: other } = await testAccount()
  const not_found = { code: 'not_found' }
  await expect(startDryRun(other, { id })).rejects.toMatchObject(not_found)
  await expect(startDryRun(ctx, { id, version: 7 })).rejects.toMatchObject(not_found)
  await expect(findDryRun(other, { id })).rejects.toMatchObject(not_found)
  await expect(cancelTask(other, { id, task_id })).rejects.toMatchObject(not_found)
  await expect(compareSubscriber(other, { id: task_id, subscriber_id: lin })).rejects.toMatchObject(not_found)
  await expect(previewDryRunEmail(other, { id: task_id, subscriber_id: lin, email_id: 1 })).rejects.toMatchObject(
    not_found,
  )
  const page = listSimulated(other, { id: task_id, busy: false, per_page: 10, include_total_count: false })
  await expect(page).rejects.toMatchObject(not_found)
})

import { clock } from '../../../core/clock.ts'
import type { Ctx } from '../../../core/context.ts'
import { configureOutbound } from '../../../core/outbound.ts'
import { write } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { deliver, sentMail } from '../../../testing/modules/ledger.ts'
import { pluginServer } from '../../../testing/servers/plugin-server.ts'
import { addToForms } from '../../forms/subscriptions/subscriptions.ts'
import { recordPurchase } from '../../purchases/record.ts'
import { PurchaseInput } from '../../purchases/schema.ts'
import { dueAt } from '../../sequences/sending/schedule.ts'
import { advanceDue } from '../../sequences/sending/sending.ts'
import { updateSubscriber, upsertSubscriber } from '../../subscribers/service.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { tagSubscribers, untagSubscribers } from '../../tags/tagging.ts'
import { noteEvents } from '../apps/events.ts'
import { enter } from '../entering/enter.ts'
import { moveRuns, retryHeld } from '../inspecting/actions.ts'
import { pauseAutomation, resumeAutomation } from '../publishing/lifecycle.ts'
import { migrateSubscribers } from '../publishing/migration.ts'
import { publishAutomation } from '../publishing/publish.ts'
import { removeRuns } from '../running/leave.ts'
import { getAutomation, saveAutomation } from '../service.ts'
import { hasExisting } from '../tasks/existing.ts'
import { Interpreter } from './interpreter.ts'
import { createObjects, type Ids, idOf, localize } from './localize.ts'
import {
  APP_EVENT,
  type AutomationChange,
  type Definition,
  instantOfChange,
  isRefused,
  isSubscriberChange,
  isTogether,
  LINKS,
  type Scenario,
  type SubscriberChange,
} from './scenario.ts'
import { look, nextDue, settle, settleTasks } from './settle.ts'
import { MINUTE } from './wall-clock.ts'
import { LOOK, latestLook, lookFor } from './watch.ts'

// Runs a scenario on the engine: the product's services and jobs on the database, with a clock that only the scenario moves.

export interface Driven {
  ctx: Ctx
  ids: Ids
  /** By index in the scenario. */
  subscribers: { id: number; email_address: string }[]
  /** An email with the scenario's links, sent to everyone. */
  mail: Awaited<ReturnType<typeof sentMail>>
}

/** Runs a scenario in its own account. */
export async function drive(scenario: Scenario): Promise<Driven> {
  const { now: before } = clock
  let now = scenario.start
  clock.now = () => new Date(now)
  await configureOutbound({ allow_networks: ['127.0.0.1'], allow_ports: 'any' })
  const app = await pluginServer(({ body }) =>
    isRefused(scenario, body.settings, now) ? { status: 422, body: { errors: ['Too early'] } } : { body: {} },
  )
  try {
    const driven = await begin(scenario, app.url)
    const dates = scenario.subscribers.map((_, i) => new Interpreter(scenario, i, UNGUIDED))
    const looks = JSON.stringify(scenario).match(/"(segment_entered|date_reached)"/) !== null
    // The next evaluation may have a result.
    let isChanged = true
    const nextLook = () => {
      if (!looks) return Number.POSITIVE_INFINITY
      const next_date = Math.min(...dates.map((interpreter) => interpreter.watch.nextDate()))
      return Math.min(isChanged ? latestLook(now) + LOOK : Number.POSITIVE_INFINITY, lookFor(next_date))
    }
    const skipTo = (at: number) => {
      now = at
      for (const interpreter of dates) interpreter.skipTo(at)
    }
    const stopAt = async (at: number) => {
      skipTo(at)
      if (looks && at % LOOK === 0) await look(driven.ctx)
      isChanged = await settle(driven.ctx)
    }
    const moveTo = async (at: number) => {
      for (;;) {
        const next = Math.min(nextLook(), (await nextDue(driven.ctx)) ?? Number.POSITIVE_INFINITY)
        if (next > at) break
        await stopAt(next)
      }
      if (looks && latestLook(at) > now) await stopAt(latestLook(at))
      skipTo(at)
      await settle(driven.ctx)
    }
    for (const [i, change] of scenario.changes.entries()) {
      const at = instantOfChange(scenario, i)
      const earlier = scenario.changes[i - 1]
      if (earlier && isTogether(earlier, change)) skipTo(at)
      else await moveTo(at)
      isChanged = true
      if (isSubscriberChange(change)) {
        await changeSubscriber(driven, change, i)
        dates[change.subscriber]?.change(change)
      } else {
        await changeAutomation(driven, change)
        for (const interpreter of dates) interpreter.operate(change)
      }
      if (!isTogether(change, scenario.changes[i + 1])) await settle(driven.ctx)
    }
    await moveTo(scenario.start + scenario.minutes * MINUTE)
    return driven
  } finally {
    clock.now = before
    await app.close()
    await configureOutbound()
  }
}

const UNGUIDED = { branch: () => undefined, line: () => undefined }

async function begin(scenario: Scenario, app_url: string): Promise<Driven> {
  const account = await testAccount()
  const { ctx } = account
  await ctx.db.account.updateMany({ data: { time_zone: scenario.zone } })
  const ids = await createObjects(account, { automations: scenario.automations.length, app_url })
  const subscribers: Driven['subscribers'] = []
  for (const [i, { zone, tags, fields }] of scenario.subscribers.entries()) {
    const email_address = `subscriber-${i}@example.net`
    const named = Object.fromEntries(Object.entries(fields).map(([field, value]) => [`field_${field}`, value]))
    const { id } = (await upsertSubscriber(ctx, { email_address, fields: named })).value
    if (zone) await ctx.db.subscriber.updateMany({ where: { id }, data: { time_zone: zone } })
    await tagSubscribers(ctx, { pairs: tags.map((tag) => ({ tag_id: idOf(ids, 'tag', tag), subscriber_id: id })) })
    subscribers.push({ id, email_address })
  }
  const mail = await sentMail(ctx, { urls: LINKS })
  for (const { id } of subscribers) await deliver(ctx, { mail_id: mail.mail_id, subscriber_id: id, sent_at: ctx.now() })
  const driven = { ctx, ids, subscribers, mail }
  // Last first, because automations start later ones.
  for (const [i, definition] of [...scenario.automations.entries()].reverse()) await publish(driven, i + 1, definition)
  return driven
}

async function publish({ ctx, ids }: Driven, number: number, { graph, reentry }: Definition, existing: string[] = []) {
  const id = idOf(ids, 'automation', number)
  const { revision, name } = await getAutomation(ctx, { id })
  const saved = await saveAutomation(ctx, { id, revision, name, reentry, graph: localize(graph, ids) })
  const mayExist = graph.triggers.filter(hasExisting)
  const enter_existing = existing.filter((trigger) => mayExist.some((one) => one.id === trigger))
  await publishAutomation(ctx, { id, revision: saved.revision, enter_existing })
}

async function changeSubscriber(driven: Driven, change: SubscriberChange, number: number): Promise<unknown> {
  const { ctx, ids, subscribers } = driven
  const subscriber = subscribers[change.subscriber]
  if (!subscriber) throw new Error('No such subscriber')
  const { id, email_address } = subscriber
  switch (change.what) {
    case 'tag':
      return tagSubscribers(ctx, { pairs: [{ tag_id: idOf(ids, 'tag', change.tag), subscriber_id: id }] })
    case 'untag':
      return untagSubscribers(ctx, { pairs: [{ tag_id: idOf(ids, 'tag', change.tag), subscriber_id: id }] })
    case 'field':
      return updateSubscriber(ctx, { id, fields: { [`field_${change.field}`]: change.value || null } })
    case 'form':
      return addToForms(ctx, { additions: [{ form_id: idOf(ids, 'form', change.form), subscriber_id: id }] })
    case 'purchase': {
      const products = [{ name: `Product ${change.product}`, pid: `p${change.product}`, lid: '1' }]
      return recordPurchase(ctx, PurchaseInput.parse({ email_address, transaction_id: `t${number}`, products }))
    }
    case 'event':
      return report(ctx, { name: change.name, subscriber_id: id })
    case 'app': {
      const object = String(idOf(ids, 'plugin', APP_EVENT))
      const data = change.course === null ? {} : { settings: { course: change.course } }
      return write(ctx, (tx) => noteEvents(tx, { type: 'app_event', object, events: [{ subscriber_id: id }], data }))
    }
    case 'click':
      return click(driven, { subscriber_id: id, ...change })
    case 'finish':
      return finish(ctx, { sequence_id: idOf(ids, 'sequence', change.sequence), subscriber_id: id })
    case 'unsubscribe':
      return changeState(ctx, { ids: [id], transition: 'unsubscribe', cause: 'unsubscribe_link' })
    default:
      return changeState(ctx, { ids: [id], transition: change.what, cause: 'dashboard' })
  }
}

/** Stores a click as tracking does after classifying it. */
async function click(
  { ctx, mail: { mail_id, links } }: Driven,
  { subscriber_id, link, is_machine }: { subscriber_id: number; link: number; is_machine: boolean },
): Promise<void> {
  const { account_id } = ctx
  const { id: delivery_id } = await ctx.db.delivery.findFirstOrThrow({ where: { mail_id, subscriber_id } })
  const link_id = links.get(LINKS[link - 1] ?? '') ?? null
  const event = { account_id, mail_id, subscriber_id, delivery_id, link_id, is_machine, occurred_at: ctx.now() }
  await ctx.db.engagement.create({ data: { ...event, kind: 'click' } })
}

/** Advances to the time of the last email. */
async function finish(
  ctx: Ctx,
  { sequence_id, subscriber_id }: { sequence_id: number; subscriber_id: number },
): Promise<void> {
  const isActive = { subscriber: { state: 'active' as const } }
  const where = { sequence_id, subscriber_id, state: 'active' as const, ...isActive }
  const { count } = await ctx.db.enrollment.updateMany({ where, data: { next_at: ctx.now() } })
  if (count > 0) await advanceDue(ctx, sequence_id, dueAt)
}

function report(ctx: Ctx, { name, subscriber_id }: { name: string; subscriber_id: number }): Promise<unknown> {
  return ctx.sql.run(
    `insert into automation_event (account_id, type, object, subscriber_id, at)
     select $1, 'api_event', $2, $3, $4 where exists (
       select from automation_listener l where l.account_id = $1 and l.type = 'api_event' and l.object = $2)`,
    [name, subscriber_id, ctx.now()],
  )
}

async function changeAutomation(driven: Driven, change: AutomationChange) {
  const { ctx, ids, subscribers } = driven
  const id = idOf(ids, 'automation', change.automation)
  switch (change.what) {
    case 'pause':
      return pauseAutomation(ctx, { id })
    case 'resume':
      return resumeAutomation(ctx, { id })
    case 'publish':
      return publish(driven, change.automation, change.definition, change.existing)
    case 'migrate':
      return migrate(ctx, { id, missing: change.missing })
    case 'add': {
      const subscriber_id = subscribers[change.subscriber]?.id ?? 0
      const entries = [{ subscriber_id, trigger_id: null, data: {} }]
      return write(ctx, (tx) => enter(tx, { automation_id: id, entries }))
    }
    case 'remove': {
      const run_ids = (await openRuns(driven, change)).map(({ run_id }) => run_id)
      return write(ctx, (tx) => removeRuns(tx, { automation_id: id, run_ids, reason: 'removed' }))
    }
    case 'move': {
      for (const { run_id, steps } of await openRuns(driven, change))
        await moveRuns(ctx, { id, run_ids: [run_id], step_id: steps[change.place % steps.length] ?? '' })
      return
    }
    case 'retry': {
      const run_ids = (await openRuns(driven, change)).map(({ run_id }) => run_id)
      return retryHeld(ctx, { id, run_ids })
    }
  }
}

/** With the steps of their version. */
const openRuns = (
  { ctx, ids, subscribers }: Driven,
  { automation, subscriber }: { automation: number; subscriber: number },
): Promise<{ run_id: number; steps: string[] }[]> =>
  ctx.sql.rows(
    `select r.id as run_id, array(select x ->> 'id' from jsonb_array_elements(v.graph -> 'steps') with ordinality s(x, n) order by n) as steps
     from automation_run r join automation_version v
       on v.account_id = r.account_id and v.automation_id = r.automation_id and v.version = r.version
     where r.account_id = $1 and r.automation_id = $2 and r.subscriber_id = $3 and r.ended_at is null order by r.id`,
    [idOf(ids, 'automation', automation), subscribers[subscriber]?.id ?? 0],
  )

/** Moves everyone from older versions. */
async function migrate(ctx: Ctx, { id, missing }: { id: number; missing: 'first' | null }): Promise<void> {
  const versions = await ctx.sql.rows<{ version: number; graph: { first: string | null; steps: { id: string }[] } }>(
    'select version, graph from automation_version where account_id = $1 and automation_id = $2 order by version',
    [id],
  )
  const current = versions.at(-1)
  if (!current) throw new Error('Never published')
  const known = new Set(current.graph.steps.map((step) => step.id))
  for (const { version, graph } of versions.slice(0, -1)) {
    const gone = graph.steps.filter((step) => !known.has(step.id))
    const to = Object.fromEntries(gone.map((step) => [step.id, missing && current.graph.first]))
    await migrateSubscribers(ctx, { id, from_version: version, to })
    await settleTasks(ctx)
  }
}

import type { Tx } from '../../core/write/write.ts'
import { adoptTemplate, previewAdoption } from '../../modules/automation-templates/adopting/adopt.ts'
import { createEmail, saveEmail } from '../../modules/automations/emails/drafts.ts'
import type { Graph } from '../../modules/automations/graph-schema.ts'
import { removeFromAutomation } from '../../modules/automations/inspecting/actions.ts'
import { pauseAutomation } from '../../modules/automations/publishing/lifecycle.ts'
import { publishAutomation } from '../../modules/automations/publishing/publish.ts'
import { createAutomation, getAutomation, saveAutomation } from '../../modules/automations/service.ts'
import { createTag, deleteTag } from '../../modules/tags/service.ts'
import { tagSubscribers } from '../../modules/tags/tagging.ts'
import { quietly, runDays, sendQueued } from '../history/automation-runs.ts'
import {
  GUESTS,
  guestsGraph,
  type IdOf,
  ORDER,
  ORDER_EMAILS,
  orderGraph,
  type SampleAutomation,
  TELL,
  tellGraph,
  WORKSHOP,
  WORKSHOP_EMAILS,
  workshopGraph,
} from './sample-automations.ts'
import type { SampleEmail } from './sample-emails.ts'

const DAY_MS = 86_400_000

/** Adds automations and rules with a history of weeks: subscribers are waiting, held, completed or left, and have opened emails. */
export async function addAutomations(tx: Tx, { user_id, random_seed }: { user_id: number; random_seed: number }) {
  const tags = new Map(
    (await tx.db.tag.findMany({ select: { id: true, name: true } })).map((tag) => [tag.name, tag.id]),
  )
  const idOf: IdOf = (name) => tags.get(name) ?? 0
  await addWorkshop(tx, { idOf, random_seed })
  await addOrders(tx, { idOf, random_seed })
  await addRules(tx, { idOf, user_id })
  // Members must not get emails now about events of those days.
  await tx.db.serviceMail.deleteMany({ where: { account_id: tx.account_id } })
  const { plan_key } = await previewAdoption(tx, { template: 'purchase' })
  await adoptTemplate(tx, { template: 'purchase', plan_key })
}

interface Content {
  idOf: IdOf
  random_seed: number
}

/** Adds an automation with two versions: some subscribers wait in the first, at a step that the second does not have. */
async function addWorkshop(tx: Tx, { idOf, random_seed }: Content): Promise<void> {
  const [begins, changes] = [daysAgo(tx, 45), daysAgo(tx, 18)]
  const { id, emails, appeals } = await create(tx, WORKSHOP, { at: begins, emails: WORKSHOP_EMAILS })
  const entering = { id, trigger_id: 'wheel', tag_id: idOf('Workshop: wheel throwing') }
  await publish(quietly(tx, begins), id, workshopGraph(1, idOf, emails))
  await runDays(tx, { ...entering, from: begins, to: daysAgo(tx, 24) })
  await book(quietly(tx, daysAgo(tx, 24)), id, idOf('Workshop: glazing'))
  await runDays(tx, { ...entering, from: daysAgo(tx, 24), to: changes })
  await publish(quietly(tx, changes), id, workshopGraph(2, idOf, emails))
  await runDays(tx, { ...entering, from: changes, to: daysAgo(tx, 5) })
  await book(quietly(tx, daysAgo(tx, 5)), id, idOf('Workshop: glazing'))
  await runDays(tx, { ...entering, from: daysAgo(tx, 5), to: tx.now() })
  await removeSome(quietly(tx, daysAgo(tx, 2)), id)
  await sendQueued(tx, { automation_id: id, random_seed, appeals })
}

/** Adds an automation whose tag was deleted after publication, so VIPs are held. Its draft has changes. */
async function addOrders(tx: Tx, { idOf, random_seed }: Content): Promise<void> {
  const begins = daysAgo(tx, 32)
  const { id, emails, appeals } = await create(tx, ORDER, { at: begins, emails: ORDER_EMAILS })
  const preview = (await createTag(quietly(tx, begins), { name: 'Kiln preview' })).value
  const knownIdOf: IdOf = (name) => (name === 'Kiln preview' ? preview.id : idOf(name))
  const entering = { id, trigger_id: 'shop', tag_id: idOf('Shop customer') }
  await publish(quietly(tx, begins), id, orderGraph('published', knownIdOf, emails))
  await runDays(tx, { ...entering, from: begins, to: daysAgo(tx, 12) })
  await deleteTag(quietly(tx, daysAgo(tx, 12)), { id: preview.id })
  await runDays(tx, { ...entering, from: daysAgo(tx, 12), to: tx.now() })
  await sendQueued(tx, { automation_id: id, random_seed, appeals })
  const { revision, name, reentry } = await getAutomation(tx, { id })
  await saveAutomation(tx, { id, revision, name, reentry, graph: orderGraph('draft', knownIdOf, emails) })
}

/** Adds two rules, one on and one off. */
async function addRules(tx: Tx, { idOf, user_id }: { idOf: IdOf; user_id: number }): Promise<void> {
  const begins = daysAgo(tx, 14)
  const { id } = await create(tx, GUESTS, { at: begins, emails: {} })
  await publish(quietly(tx, begins), id, guestsGraph(idOf))
  await runDays(tx, { id, trigger_id: 'guest', tag_id: idOf('Open studio night'), from: begins, to: tx.now() })
  const { id: off } = await create(tx, TELL, { at: begins, emails: {} })
  await publish(quietly(tx, begins), off, tellGraph(user_id))
  await pauseAutomation(quietly(tx, daysAgo(tx, 9)), { id: off })
}

const daysAgo = (tx: Tx, days: number) => new Date(+tx.now() - days * DAY_MS)

async function create<Emails extends Record<string, SampleEmail>>(
  tx: Tx,
  { name, kind, reentry }: SampleAutomation,
  { at, emails }: { at: Date; emails: Emails },
): Promise<{ id: number; emails: Record<keyof Emails, number>; appeals: Map<number, number> }> {
  const earlier_tx = quietly(tx, at)
  const { id } = await createAutomation(earlier_tx, { name, kind })
  await earlier_tx.db.automation.updateMany({ where: { id }, data: { reentry } })
  const ids: Record<string, number> = {}
  const appeals = new Map<number, number>()
  for (const [key, { appeal = 1, ...content }] of Object.entries(emails)) {
    const { id: email_id } = await createEmail(earlier_tx, { automation_id: id })
    await saveEmail(earlier_tx, { id: email_id, ...content })
    ids[key] = email_id
    appeals.set(email_id, appeal)
  }
  return { id, emails: ids as Record<keyof Emails, number>, appeals }
}

async function publish(tx: Tx, id: number, graph: Graph): Promise<void> {
  const { revision, name, reentry } = await getAutomation(tx, { id })
  const saved = await saveAutomation(tx, { id, revision, name, reentry, graph })
  await publishAutomation(tx, { id, revision: saved.revision, enter_existing: [] })
}

/** Books the glazing evening for every fourth subscriber who waits for it. */
async function book(tx: Tx, automation_id: number, tag_id: number): Promise<void> {
  const waiting = await tx.sql.rows<{ subscriber_id: number }>(
    `select subscriber_id from automation_run where account_id = $1 and automation_id = $2 and state = 'waiting'
       and step_id in ('booked', 'soon') order by id`,
    [automation_id],
  )
  const pairs = waiting.filter((_, at) => at % 4 === 1).map(({ subscriber_id }) => ({ tag_id, subscriber_id }))
  await tagSubscribers(tx, { pairs })
}

async function removeSome(tx: Tx, id: number): Promise<void> {
  const found = await tx.sql.rows<{ id: number }>(
    `select id from automation_run where account_id = $1 and automation_id = $2 and state = 'waiting' order by id desc limit 2`,
    [id],
  )
  await removeFromAutomation(tx, { id, run_ids: found.map((run) => run.id) })
}

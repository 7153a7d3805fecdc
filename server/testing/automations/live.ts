import { write } from '../../core/write/write.ts'
import { replaceListeners } from '../../modules/automations/entering/listeners.ts'
import { matchEvents } from '../../modules/automations/entering/match.ts'
import { Graph, type Reentry, type Step } from '../../modules/automations/graph-schema.ts'
import { upsertSubscriber } from '../../modules/subscribers/service.ts'
import type { TestAccount } from '../account.ts'

type GraphInput = Parameters<typeof Graph.parse>[0]

/** Creates a published automation that is live. */
export async function liveAutomation(
  { ctx, account_id }: TestAccount,
  given: { triggers?: object[]; steps?: object[]; first?: string | null },
  { reentry = 'never' }: { reentry?: Reentry } = {},
): Promise<{ id: number; graph: Graph; publish: (graph: object) => Promise<number> }> {
  const graph = Graph.parse({ first: firstOf(given.steps), ...given } as GraphInput)
  const { id } = await ctx.db.automation.create({ data: { account_id, name: 'Welcome', state: 'live', reentry } })
  let version = 0
  const publish = (next: object) =>
    write(ctx, async (tx) => {
      version++
      const parsed = Graph.parse({ first: firstOf((next as { steps?: object[] }).steps), ...next })
      const data = { account_id, automation_id: id, version, graph: parsed as object, reentry, published_at: tx.now() }
      await tx.db.automationVersion.create({ data })
      await tx.db.automation.updateMany({ where: { id }, data: { version } })
      await replaceListeners(tx, { automation_id: id, version, graph: parsed })
      return version
    })
  await publish(graph)
  return { id, graph, publish }
}

const firstOf = (steps: object[] = []): string | null => (steps[0] as Step | undefined)?.id ?? null

/** Adds subscribers with these names. */
export async function addNamed({ ctx }: TestAccount, names: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) {
    const email_address = `${name.toLowerCase()}@example.net`
    ids.push((await upsertSubscriber(ctx, { email_address, first_name: name })).value.id)
  }
  return ids
}

export interface StoredRun {
  id: number
  subscriber_id: number
  version: number
  state: string
  step_id: string | null
  due_at: Date | null
  arrived_at: Date
  attempts: number
  problem: string | null
  trigger_id: string | null
  reason: string | null
}

/** Matches the events, then returns every run in the order of entering. */
export async function runsOf({ ctx }: TestAccount, automation_id: number): Promise<StoredRun[]> {
  await matchEvents(ctx, { work_ms: 10_000 })
  return ctx.sql.rows<StoredRun>(
    `select id, subscriber_id, version, state, step_id, due_at, arrived_at, attempts, problem, trigger_id, reason
     from automation_run where account_id = $1 and automation_id = $2 order by id`,
    [automation_id],
  )
}

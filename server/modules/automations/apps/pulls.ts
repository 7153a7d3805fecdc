import { randomUUID } from 'node:crypto'
import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import { write } from '../../../core/write/write.ts'
import { readAnswer } from '../../plugins/app-call.ts'
import { findPlugin, settingsFor } from '../../plugins/service.ts'
import { SettingValues } from '../../plugins/settings-schema.ts'
import { isLive } from '../running/claim.ts'
import { type PulledPage, recordPage } from './pulled-events.ts'
import { PulledAnswer } from './pulled-schema.ts'
import { callNode, refusalOf } from './signed-call.ts'
import { ARE_CALLED } from './switched-off.ts'

// Pulls events of apps (contract 10.7). Each event node of a published automation has a row with its cursor. A process claims a page,
// requests it outside of a transaction, and records it in the transaction that advances the cursor. If the process dies, another requests
// the page again.

export const PULL_EVERY_MS = 5 * 60_000
/** Longer than a request with a token refresh. */
const CLAIM_MS = 90_000
/** Requests at the same time, in all and per plugin: a slow app must not delay others. */
const PARALLEL = 8
const PARALLEL_PER_PLUGIN = 2
/** Pages in a row before the node waits for its next turn. */
const PAGES = 100
/** Maximum wait after failures. */
const MAX_MS = 6 * 3_600_000
/** Nodes per statement. */
const POSTPONED = 1_000

/** A node, and the claim of the process that pulls it. */
interface Claimed {
  account_id: number
  automation_id: number
  step_id: string
  plugin_id: number
  settings_key: string
  settings: Record<string, unknown>
  cursor: string | null
  since: Date
  claim: string
}

/** Pulls due nodes of all accounts for about `budget_ms`. Returns whether more may be due. */
export async function pullEvents({ now, budget_ms }: { now: () => Date; budget_ms: number }): Promise<boolean> {
  const ends_at = performance.now() + budget_ms
  if ((await postpone(now())) === POSTPONED) return true
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  let isEmpty = false
  let hasBegun = false
  for (;;) {
    // Claim at least once, so progress never stops.
    const isOpen = failures.length === 0 && (!hasBegun || performance.now() < ends_at)
    const nodes = isOpen ? await claimNodes(now(), PARALLEL - running.size) : []
    hasBegun = true
    isEmpty = isOpen && nodes.length === 0
    for (const node of nodes) {
      const pulled: Promise<void> = pullNode(systemCtx(node.account_id), node)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(pulled))
      running.add(pulled)
    }
    if (running.size > 0) await Promise.race(running)
    else if (failures.length > 0) throw failures[0]
    else return !isEmpty
  }
}

/**
 * Postpones nodes whose app is not installed, whose automation is not live, whose version is empty, or whose account is about to be
 * deleted. Returns their number.
 */
async function postpone(now: Date): Promise<number> {
  const { rowCount } = await systemPool().query(
    `with put_off as (
       select d.account_id, d.automation_id, d.step_id, d.plugin_id, d.settings_key
       from automation_pull d
         join automation a on a.account_id = d.account_id and a.id = d.automation_id
         join app_plugin g on g.id = d.plugin_id
         join account c on c.id = d.account_id
       where d.next_at <= $1 and not (
         ${isLive('a', 'c')}
         and exists (select from installation i
           where i.account_id = d.account_id and i.app_id = g.app_id and i.state = 'installed')
         and exists (select from automation_listener l
           where l.account_id = d.account_id and l.automation_id = d.automation_id and l.type = 'app_event'
             and l.object = d.plugin_id::text and l.step_id = d.step_id and l.detail -> 'settings' = d.settings
             and (l.version = a.version or exists (select from automation_run r
               where r.account_id = l.account_id and r.automation_id = l.automation_id and r.version = l.version
                 and r.state in ('held', 'ready', 'waiting')))))
       order by d.account_id, d.automation_id, d.step_id limit ${POSTPONED} for update of d skip locked
     )
     update automation_pull p set next_at = $2 from put_off d
     where p.account_id = d.account_id and p.automation_id = d.automation_id and p.step_id = d.step_id
       and p.plugin_id = d.plugin_id and p.settings_key = d.settings_key`,
    [now, new Date(+now + PULL_EVERY_MS)],
  )
  return rowCount ?? 0
}

async function claimNodes(now: Date, most: number): Promise<Claimed[]> {
  if (most <= 0) return []
  const { rows } = await systemPool().query<Claimed>(
    `with due as materialized (
       select d.account_id, d.automation_id, d.step_id, d.plugin_id, d.settings_key
       from app_plugin g join app r on r.id = g.app_id and r.calls_paused_at is null, lateral (
         select n.* from automation_pull n where n.plugin_id = g.id and n.next_at <= $1 order by n.next_at
         limit greatest(0, ${PARALLEL_PER_PLUGIN} - (
           select count(*) from automation_pull b where b.plugin_id = g.id and b.claim is not null and b.next_at > $1))
         for update skip locked
       ) d
       where g.kind = 'automation_event' and ${ARE_CALLED}
       order by d.next_at limit $3
     )
     update automation_pull p set claim = $4, next_at = $2 from due
     where p.account_id = due.account_id and p.automation_id = due.automation_id and p.step_id = due.step_id
       and p.plugin_id = due.plugin_id and p.settings_key = due.settings_key
     returning p.account_id, p.automation_id, p.step_id, p.plugin_id, p.settings_key, p.settings, p.cursor, p.since, p.claim`,
    [now, new Date(+now + CLAIM_MS), most, randomUUID()],
  )
  return rows
}

type Result = PulledPage | { problem: string }

async function pullNode(ctx: Ctx, node: Claimed): Promise<void> {
  const result = await request(ctx, node)
  await write(ctx, async (tx) => {
    const held = await tx.sql.one<{ pages: number; failures: number }>(`${HELD} for update`, keyOf(node))
    // Another process has claimed the node, or it is no longer pulled.
    if (!held) return
    if ('problem' in result) {
      const wait_ms = Math.min(MAX_MS, PULL_EVERY_MS * 2 ** held.failures)
      await tx.sql.run(
        `update automation_pull p set claim = null, next_at = $7, failures = failures + 1, problem = $8, pages = 0 where ${NODE}`,
        [...keyOf(node), new Date(+tx.now() + wait_ms), result.problem],
      )
      return
    }
    const counts = await recordPage(tx, node, result)
    const hasMore = result.has_next_page && held.pages + 1 < PAGES
    await tx.sql.run(
      `update automation_pull p set claim = null, next_at = $7, failures = 0, problem = null, pages = $8, pulled_at = $9,
         cursor = coalesce($10, cursor), recorded = recorded + $11, unknown = unknown + $12 where ${NODE}`,
      [
        ...keyOf(node),
        hasMore ? tx.now() : new Date(+tx.now() + PULL_EVERY_MS),
        hasMore ? held.pages + 1 : 0,
        tx.now(),
        result.end_cursor,
        counts.recorded,
        counts.unknown,
      ],
    )
  })
}

const NODE = `p.account_id = $1 and p.automation_id = $2 and p.step_id = $3 and p.plugin_id = $4 and p.settings_key = $5
  and p.claim = $6::uuid`
const HELD = `select p.pages, p.failures from automation_pull p where ${NODE}`
const keyOf = ({ automation_id, step_id, plugin_id, settings_key, claim }: Claimed) => [
  automation_id,
  step_id,
  plugin_id,
  settings_key,
  claim,
]

/** Requests the page after the node's cursor. */
async function request(ctx: Ctx, node: Claimed): Promise<Result> {
  const { plugin_id, settings, cursor, since, automation_id, step_id } = node
  try {
    const plugin = await findPlugin(ctx, { plugin_id, kind: 'automation_event' })
    const answer = await callNode(ctx, plugin, {
      body: {
        settings: settingsFor(plugin, SettingValues.parse(settings)),
        after: cursor,
        since: since.toISOString(),
        automation_id,
        node_id: step_id,
      },
    })
    if (answer.status === 204) return { subscribers: [], has_next_page: false, end_cursor: null }
    if (answer.status < 200 || answer.status > 299) return { problem: refusalOf(plugin, answer) }
    const { subscribers, pagination } = readAnswer(plugin, answer, PulledAnswer)
    const { has_next_page, end_cursor } = pagination
    if (has_next_page && (end_cursor === null || end_cursor === cursor))
      return { problem: `${plugin.app_name} says that there is more, without a new end_cursor.` }
    return { subscribers, has_next_page, end_cursor }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { problem: `${error.messages.join('. ').replace(/\.$/, '')}.` }
  }
}

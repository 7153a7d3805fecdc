import type { Ctx } from '../../../core/context.ts'
import { exitsOf } from '../flow-schema.ts'
import { type Action, Graph, type Reentry, type Trigger } from '../graph-schema.ts'
import type { Problem } from '../schema.ts'
import { reachedFrom, waits } from './shape.ts'

// Finds automations that start each other without a wait. Follows effects on a subscriber as far as graphs show them.

export interface Linked {
  id: number
  name: string
  reentry: Reentry
  graph: Graph
}

/** Actions of an automation before the first wait. Null: completion. */
interface Soon {
  step_id: string | null
  action: Action | null
}

interface Node extends Linked {
  soon: Soon[]
}

interface Link extends Soon {
  from: Node
  to: Node
}

function nodeOf(automation: Linked): Node {
  const steps = new Map(automation.graph.steps.map((step) => [step.id, step]))
  const reached = reachedFrom([automation.graph.first], steps, (step) => !waits(step))
  const soon = automation.graph.steps.filter((step) => reached.has(step.id) && !waits(step))
  const completes = soon.some((step) => step.kind === 'end' || exitsOf(step).some(({ next }) => next === null))
  const acts = soon.flatMap((step) => (step.kind === 'action' ? { step_id: step.id, action: step.action } : []))
  return { ...automation, soon: [...acts, ...(completes ? [{ step_id: null, action: null }] : [])] }
}

function linksOf(from: Node, nodes: readonly Node[]): Link[] {
  return from.soon.flatMap((one) => nodes.flatMap((to) => (starts(from, one, to) ? { from, to, ...one } : [])))
}

function starts(from: Node, { action }: Soon, to: Node): boolean {
  if (action?.type === 'start_automation') return action.automation_id === to.id && from.id !== to.id
  return to.graph.triggers.some(({ on }) => triggers(from, action, on))
}

function triggers(from: Node, action: Action | null, on: Trigger['on']): boolean {
  switch (action?.type) {
    case undefined:
      return on.type === 'automation_completed' && on.automation_id === from.id
    case 'add_tag':
      return on.type === 'tag_added' && on.tag_id === action.tag_id
    case 'remove_tag':
      return on.type === 'tag_removed' && on.tag_id === action.tag_id
    case 'set_field':
      return (
        on.type === 'field_changed' &&
        on.custom_field_id === action.custom_field_id &&
        (on.value === null || on.value === action.value || isLiquid(action.value))
      )
    default:
      return false
  }
}

const isLiquid = (value: string) => /\{[{%]/.test(value)

/** Returns whether the action of a link has an effect on every round: a tag can be added again only after it was removed. */
function repeats({ action }: Link, around: readonly Action[]): boolean {
  switch (action?.type) {
    case 'add_tag':
      return around.some((other) => other.type === 'remove_tag' && other.tag_id === action.tag_id)
    case 'remove_tag':
      return around.some((other) => other.type === 'add_tag' && other.tag_id === action.tag_id)
    case 'set_field':
      return (
        isLiquid(action.value) ||
        around.some(
          (other) =>
            other.type === 'set_field' &&
            other.custom_field_id === action.custom_field_id &&
            other.value !== action.value,
        )
      )
    default:
      return true
  }
}

/** Returns the nodes linked from or to one, depending on `way`. */
function follow(id: number, links: readonly Link[], way: (link: Link) => [Node, Node]): Set<number> {
  const found = new Set<number>()
  const open = [id]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const link of links) {
      const [from, to] = way(link)
      if (from.id !== at || found.has(to.id)) continue
      found.add(to.id)
      open.push(to.id)
    }
  return found
}

/** Returns a remark at each step of a draft from which other automations, or itself, lead back to it without a wait. */
export function cycleProblems(draft: Linked, others: readonly Linked[]): Problem[] {
  if (draft.reentry === 'never') return []
  const nodes = [draft, ...others.filter(({ reentry }) => reentry !== 'never')].map(nodeOf)
  let links = nodes.flatMap((node) => linksOf(node, nodes))
  for (let count = -1; count !== links.length; ) {
    count = links.length
    const ahead = follow(draft.id, links, ({ from, to }) => [from, to])
    const behind = follow(draft.id, links, ({ from, to }) => [to, from])
    const around = (id: number) => ahead.has(id) && behind.has(id)
    const actions = nodes.flatMap((node) => (around(node.id) ? node.soon.flatMap(({ action }) => action ?? []) : []))
    links = links.filter((link) => around(link.from.id) && around(link.to.id) && repeats(link, actions))
  }
  const own = new Map<string | null, Link>()
  for (const link of links) if (link.from.id === draft.id) own.set(link.step_id, link)
  return [...own.values()].map(({ step_id, to }) => ({
    step_id,
    trigger_id: null,
    code: 'starts_each_other',
    message: `${step_id === null ? 'Completing this automation' : 'This step'} lets subscribers enter ${to.id === draft.id ? 'it again' : `“${to.name}”, which leads back here`} without a wait. They would be stopped after entering 100 times within an hour. Add a wait of at least a minute, or remove a trigger.`,
    blocks: false,
  }))
}

const MOST = 500

/** Finds cycles of a draft with the live automations. */
export async function findCycles(ctx: Ctx, draft: Linked): Promise<Problem[]> {
  if (draft.reentry === 'never') return []
  const rows = await ctx.sql.rows<Omit<Linked, 'graph'> & { graph: unknown }>(
    `select a.id, a.name, v.reentry, v.graph from automation a
       join automation_version v on v.account_id = a.account_id and v.automation_id = a.id and v.version = a.version
     where a.account_id = $1 and a.id <> $2 and a.state = 'live' and a.deleted_at is null and v.reentry <> 'never'
     order by a.id desc limit ${MOST}`,
    [draft.id],
  )
  return cycleProblems(
    draft,
    rows.map(({ graph, ...row }) => ({ ...row, graph: Graph.parse(graph) })),
  )
}

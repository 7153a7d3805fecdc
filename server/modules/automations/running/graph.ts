import type { Ctx } from '../../../core/context.ts'
import { exitsOf } from '../flow-schema.ts'
import { Graph, type Step } from '../graph-schema.ts'

/** A published version, prepared for moving runs. */
export interface RunningGraph {
  graph: Graph
  steps: ReadonlyMap<string, Step>
}

const prepare = (graph: Graph): RunningGraph => ({ graph, steps: new Map(graph.steps.map((step) => [step.id, step])) })

/** Returns versions by number. Missing versions are omitted. */
export async function loadVersions(
  ctx: Ctx,
  { automation_id, versions }: { automation_id: number; versions: readonly number[] },
): Promise<Map<number, RunningGraph>> {
  const rows = await ctx.db.automationVersion.findMany({
    where: { automation_id, version: { in: [...new Set(versions)] } },
    select: { version: true, graph: true },
  })
  return new Map(rows.map(({ version, graph }) => [version, prepare(Graph.parse(graph))]))
}

/** Returns the steps before a goal. */
export function stepsAbove({ graph }: Pick<RunningGraph, 'graph'>, goal: string): string[] {
  const before = new Map<string, string[]>()
  for (const step of graph.steps)
    for (const { next } of exitsOf(step)) if (next) before.set(next, [...(before.get(next) ?? []), step.id])
  const above = new Set<string>()
  const open = [goal]
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const earlier of before.get(id) ?? [])
      if (earlier !== goal && !above.has(earlier)) {
        above.add(earlier)
        open.push(earlier)
      }
  return [...above]
}

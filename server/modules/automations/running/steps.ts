import type { Tx } from '../../../core/write/write.ts'
import { applyAction } from '../effects/effect.ts'
import { behind } from '../flow-schema.ts'
import type { Action, Step } from '../graph-schema.ts'
import type { RunningAutomation } from './claim.ts'
import { decide } from './decide.ts'
import type { Movement, MovingRun } from './moving.ts'
import { endOfWait, exitOver, type Waiting } from './wait.ts'

/** Maximum number of runs per statement of an action. */
const RUNS_PER_EFFECT = 1_000

interface AtStep {
  automation: RunningAutomation
  movement: Movement
  version: number
  step: Step
  runs: readonly MovingRun[]
}

/** Does one step for runs of one version. Each run passes, waits, is held or ends. */
export async function doStep(tx: Tx, { automation, movement, version, step, runs: given }: AtStep): Promise<void> {
  const runs = thoseWhoStay(given, movement)
  const pass = (run: MovingRun, exit: string, data?: Record<string, unknown>) =>
    movement.pass(run, { exit, next: behind(step, exit), ...(data ? { data } : {}) })
  // Skip runs whose exit an event or app has decided.
  const open = runs.filter(({ exit }) => exit === null)
  for (const run of runs) if (run.exit !== null) pass(run, run.exit, run.evidence ?? {})
  if (open.length === 0) return
  switch (step.kind) {
    case 'end':
      for (const run of open) movement.complete(run)
      return
    case 'goal':
      for (const run of open) pass(run, 'next')
      return
    case 'wait':
    case 'wait_for_event':
      for (const run of open) waitAt(run, { automation, movement, step })
      return
    case 'action':
      for (const round of roundsOf(open)) {
        const acting = thoseWhoStay(round, movement)
        for (let at = 0; at < acting.length; at += RUNS_PER_EFFECT)
          await act(
            tx,
            { automation, movement, version, step, runs: acting.slice(at, at + RUNS_PER_EFFECT) },
            step.action,
          )
      }
      return
    default: {
      const decisionOf = await decide(tx, step, open)
      for (const run of open) {
        const { exit, data } = decisionOf(run)
        pass(run, exit, data)
      }
    }
  }
}

/** Ends runs whose subscriber another run of the set unsubscribed. Returns the others. */
const thoseWhoStay = (runs: readonly MovingRun[], movement: Movement): MovingRun[] =>
  runs.filter((run) => {
    if (!movement.unsubscribed.has(run.subscriber_id)) return true
    movement.leave(run, 'unsubscribed')
    return false
  })

/** Groups runs into rounds with each subscriber at most once, so a subscriber's next run sees the effects of the previous one. */
function roundsOf(runs: readonly MovingRun[]): MovingRun[][] {
  const rounds: MovingRun[][] = []
  const seen = new Map<number, number>()
  for (const run of runs) {
    const number = seen.get(run.subscriber_id) ?? 0
    seen.set(run.subscriber_id, number + 1)
    const round = rounds[number]
    if (round) round.push(run)
    else rounds.push([run])
  }
  return rounds
}

/** Starts a wait, or ends a finished one. Remaining time does not pass while the automation is paused. */
function waitAt(
  run: MovingRun,
  { automation, movement, step }: { automation: RunningAutomation; movement: Movement; step: Waiting },
): void {
  const { pauses, time_zone: account_zone } = automation
  const end = endOfWait(step, { at: run.arrived_at, account_zone, subscriber_zone: run.time_zone, pauses })
  if (end === null || end > movement.now) movement.wait(run, end, { is_traced: run.state === 'ready' })
  else movement.pass(run, { exit: exitOver(step), next: behind(step, exitOver(step)) })
}

async function act(tx: Tx, { automation, movement, version, step, runs }: AtStep, action: Action): Promise<void> {
  const set = { automation_id: automation.id, version, step_id: step.id, runs }
  const outcomes = await applyAction(tx, set, action)
  for (const run of runs) {
    const outcome = outcomes.get(run.run_id)
    if (outcome && 'is_later' in outcome) {
      movement.is_cut = true
      continue
    }
    if (outcome && !outcome.passed) movement.hold(run, outcome)
    // A job makes the call and ends the wait, so no transaction waits for an app.
    else if (action.type === 'app_action') movement.wait(run, null)
    else
      movement.pass(run, { exit: 'next', next: behind(step, 'next'), ...(outcome?.data ? { data: outcome.data } : {}) })
    // The remaining steps need an active subscriber.
    if (action.type !== 'unsubscribe' || run.state === 'held') continue
    movement.unsubscribed.add(run.subscriber_id)
    if (run.state === 'ready') movement.leave(run, 'unsubscribed')
  }
}

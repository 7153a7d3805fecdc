import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { BigId, Id, storable } from '../../core/wire.ts'
import { StepId } from './graph-schema.ts'
import { AutomationKey, type AutomationState } from './schema.ts'
import { RUN_FILTERS } from './values-schema.ts'

const Day = z.iso.date('must be a date such as 2027-03-01')

/** Days in the account's time zone, inclusive. */
export const CountRange = AutomationKey.extend({ from: Day.optional(), to: Day.optional() })
export type CountRange = z.infer<typeof CountRange>

/** Over all time, `entered` is the sum of `passed`, `moved`, `ended`, `waiting` and `held`. */
export interface StepCounts {
  entered: number
  passed: number
  /** Moved to another step by a goal, a member or a migration. */
  moved: number
  /** Number of times that runs were held. */
  failed: number
  /** Left the automation at this step. */
  ended: number
  /** Current number, whatever the range. */
  waiting: number
  held: number
  /** Number of subscribers who took each exit. */
  exits: Record<string, number>
}

export interface AutomationCounts {
  steps: Record<string, StepCounts>
  /** By trigger. `by_hand`: added by a member or another automation. */
  triggers: Record<string, { entered: number }>
  completed: number
  left: number
  /** Deleted subscribers who were inside. Over all time, entries are the sum of deleted, completed, left and those still inside. */
  deleted: number
}

/** A step with subscribers. */
export interface OccupiedStep {
  step_id: string
  /** Description of the step in the latest of these versions. */
  label: string
  /** Versions with subscribers at the step, and their number in all. */
  versions: number[]
  count: number
  /** The version that subscribers enter has the step too. */
  is_current: boolean
}
export const RunFilter = AutomationKey.extend({
  step_id: StepId.optional(),
  state: z.enum(RUN_FILTERS, { error: `state must be one of: ${RUN_FILTERS.join(', ')}` }).default('inside'),
})
export type RunFilter = z.infer<typeof RunFilter>
export const RunPage = RunFilter.extend(PageQuery.shape)

export type RunState = 'ready' | 'waiting' | 'held' | 'completed' | 'left'

export interface ListedRun {
  run_id: number
  subscriber_id: number
  email_address: string
  first_name: string | null
  version: number
  state: RunState
  step_id: string | null
  /** Description of the step. Null: after the last step. */
  label: string | null
  arrived_at: string
  /** Time of the next check. Null: only an event or a member moves the run. */
  due_at: string | null
  /** Why a held run failed. */
  problem: string | null
  entered_at: string
  ended_at: string | null
  /** Reason for leaving. */
  reason: string | null
}

export const RunKey = z.object({ run_id: BigId })

/** `before`: id of the oldest entry read so far; older ones follow. */
export const TraceInput = RunKey.extend({ before: BigId.optional() })
export type TraceInput = z.infer<typeof TraceInput>

/** An event of a subscriber in an automation. */
export interface TraceEntry {
  id: number
  step_id: string | null
  /** Description of the step. Null: entering and ending. */
  label: string | null
  event: string
  /** Description of the event, in a sentence. */
  message: string
  /** The evidence: the event, exit, email, or end of the wait. */
  data: Record<string, unknown>
  at: string
}

export interface RunTrace {
  run: ListedRun
  automation: { id: number; name: string; state: AutomationState; version: number | null }
  /** Oldest first. */
  entries: TraceEntry[]
  /** There are older entries. */
  has_more: boolean
  /** Days after which the account deletes entries. Null: none were deleted. */
  kept_days: number | null
  /** Reason for their position, and the next step. Null: the run ended. */
  next: { step_id: string | null; label: string; message: string; at: string | null } | null
}

export const OfSubscriber = z
  .object({ subscriber_id: BigId, search: z.string().overwrite(storable).trim().max(200).optional() })
  .extend(PageQuery.shape)

/** An automation that a subscriber is or was in. */
export interface SubscriberRun {
  run_id: number
  automation_id: number
  automation_name: string
  state: RunState
  /** Description of the current step. */
  label: string | null
  due_at: string | null
  problem: string | null
  entered_at: string
  ended_at: string | null
  reason: string | null
}

/** An upcoming email of a subscriber inside. `due_at`: null while the automation is paused. `skipped`: why it will be skipped. */
export interface UpcomingEmail {
  run_id: number
  automation_id: number
  automation_name: string
  step_id: string
  email_id: number
  subject: string
  due_at: string | null
  skipped: 'paused' | null
}

const MAX_RUNS = 1_000
const RunIds = z.array(BigId).min(1, 'must not be empty').max(MAX_RUNS, `must contain at most ${MAX_RUNS} ids`)

export const RunsInput = AutomationKey.extend({ run_ids: RunIds })
export type RunsInput = z.infer<typeof RunsInput>
export const MoveInput = RunsInput.extend({ step_id: StepId })
export type MoveInput = z.infer<typeof MoveInput>
export const AddInput = AutomationKey.extend({ subscriber_ids: RunIds })
export type AddInput = z.infer<typeof AddInput>

/** A set of subscribers to add by hand. */
export const AddSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('subscribers'), subscriber_ids: RunIds }),
  z.object({ kind: z.literal('tag'), id: Id }),
  z.object({ kind: z.literal('segment'), id: Id }),
])
export type AddSource = z.infer<typeof AddSource>
export const AddFromInput = AutomationKey.extend({ source: AddSource })
export type AddFromInput = z.infer<typeof AddFromInput>

/** Effect of adding. The others are inside, or may not enter again. */
export interface AddPreview {
  matched: number
  entering: number
  /** Inactive subscribers, who cannot enter. */
  inactive: number
}

/** `entered`: null while a task adds them. */
export interface AddResult {
  entered: number | null
}

/** The next emails of an automation. */
export interface ComingEmails {
  id: number
  name: string
  /** Number of subscribers who get one. */
  due: number
  /** True if only the first due subscribers were read. */
  is_more: boolean
}

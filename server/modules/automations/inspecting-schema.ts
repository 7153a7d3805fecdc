import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { BigId, Id, storable } from '../../core/wire.ts'
import { StepId } from './graph-schema.ts'
import { AutomationKey, type AutomationState } from './schema.ts'
import { RUN_FILTERS } from './values-schema.ts'

const Day = z.iso.date('must be a date such as 2027-03-01')

/** Days in the account's time zone, both included. */
export const CountRange = AutomationKey.extend({ from: Day.optional(), to: Day.optional() })
export type CountRange = z.infer<typeof CountRange>

/** Over all time, `entered` is the sum of `passed`, `moved`, `ended`, `waiting` and `held`. */
export interface StepCounts {
  entered: number
  passed: number
  /** Moved elsewhere by a goal, a member or a migration. */
  moved: number
  /** Number of times that subscribers were held. */
  failed: number
  /** Ended here without passing the step. */
  ended: number
  /** Now, whatever the range. */
  waiting: number
  held: number
  /** Number of subscribers who took each exit. */
  exits: Record<string, number>
}

export interface AutomationCounts {
  steps: Record<string, StepCounts>
  /** By trigger, and `by_hand` for those whom a member or another automation added. */
  triggers: Record<string, { entered: number }>
  completed: number
  left: number
  /** Inside when their subscriber was deleted. Over all time, who entered is the sum of these, completed, left, and those inside. */
  deleted: number
}

/** A step at which someone is. */
export interface OccupiedStep {
  step_id: string
  /** The step in words, as the latest of these versions has it. */
  label: string
  /** The versions in which someone is there, and how many in all. */
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
  /** The step in words; null behind the last one. */
  label: string | null
  arrived_at: string
  /** When the step is looked at again; null: only an event or a member moves it. */
  due_at: string | null
  /** Why a held run failed. */
  problem: string | null
  entered_at: string
  ended_at: string | null
  /** Why it was left. */
  reason: string | null
}

export const RunKey = z.object({ run_id: BigId })
export type RunKey = z.infer<typeof RunKey>

/** `before` is the id of the oldest entry that was read: older ones follow. */
export const TraceInput = RunKey.extend({ before: BigId.optional() })
export type TraceInput = z.infer<typeof TraceInput>

/** Something that happened to a subscriber in an automation. */
export interface TraceEntry {
  id: number
  step_id: string | null
  /** The step in words; null for entering and ending. */
  label: string | null
  event: string
  /** Description of the event, in a sentence. */
  message: string
  /** The evidence: the event, the exit, the email, the time that was waited for. */
  data: Record<string, unknown>
  at: string
}

export interface RunTrace {
  run: ListedRun
  automation: { id: number; name: string; state: AutomationState; version: number | null }
  /** Oldest first. */
  entries: TraceEntry[]
  /** Older entries than these exist. */
  has_more: boolean
  /** Older entries were deleted, because the account keeps them for this many days; null while all are kept. */
  kept_days: number | null
  /** Why they are there, and what comes next; null once it ended. */
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
  /** The current step in words. */
  label: string | null
  due_at: string | null
  problem: string | null
  entered_at: string
  ended_at: string | null
  reason: string | null
}

/** An email that a subscriber inside will get. `due_at` is null while its automation is paused, `skipped` says why it will be skipped. */
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

/** Effect of adding. The others are inside, or were and may not enter again. */
export interface AddPreview {
  matched: number
  entering: number
  /** Not active, so they cannot enter. */
  inactive: number
}

/** `entered` is null while a task lets them enter. */
export interface AddResult {
  entered: number | null
}

/** Emails that an automation sends next. */
export interface ComingEmails {
  id: number
  name: string
  /** Subscribers who get one. */
  due: number
  /** True if only the first of the due subscribers were looked at. */
  is_more: boolean
}

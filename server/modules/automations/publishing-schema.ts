import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { BigId, Id, storable, Timestamp } from '../../core/wire.ts'
import { Graph, Reentry, StepId } from './graph-schema.ts'
import type { StepCounts } from './inspecting-schema.ts'
import { AutomationKey, type Problem } from './schema.ts'
import { DRY_RUN_STATES } from './values-schema.ts'

/** Subscribers who are inside a version. */
interface InsideVersion {
  version: number
  count: number
}

/** Effect of a publication, before it happens. */
export interface PublicationPreview {
  /** The number that the version will have. */
  version: number
  problems: Problem[]
  /** Subscribers inside keep their version. */
  inside: InsideVersion[]
  /** Subscribers who match a trigger already and may enter, for triggers that have such. */
  existing: { trigger_id: string; label: string; count: number }[]
}

export const Publication = AutomationKey.extend({
  /** Revision of the draft that was previewed. */
  revision: z.int(),
  /** Triggers whose existing matches enter. */
  enter_existing: z.array(StepId).max(20).default([]),
})
export type Publication = z.infer<typeof Publication>

export interface PublishedVersion {
  version: number
  published_at: string
  /** Null if that user's account was deleted. */
  published_by: string | null
  is_current: boolean
  /** Subscribers who are in it now. */
  inside: number
}

export const VersionKey = AutomationKey.extend({ version: z.int().min(1, 'must be a version').max(1_000_000) })
export type VersionKey = z.infer<typeof VersionKey>

/** A version as it was published. */
export interface VersionDetail extends Omit<PublishedVersion, 'inside'> {
  reentry: Reentry
  graph: Graph
  emails: { id: number; subject: string; preview_text: string | null }[]
}

export const MigrationKey = AutomationKey.extend({ from_version: z.int().min(1, 'must be a version').max(1_000_000) })
export type MigrationKey = z.infer<typeof MigrationKey>

export interface MigrationPreview {
  /** Steps of the old version that the current one does not have, with the subscribers who are there. */
  missing: { step_id: string; label: string; count: number }[]
  /** Subscribers whose step still exists. */
  kept: number
}

export const Migration = MigrationKey.extend({
  /** For each missing step the step at which its subscribers continue; null completes the automation. */
  to: z
    .record(StepId, StepId.nullable())
    .default({})
    .refine((to) => Object.keys(to).length <= 200, 'must name at most 200 steps'),
})
export type Migration = z.infer<typeof Migration>

export const TASK_KINDS = ['enter', 'add', 'migrate', 'dry_run'] as const
export type TaskKind = (typeof TASK_KINDS)[number]

export type TaskState = 'running' | 'completed' | 'canceled'

/** Work on a set of subscribers that takes a while. */
export interface Task {
  id: number
  kind: TaskKind
  state: TaskState
  /** Subscribers to look at; subscribers looked at; subscribers who entered or were moved. */
  total: number
  done: number
  changed: number
  created_at: string
  ended_at: string | null
}

/** Reliability of the data behind a trigger or step. `today`: the present value is used for earlier times. */
export interface Knowledge {
  trigger_id: string | null
  step_id: string | null
  known: 'today' | 'some' | 'none'
  /** The unknown part, in a sentence. */
  message: string
}
const Knowledge: z.ZodType<Knowledge> = z.object({
  trigger_id: StepId.nullable(),
  step_id: StepId.nullable(),
  known: z.enum(['today', 'some', 'none']),
  message: z.string(),
})

/** Input of a dry run: later edits do not change its result. */
export const DryRunPlan = z.object({
  kind: z.literal('dry_run'),
  /** A published version; null for the draft. */
  version: z.int().nullable(),
  graph: Graph,
  reentry: Reentry,
  emails: z.array(z.object({ id: z.int(), subject: z.string() })),
  /** Why subscribers would be held, in a sentence by step. */
  problems: z.record(StepId, z.string()),
  /** Problems to fix before the draft can be published. The dry run assumes that they are fixed. */
  to_fix: z.array(z.string()).default([]),
  knowledge: z.array(Knowledge),
  /** Time zone of the account: for its clock and for the days of the result. */
  time_zone: z.string(),
  from: Timestamp,
  until: Timestamp,
})
export type DryRunPlan = z.infer<typeof DryRunPlan>

export const DryRunInput = AutomationKey.extend({
  /** A published version; the draft if it is absent. */
  version: z.int().min(1, 'must be a version').max(1_000_000).optional(),
})
export type DryRunInput = z.infer<typeof DryRunInput>

/** Result of a dry run. Counts of steps cover the subscribers who were followed. */
export interface DryRunResult {
  /** Subscribers for whom a trigger happened; null while they are counted. */
  matched: number | null
  /** Followed subscribers who would have entered. */
  subscribers: number
  /** Number of times that they would have entered, and their positions now. */
  entered: number
  completed: number
  left: number
  waiting: number
  held: number
  steps: Record<string, StepCounts>
  triggers: Record<string, { entered: number }>
  /** By trigger: how many are in its segment today, if nothing tells when subscribers entered it. */
  untold: Record<string, number>
  /** By the id of the email. `not_sent`: they must not be emailed. */
  emails: Record<string, { sent: number; not_sent: number }>
  /** By day in the account's time zone. */
  days: Record<string, { entered: number; emails: number }>
  /** Subscribers with more than `MANY_EMAILS` emails in a day, counting the emails that they really got. */
  busy: number
}

export interface DryRun {
  id: number
  automation: { id: number; name: string }
  state: TaskState
  /** Between 0 and 1. */
  progress: number
  version: number | null
  graph: Graph
  emails: { id: number; subject: string }[]
  problems: Record<string, string>
  to_fix: string[]
  knowledge: Knowledge[]
  from: string
  until: string
  result: DryRunResult
  /** The subscriber with the most emails in a day; null unless they are too many. */
  busiest: { subscriber_id: number; name: string; emails: number; day: string } | null
  /** When it is deleted; null while it runs. */
  expires_at: string | null
}
const DryRunKey = z.object({ id: Id })
export const DryRunFilter = DryRunKey.extend({
  search: z.string().overwrite(storable).trim().max(200).optional(),
  state: z.enum(DRY_RUN_STATES, { error: `state must be one of: ${DRY_RUN_STATES.join(', ')}` }).optional(),
  /** Lists only subscribers with more than `MANY_EMAILS` emails in a day. */
  busy: z.boolean().default(false),
})
export type DryRunFilter = z.infer<typeof DryRunFilter>
export const DryRunPage = DryRunFilter.extend(PageQuery.shape)

/** A subscriber who would have entered. */
export interface SimulatedSubscriber {
  subscriber_id: number
  email_address: string
  first_name: string | null
  entered_at: string
  /** State of the last time that they would have entered. */
  state: (typeof DRY_RUN_STATES)[number]
  step_id: string | null
  emails: number
  most_emails: number
}

/** Something that would have happened. */
export interface PathEntry {
  /** Number of that entry, from 1. */
  run: number
  at: string
  event: 'entered' | 'passed' | 'waiting' | 'moved' | 'held' | 'completed' | 'left'
  /** The trigger for `entered`; null by hand. Otherwise where they were. */
  step_id: string | null
  exit?: string
  /** The email, and why it would not have been sent. */
  email_id?: number
  not_sent?: string
  /** When a wait would end, the goal, the value of a field, or the reason. */
  detail?: string | null
}

export const DryRunSubscriberKey = DryRunKey.extend({ subscriber_id: BigId })
export type DryRunSubscriberKey = z.infer<typeof DryRunSubscriberKey>

/** Simulated events of a subscriber, beside the emails that they really got. */
export interface DryRunComparison {
  subscriber: SimulatedSubscriber
  would: (PathEntry & { id: number; label: string; message: string })[]
  /** Later entries were left out. */
  is_cut: boolean
  got: ReallySent[]
}

/** An email that the subscriber really got, the oldest first. */
export interface ReallySent {
  mail_id: number
  kind: 'broadcast' | 'sequence_email' | 'automation_email'
  subject: string
  /** The sequence or automation. */
  of: string | null
  /** Sent by the automation of the dry run, which the simulation replaces. */
  is_own: boolean
  sent_at: string
  is_opened: boolean
  is_clicked: boolean
}

export const DryRunEmailKey = DryRunSubscriberKey.extend({ email_id: Id })
export type DryRunEmailKey = z.infer<typeof DryRunEmailKey>

export const TaskInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('enter'), trigger_ids: z.array(StepId).min(1) }),
  z.object({
    kind: z.literal('add'),
    source: z.object({ kind: z.enum(['tag', 'segment']), id: Id }),
    /** The member who adds them. */
    by: z.int().optional(),
  }),
  z.object({
    kind: z.literal('migrate'),
    from_version: z.int(),
    to_version: z.int(),
    to: z.record(StepId, StepId.nullable()),
  }),
  DryRunPlan,
])
export type TaskInput = z.infer<typeof TaskInput>

export const TaskKey = AutomationKey.extend({ task_id: Id })
export type TaskKey = z.infer<typeof TaskKey>

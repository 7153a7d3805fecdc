import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { BigId, Id, storable, Timestamp } from '../../core/wire.ts'
import { Graph, Reentry, StepId } from './graph-schema.ts'
import type { StepCounts } from './inspecting-schema.ts'
import { AutomationKey, type Problem } from './schema.ts'
import { DRY_RUN_STATES } from './values-schema.ts'

/** Subscribers inside a version. */
interface InsideVersion {
  version: number
  count: number
}

/** Effect of a publication, before it happens. */
export interface PublicationPreview {
  /** Number of the new version. */
  version: number
  problems: Problem[]
  /** Subscribers inside keep their version. */
  inside: InsideVersion[]
  /** Subscribers who already match a trigger and may enter, by trigger. */
  existing: { trigger_id: string; label: string; count: number }[]
}

export const Publication = AutomationKey.extend({
  /** Revision of the draft that was previewed. */
  revision: z.int(),
  /** Triggers whose current matches enter. */
  enter_existing: z.array(StepId).max(20).default([]),
})
export type Publication = z.infer<typeof Publication>

export interface PublishedVersion {
  version: number
  published_at: string
  /** Null: the user was deleted. */
  published_by: string | null
  is_current: boolean
  /** Number of subscribers inside. */
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
  /** Steps of the old version that are missing in the current one, with their subscribers. */
  missing: { step_id: string; label: string; count: number }[]
  /** Subscribers whose step still exists. */
  kept: number
}

export const Migration = MigrationKey.extend({
  /** By missing step, the step where its subscribers continue. Null completes the automation. */
  to: z
    .record(StepId, StepId.nullable())
    .default({})
    .refine((to) => Object.keys(to).length <= 200, 'must name at most 200 steps'),
})
export type Migration = z.infer<typeof Migration>

export const TASK_KINDS = ['enter', 'add', 'migrate', 'dry_run'] as const
export type TaskKind = (typeof TASK_KINDS)[number]

export type TaskState = 'running' | 'completed' | 'canceled'

/** A background task over a set of subscribers. */
export interface Task {
  id: number
  kind: TaskKind
  state: TaskState
  /** Number of subscribers in all; checked so far; entered or moved. */
  total: number
  done: number
  changed: number
  created_at: string
  ended_at: string | null
}

/** Completeness of the data behind a trigger or step. `today`: current values stand in for earlier ones. */
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

/** Input of a dry run. Later edits do not change its result. */
export const DryRunPlan = z.object({
  kind: z.literal('dry_run'),
  /** A published version; null for the draft. */
  version: z.int().nullable(),
  graph: Graph,
  reentry: Reentry,
  emails: z.array(z.object({ id: z.int(), subject: z.string() })),
  /** Why subscribers would be held, by step. */
  problems: z.record(StepId, z.string()),
  /** Problems to fix before the draft can be published. The dry run assumes that they are fixed. */
  to_fix: z.array(z.string()).default([]),
  knowledge: z.array(Knowledge),
  /** Time zone of the account, for its clock and the days of the result. */
  time_zone: z.string(),
  from: Timestamp,
  until: Timestamp,
})
export type DryRunPlan = z.infer<typeof DryRunPlan>

export const DryRunInput = AutomationKey.extend({
  /** A published version. Absent: the draft. */
  version: z.int().min(1, 'must be a version').max(1_000_000).optional(),
})
export type DryRunInput = z.infer<typeof DryRunInput>

/** Result of a dry run. Step counts cover the followed subscribers. */
export interface DryRunResult {
  /** Subscribers for whom a trigger happened. Null: still being counted. */
  matched: number | null
  /** Followed subscribers who would have entered. */
  subscribers: number
  /** Number of entries, and the positions of the runs at the end. */
  entered: number
  completed: number
  left: number
  waiting: number
  held: number
  steps: Record<string, StepCounts>
  triggers: Record<string, { entered: number }>
  /** By trigger: subscribers in its segment today, if entry times are unknown. */
  untold: Record<string, number>
  /** By email id. `not_sent`: emails that rules forbid. */
  emails: Record<string, { sent: number; not_sent: number }>
  /** By day in the account's time zone. */
  days: Record<string, { entered: number; emails: number }>
  /** Subscribers with more than `MANY_EMAILS` emails in a day, including those really sent. */
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
  /** The subscriber with the most emails in a day. Null: not above the limit. */
  busiest: { subscriber_id: number; name: string; emails: number; day: string } | null
  /** Time of deletion. Null: running. */
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
  /** State of the latest simulated run. */
  state: (typeof DRY_RUN_STATES)[number]
  step_id: string | null
  emails: number
  most_emails: number
}

/** A simulated event. */
export interface PathEntry {
  /** Number of the run, from 1. */
  run: number
  at: string
  event: 'entered' | 'passed' | 'waiting' | 'moved' | 'held' | 'completed' | 'left'
  /** `entered`: the trigger, or null by hand. Otherwise the step. */
  step_id: string | null
  exit?: string
  /** The email, and the reason for not sending it. */
  email_id?: number
  not_sent?: string
  /** End of a wait, the goal, a field's value, or the reason. */
  detail?: string | null
}

export const DryRunSubscriberKey = DryRunKey.extend({ subscriber_id: BigId })
export type DryRunSubscriberKey = z.infer<typeof DryRunSubscriberKey>

/** Simulated events of a subscriber, beside the emails that they really got. */
export interface DryRunComparison {
  subscriber: SimulatedSubscriber
  would: (PathEntry & { id: number; label: string; message: string })[]
  /** Later entries were omitted. */
  is_cut: boolean
  got: ReallySent[]
}

/** An email that the subscriber really got, oldest first. */
export interface ReallySent {
  mail_id: number
  kind: 'broadcast' | 'sequence_email' | 'automation_email'
  subject: string
  /** Name of the sequence or automation. */
  of: string | null
  /** Sent by the simulated automation, so the simulation replaces it. */
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

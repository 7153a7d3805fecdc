import { z } from 'zod'
import { Id } from '../../core/wire.ts'
import { type Graph, type Reentry, StepId } from './graph-schema.ts'
import { AutomationKey, type Problem } from './schema.ts'

/** Subscribers who are inside a version. */
interface InsideVersion {
  version: number
  count: number
}

/** What publication would do, before it does it. */
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
  /** Of the draft that was previewed. */
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

/** Work on a set of subscribers that takes a while. */
export interface Task {
  id: number
  kind: TaskKind
  state: 'running' | 'completed' | 'canceled'
  /** Subscribers to look at; those looked at so far; and those who entered or were moved. */
  total: number
  done: number
  changed: number
  created_at: string
  ended_at: string | null
}

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
])
export type TaskInput = z.infer<typeof TaskInput>

export const TaskKey = AutomationKey.extend({ task_id: Id })
export type TaskKey = z.infer<typeof TaskKey>

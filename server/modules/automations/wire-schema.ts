import { z } from 'zod'
import { ReachInput } from '../../core/reach.ts'
import { Flag, named, Timestamp } from '../../core/wire.ts'
import { TestAddresses } from '../delivery/schema.ts'
import { Replacing } from '../revisions/schema.ts'
import { EmailChange, EmailCreate, EmailPreviewInput } from './email-schema.ts'
import { Graph, Reentry } from './graph-schema.ts'
import { AddFromInput, type AutomationCounts, MoveInput, RunsInput, type RunTrace } from './inspecting-schema.ts'
import {
  type DryRunComparison,
  DryRunFilter,
  type DryRunResult,
  Migration,
  Publication,
  TASK_KINDS,
} from './publishing-schema.ts'
import { AutomationInput, Kind, type ProblemCode } from './schema.ts'
import { DRY_RUN_STATES } from './values-schema.ts'

// Automations as programs write and read them (contract 21.9). schema.ts and its neighbors have the shapes of the dashboard.

/** A value whose grammar is in the contract, because a schema of all its variants would be longer than they are. */
const described = <T>(description: string) => z.custom<T>().meta({ type: 'object', description })
const GRAPH = { type: 'object', description: 'Its triggers and steps: contract 21.9 has the grammar.' } as const
const Written = Graph.meta(GRAPH)
const State = z.enum(['draft', 'live', 'paused'])

const AutomationProblem = z.object({
  step_id: z.string().nullable(),
  trigger_id: z.string().nullable(),
  code: z.custom<ProblemCode>().meta({ type: 'string' }),
  message: z.string(),
  blocks: z.boolean(),
})

export const ListedAutomationRow = named('ListedAutomation', {
  id: z.int(),
  name: z.string(),
  kind: Kind,
  state: State,
  has_changes: z.boolean(),
  is_locked: z.boolean(),
  summary: z.string(),
  entered: z.int(),
  inside: z.int(),
  held: z.int(),
  failing_apps: z.int(),
  completed: z.int(),
  updated_at: Timestamp,
})

export const Automation = named('Automation', {
  id: z.int(),
  name: z.string(),
  kind: Kind,
  state: State,
  reentry: Reentry,
  graph: z.custom<Graph>().meta(GRAPH),
  revision: z.int(),
  version: z.int().nullable(),
  has_changes: z.boolean(),
  problems: z.array(AutomationProblem),
  emails: z.array(
    z.object({
      id: z.int(),
      subject: z.string(),
      preview_text: z.string().nullable(),
      has_content: z.boolean(),
      problem: z.string().nullable(),
    }),
  ),
  is_locked: z.boolean(),
  template: z.object({ id: z.int(), version: z.int() }).nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
})

export const NewAutomation = AutomationInput.extend({ graph: Written.optional() })

/** `revision`: the one that was read. Absent: the change applies to any. */
export const AutomationChange = AutomationInput.extend({
  graph: Written,
  reentry: Reentry,
  revision: z.int(),
}).partial()
export type AutomationChange = z.infer<typeof AutomationChange>

export const AutomationPreflight = named('AutomationPreflight', {
  version: z.int(),
  problems: z.array(AutomationProblem),
  inside: z.array(z.object({ version: z.int(), count: z.int() })),
  existing: z.array(z.object({ trigger_id: z.string(), label: z.string(), count: z.int() })),
})

export const PublicationInput = Publication.omit({ id: true }).partial({ revision: true }).extend(ReachInput.shape)
export const PublishedNumber = named('PublishedAutomation', { version: z.int() })

const version = {
  version: z.int(),
  published_at: Timestamp,
  published_by: z.string().nullable(),
  is_current: z.boolean(),
}
export const AutomationVersion = named('AutomationVersion', { ...version, inside: z.int() })
export const AutomationVersionDetail = named('AutomationVersionDetail', {
  ...version,
  reentry: Reentry,
  graph: z.custom<Graph>().meta(GRAPH),
  emails: z.array(z.object({ id: z.int(), subject: z.string(), preview_text: z.string().nullable() })),
})

export const MigrationPlan = named('AutomationMigration', {
  missing: z.array(z.object({ step_id: z.string(), label: z.string(), count: z.int() })),
  kept: z.int(),
})
export const MigrationInput = Migration.pick({ to: true }).extend(ReachInput.shape)
export const StartedTask = z.object({ task_id: z.int() })

export const AutomationTask = named('AutomationTask', {
  id: z.int(),
  kind: z.enum(TASK_KINDS),
  state: z.enum(['running', 'completed', 'canceled']),
  total: z.int(),
  done: z.int(),
  changed: z.int(),
  created_at: Timestamp,
  ended_at: Timestamp.nullable(),
})

export const Counts = named('AutomationCounts', {
  steps: described<AutomationCounts['steps']>('Numbers of each step, by its id.'),
  triggers: described<AutomationCounts['triggers']>('Entries by the id of the trigger; `by_hand` without one.'),
  completed: z.int(),
  left: z.int(),
  deleted: z.int(),
})

const RunState = z.enum(['ready', 'waiting', 'held', 'completed', 'left'])
export const AutomationRun = named('AutomationRun', {
  run_id: z.int(),
  subscriber_id: z.int(),
  email_address: z.string(),
  first_name: z.string().nullable(),
  version: z.int(),
  state: RunState,
  step_id: z.string().nullable(),
  label: z.string().nullable(),
  arrived_at: Timestamp,
  due_at: Timestamp.nullable(),
  problem: z.string().nullable(),
  entered_at: Timestamp,
  ended_at: Timestamp.nullable(),
  reason: z.string().nullable(),
})

export const SubscriberAutomation = named('SubscriberAutomation', {
  run_id: z.int(),
  automation_id: z.int(),
  automation_name: z.string(),
  state: RunState,
  label: z.string().nullable(),
  due_at: Timestamp.nullable(),
  problem: z.string().nullable(),
  entered_at: Timestamp,
  ended_at: Timestamp.nullable(),
  reason: z.string().nullable(),
})

export const AutomationTrace = named('AutomationTrace', {
  run: AutomationRun,
  automation: z.object({ id: z.int(), name: z.string(), state: State, version: z.int().nullable() }),
  entries: z.array(
    z.object({
      id: z.int(),
      step_id: z.string().nullable(),
      label: z.string().nullable(),
      event: z.string(),
      message: z.string(),
      data: described<Record<string, unknown>>('The evidence.'),
      at: Timestamp,
    }),
  ),
  has_more: z.boolean(),
  kept_days: z.int().nullable(),
  next: described<NonNullable<RunTrace['next']>>(
    'Place at which it continues, and the reason why not earlier. Null if it ended.',
  ).nullable(),
})

export const AddingInput = AddFromInput.omit({ id: true }).extend(ReachInput.shape)
export const AddedSubscribers = named('AutomationEntries', { entered: z.int().nullable() })
export const Runs = RunsInput.omit({ id: true }).extend(ReachInput.shape)
export const RunsToMove = MoveInput.omit({ id: true }).extend(ReachInput.shape)
export const ChangedRuns = z.object({ changed: z.int() })

export const AutomationDryRun = named('AutomationDryRun', {
  id: z.int(),
  state: z.enum(['running', 'completed', 'canceled']),
  progress: z.number(),
  version: z.int().nullable(),
  to_fix: z.array(z.string()),
  from: Timestamp,
  until: Timestamp,
  result: described<DryRunResult>('Subscribers who would have entered, their places, and emails by day.'),
  expires_at: Timestamp.nullable(),
})

export const SimulatedFilter = DryRunFilter.pick({ search: true, state: true }).extend({
  busy: Flag.default(false).meta({ type: 'boolean', description: 'Only those with many emails in a day.' }),
})

export const SimulatedSubscriberRow = named('SimulatedSubscriber', {
  subscriber_id: z.int(),
  email_address: z.string(),
  first_name: z.string().nullable(),
  entered_at: Timestamp,
  state: z.enum(DRY_RUN_STATES),
  step_id: z.string().nullable(),
  emails: z.int(),
  most_emails: z.int(),
})

export const Comparison = named('AutomationComparison', {
  subscriber: SimulatedSubscriberRow,
  would: z.array(described<DryRunComparison['would'][number]>('A step, its time and what would have happened.')),
  is_cut: z.boolean(),
  got: z.array(described<DryRunComparison['got'][number]>('An email that was really sent.')),
})

export const EmailDraftChange = EmailChange.extend(Replacing.shape)
export const NewAutomationEmail = EmailCreate.pick({ copy_of: true })
export const EmailTest = EmailPreviewInput.omit({ id: true }).extend({ email_addresses: TestAddresses })

import { z } from 'zod'
import { openObject } from '../../core/open-object.ts'
import { PageQuery } from '../../core/page/page.ts'
import { BigId, Flag, Id, missing, storable, Timestamp } from '../../core/wire.ts'
import { parseInstant } from '../../lib/time/date-filter.ts'
import { OpenSettings } from '../plugins/settings-schema.ts'
import { Graph, type Reentry, Reentry as ReentrySchema } from './graph-schema.ts'
import { KINDS } from './values-schema.ts'
export const Kind = z.enum(KINDS, { error: `kind must be one of: ${KINDS.join(', ')}` })
export type Kind = z.infer<typeof Kind>

/** Published automations are live or paused. */
export type AutomationState = 'draft' | 'live' | 'paused'

export const MAX_NAME_LENGTH = 200
const Name = z
  .string(missing("Name can't be blank"))
  .overwrite(storable)
  .trim()
  .min(1, "Name can't be blank")
  .max(MAX_NAME_LENGTH, 'Name must be at most 200 characters')

export const AutomationKey = z.object({ id: Id })

export const AutomationFilter = z.object({
  kind: Kind.optional(),
  search: z.string().overwrite(storable).trim().max(200).optional(),
})
export type AutomationFilter = z.infer<typeof AutomationFilter>
export const AutomationPage = AutomationFilter.extend(PageQuery.shape)

export const AutomationInput = z.object({ name: Name, kind: Kind, graph: Graph.optional() })
export type AutomationInput = z.infer<typeof AutomationInput>

export const AutomationDraft = AutomationKey.extend({
  /** Revision of the draft that the editor loaded. */
  revision: z.int(),
  name: Name,
  reentry: ReentrySchema,
  graph: Graph,
})
export type AutomationDraft = z.infer<typeof AutomationDraft>

export const AutomationName = AutomationKey.extend({ name: Name })
export type AutomationName = z.infer<typeof AutomationName>

export const AutomationKind = AutomationKey.extend({ kind: Kind })
export type AutomationKind = z.infer<typeof AutomationKind>

/** A row of the list. */
export interface ListedAutomation {
  id: number
  name: string
  kind: Kind
  state: AutomationState
  /** The draft differs from the published version, or was never published. */
  has_changes: boolean
  is_locked: boolean
  /** One-sentence summary of the automation. */
  summary: string
  /** Entries ever: the sum of inside, completed and left. */
  entered: number
  inside: number
  /** Inside, held at a failed step. */
  held: number
  /** Triggers and steps whose app does not respond to requests for events. */
  failing_apps: number
  completed: number
  updated_at: string
}

/** A problem of a draft. */
export interface Problem {
  /** The step or trigger with the problem. Both null: the automation. */
  step_id: string | null
  trigger_id: string | null
  code: ProblemCode
  /** Remedy, in a sentence. */
  message: string
  /** True if it prevents publication. Other problems are remarks. */
  blocks: boolean
}

export type ProblemCode =
  | 'empty'
  | 'no_trigger'
  | 'rule_shape'
  | 'duplicate_id'
  | 'unknown_step'
  | 'unreachable'
  | 'unreachable_goal'
  | 'loop_without_wait'
  | 'starts_itself'
  | 'starts_each_other'
  | 'percentages'
  | 'duplicate_branch'
  | 'past_date'
  | 'broken_liquid'
  | 'settings'
  | 'app_failing'
  | 'no_email'
  | 'no_subject'
  | 'no_content'
  | 'no_sender'
  | 'no_template'
  | 'no_postal_address'
  | `unknown_${ObjectKind}`

/** Kinds of objects that a graph names by id. */
export const OBJECT_KINDS = [
  'tag',
  'form',
  'field',
  'sequence',
  'segment',
  'product',
  'automation',
  'plugin',
  'member',
  'broadcast',
  'link',
] as const
export type ObjectKind = (typeof OBJECT_KINDS)[number]

/** Kinds of objects that a picker offers by name. Plugins and members have their own lists, and links are found by address. */
export const CHOICE_KINDS = [
  'tag',
  'form',
  'field',
  'sequence',
  'segment',
  'product',
  'automation',
  'broadcast',
] as const satisfies readonly ObjectKind[]

const MAX_CHOICES = 100
/** Newest first. `search` matches names. */
export const ChoiceQuery = z.object({
  kind: z.enum(CHOICE_KINDS, { error: `kind must be one of: ${CHOICE_KINDS.join(', ')}` }),
  search: z.string().overwrite(storable).trim().max(200).optional(),
  after: PageQuery.shape.after,
  per_page: z
    .int()
    .min(1)
    .max(MAX_CHOICES, `per_page must be between 1 and ${MAX_CHOICES}`)
    .default(MAX_CHOICES / 2),
})
export type ChoiceQuery = z.infer<typeof ChoiceQuery>

/** Something that a trigger, step or condition can name. */
export interface Choice {
  id: number
  name: string
}

const MAX_NAMED = 1_000
/** Ids by kind. */
export const NamesQuery = z.partialRecord(
  z.enum(OBJECT_KINDS),
  z.array(Id).max(MAX_NAMED, `must contain at most ${MAX_NAMED} ids`),
)
export type NamesQuery = z.infer<typeof NamesQuery>

/** An email of the draft. */
export interface DraftEmail {
  id: number
  subject: string
  preview_text: string | null
  has_content: boolean
  /** Why it cannot be sent. Null: it can. */
  problem: string | null
}

export interface AutomationDetail {
  id: number
  name: string
  kind: Kind
  state: AutomationState
  reentry: Reentry
  graph: Graph
  revision: number
  /** The version that subscribers enter. Null: never published. */
  version: number | null
  has_changes: boolean
  problems: Problem[]
  emails: DraftEmail[]
  is_locked: boolean
  /** Source of an adopted automation. */
  template: { id: number; version: number } | null
  created_at: string
  updated_at: string
}

/** Events per call. */
const MAX_EVENTS = 1_000

export const EventName = z
  .string(missing("name can't be blank"))
  .regex(/^[a-z][a-z0-9_.]{0,63}$/, 'name must be a name such as webinar.attended')

/** Identifies an event within the account or, an app's, within its plugin and subscriber. A repeated report changes nothing. */
export const EventId = z
  .string({ error: 'event_id must be a string' })
  .overwrite(storable)
  .min(1, "event_id can't be blank")
  .max(200, 'event_id must be at most 200 characters')

/** Data of an event, such as `{"cart": {"total": 49.9}}`. */
export const EventProperties = openObject({ characters: 8_192, values: 200, levels: 5 })
export type EventProperties = z.infer<typeof EventProperties>

export const OccurredAt = z
  .string({ error: 'occurred_at must be a date and time' })
  .max(40, 'occurred_at must be an ISO 8601 date and time')
  .transform((text, issues) => {
    const instant = parseInstant(text)?.start
    if (instant) return instant
    issues.addIssue({ code: 'custom', message: 'occurred_at must be an ISO 8601 date and time' })
    return z.NEVER
  })

const Who = z
  .object({
    id: BigId.optional(),
    email_address: z.string().max(254).optional(),
    properties: EventProperties.optional().meta({
      description: 'Data of this event, instead of the `properties` of the request.',
    }),
    occurred_at: OccurredAt.optional().meta({
      type: 'string',
      format: 'date-time',
      description:
        'When it happened, UTC without an offset; now when absent. At most 30 days ago and one minute ahead. Waits count events from the ' +
        "subscriber's arrival, and a wait that begins with the event counts from this time.",
    }),
    event_id: EventId.optional().meta({
      description:
        'Identifies the event for 30 days: a second report of it changes nothing. Unique in the account; with `plugin`, for the plugin and the subscriber.',
    }),
  })
  .refine(({ id, email_address }) => (id === undefined) !== (email_address === undefined), {
    error: 'must have either id or email_address',
  })

/** Events reported by a program: `name` for any program, `plugin` for an app with its own plugin. */
export const EventInput = z
  .object({
    name: EventName.optional(),
    plugin: z
      .string()
      .max(60)
      .optional()
      .meta({ description: 'The identifier of an automation_event plugin of the calling app.' }),
    settings: OpenSettings.optional().meta({
      description: 'With `plugin`: only nodes with exactly these settings. Default: all nodes of the plugin.',
    }),
    properties: EventProperties.optional().meta({
      description:
        'Data of the events: an object of at most 8,192 characters, 200 values and 5 levels. Emails print them as `event`, such as `{{ event.cart.total | money }}`.',
    }),
    create: Flag.optional().meta({
      description:
        'Unknown addresses become subscribers, active as those of `POST /v4/subscribers`. Suppressed addresses do not. Existing subscribers keep their state.',
    }),
    form_id: Id.optional().meta({
      description:
        'With `create`: adds the new subscribers to this form. With double opt-in they confirm first, and until then automations skip their events.',
    }),
    subscribers: z
      .array(Who, { error: 'subscribers must be an array' })
      .min(1, 'subscribers must not be empty')
      .max(MAX_EVENTS, `subscribers must contain at most ${MAX_EVENTS.toLocaleString('en-US')} subscribers`),
  })
  .refine(({ name, plugin }) => (name === undefined) !== (plugin === undefined), {
    error: 'Either name or plugin is required',
  })
  .refine(({ create, form_id }) => form_id === undefined || create, { error: 'form_id needs create' })
export type EventInput = z.infer<typeof EventInput>

export const EventResult = z
  .object({
    recorded: z.int(),
    unknown: z.int(),
    created: z.int(),
    repeated: z.int(),
  })
  .meta({ id: 'AutomationEvents', description: 'Numbers of events.' })
export type EventResult = z.infer<typeof EventResult>

export const PROPERTY_TYPES = ['text', 'number', 'boolean', 'date', 'list'] as const

/** A property that events of one name had. */
export const KnownProperty = z
  .object({
    name: z.string(),
    type: z.enum(PROPERTY_TYPES),
    count: z.int(),
    last_values: z.array(z.unknown()),
    last_at: Timestamp,
  })
  .meta({ id: 'AutomationEventProperty' })
export type KnownProperty = z.infer<typeof KnownProperty>

/** An event that programs reported with properties. */
export const KnownEvent = z
  .object({ name: z.string(), count: z.int(), properties: z.array(KnownProperty) })
  .meta({ id: 'KnownAutomationEvent' })
export type KnownEvent = z.infer<typeof KnownEvent>

import { z } from 'zod'
import { Id, storable } from '../../core/wire.ts'
import { OpenSettings } from '../plugins/settings-schema.ts'
import { Filter } from '../subscribers/filter-schema.ts'
import { MAX_MINUTES, MAX_STEPS } from './values-schema.ts'

// The graph of an automation, as the editor saves it and a version stores it (decision 0082). Pages, the engine and templates read it.

const MAX_TRIGGERS = 20
const MAX_BRANCHES = 20

const text = (most: number) =>
  z.string({ error: 'must be a string' }).overwrite(storable).max(most, `must be at most ${most} characters`)
const filled = (most: number) => text(most).trim().min(1, 'must not be blank')

/** Identifies a step or trigger within its automation. The editor creates ids and never reuses one. */
export const StepId = z.string().regex(/^[a-z0-9]{1,16}$/, 'must be 1 to 16 lowercase letters or digits')

/** The next step. Null: the subscriber completes the automation. */
const Next = StepId.nullable().default(null)

const HourMinute = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:30')
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
/** The clock for a time of day. Subscribers without a known time zone use the account's. */
const Zone = z.enum(['account', 'subscriber']).default('account')

/** Answers of plugin forms (contract 10.5) by name. */
const PluginSettings = OpenSettings.default({})

export const PROPERTY_COMPARISONS = ['is', 'is_not', 'contains', 'greater_than', 'less_than', 'exists'] as const

/** Compares the property of an event at a path such as `cart.total`. Texts compare without case; dates and numbers by size. */
export const PropertyCondition = z.object({
  property: filled(200),
  comparison: z.enum(PROPERTY_COMPARISONS),
  value: text(500).default(''),
})
export type PropertyCondition = z.infer<typeof PropertyCondition>

/** All must hold. Absent: none. */
const Where = z.array(PropertyCondition).min(1, 'must not be empty').max(10).optional()

/** Event that an automation reacts to. A null object means any. */
export const Listener = z.discriminatedUnion('type', [
  z.object({ type: z.literal('form_joined'), form_id: Id.nullable().default(null) }),
  z.object({ type: z.literal('tag_added'), tag_id: Id }),
  z.object({ type: z.literal('tag_removed'), tag_id: Id }),
  /** `value` null: any change. Otherwise, only changes to this value. */
  z.object({ type: z.literal('field_changed'), custom_field_id: Id, value: text(10_000).nullable().default(null) }),
  z.object({ type: z.literal('purchased'), product_id: Id.nullable().default(null) }),
  /** `url` null: any link. Otherwise the address as written in the email. Machine clicks do not count. */
  z.object({ type: z.literal('link_clicked'), url: filled(2_048).nullable().default(null) }),
  z.object({ type: z.literal('sequence_completed'), sequence_id: Id }),
  z.object({ type: z.literal('automation_completed'), automation_id: Id }),
  /** Reported through `POST /v4/automation_events`. */
  z.object({
    type: z.literal('api_event'),
    name: z.string().regex(/^[a-z][a-z0-9_.]{0,63}$/, 'must be a name such as webinar.attended'),
    where: Where,
  }),
  /** A plugin of kind `automation_event` from an installed app. */
  z.object({ type: z.literal('app_event'), plugin_id: Id, settings: PluginSettings }),
])
export type Listener = z.infer<typeof Listener>
export type ListenerType = Listener['type']

/** An event that makes subscribers enter. Members can also add subscribers by hand. */
export const Trigger = z.object({
  id: StepId,
  on: z.discriminatedUnion('type', [
    ...Listener.options,
    /** Subscribers who match the segment now but did not at the previous evaluation. */
    z.object({ type: z.literal('segment_entered'), segment_id: Id }),
    /**
     * A time of day, `offset_days` after the date in a custom field (negative: before). `yearly`: every year; February 29 counts as
     * February 28 in other years.
     */
    z.object({
      type: z.literal('date_reached'),
      custom_field_id: Id,
      offset_days: z.int().min(-366, 'must be at least -366').max(366, 'must be at most 366').default(0),
      at: HourMinute.default('09:00'),
      zone: Zone,
      yearly: z.boolean().default(false),
    }),
  ]),
})
export type Trigger = z.infer<typeof Trigger>
export type TriggerType = Trigger['on']['type']

/** The email of a step, composed in place like a sequence email. `email_id` names its row; the content is not part of the graph. */
const SendEmail = z.object({ type: z.literal('send_email'), email_id: Id })

/** An effect. All except `end` continue with `next`. */
export const Action = z.discriminatedUnion('type', [
  z.object({ type: z.literal('add_tag'), tag_id: Id }),
  z.object({ type: z.literal('remove_tag'), tag_id: Id }),
  z.object({ type: z.literal('add_to_sequence'), sequence_id: Id }),
  z.object({ type: z.literal('remove_from_sequence'), sequence_id: Id }),
  /** `value` is Liquid, rendered for each subscriber. An empty result clears the field. */
  z.object({ type: z.literal('set_field'), custom_field_id: Id, value: text(2_000) }),
  SendEmail,
  z.object({ type: z.literal('unsubscribe') }),
  /** Emails members of the account, at most one email per member and ten minutes. */
  z.object({
    type: z.literal('notify_team'),
    user_ids: z.array(Id).min(1, 'must not be empty').max(20),
    message: filled(1_000),
  }),
  /** A plugin of kind `automation_action` from an installed app (contract 10.7). */
  z.object({ type: z.literal('app_action'), plugin_id: Id, settings: PluginSettings }),
  z.object({ type: z.literal('start_automation'), automation_id: Id }),
])
export type Action = z.infer<typeof Action>
export type ActionType = Action['type']

const Wait = z.discriminatedUnion('for', [
  z.object({
    for: z.literal('duration'),
    minutes: z.int().min(0).max(MAX_MINUTES, `must be at most ${MAX_MINUTES} minutes`),
  }),
  /** Waits until a date and time. Subscribers who arrive later continue immediately. */
  z.object({
    for: z.literal('date'),
    date: z.iso.date('must be a date such as 2027-03-01'),
    at: HourMinute,
    zone: Zone,
  }),
  /** The next of these weekdays at this time, at least a minute ahead. */
  z.object({
    for: z.literal('weekday'),
    weekdays: z.array(z.enum(WEEKDAYS)).min(1, 'must not be empty').max(7),
    at: HourMinute,
    zone: Zone,
  }),
])
export type Wait = z.infer<typeof Wait>

const Branch = { id: StepId, label: filled(80), next: Next }

const step = { id: StepId, note: text(500).default('') }

export const Step = z.discriminatedUnion('kind', [
  z.object({ ...step, kind: z.literal('action'), action: Action, next: Next }),
  z.object({ ...step, kind: z.literal('wait'), wait: Wait, next: Next }),
  /** Waits for an event after arrival. `timeout_minutes` null: no timeout. */
  z.object({
    ...step,
    kind: z.literal('wait_for_event'),
    events: z.array(Listener).min(1, 'must not be empty').max(5),
    timeout_minutes: z.int().min(1).max(MAX_MINUTES).nullable().default(null),
    next: Next,
    timed_out: Next,
  }),
  /** `event`: properties of the event by which the subscriber entered or moved, beside the filter. */
  z.object({ ...step, kind: z.literal('condition'), filter: Filter, event: Where, yes: Next, no: Next }),
  /** The first matching branch. */
  z.object({
    ...step,
    kind: z.literal('split'),
    by: z.discriminatedUnion('type', [
      z.object({ type: z.literal('tag') }),
      z.object({ type: z.literal('field'), custom_field_id: Id }),
    ]),
    /** `value`: the tag's id as text, or the field's value, compared without case and surrounding spaces. */
    branches: z
      .array(z.object({ ...Branch, value: filled(2_000) }))
      .min(1, 'must not be empty')
      .max(MAX_BRANCHES),
    otherwise: Next,
  }),
  /** Percentages add up to 100. A subscriber always takes the same branch of a step. */
  z.object({
    ...step,
    kind: z.literal('random_split'),
    branches: z
      .array(z.object({ ...Branch, percent: z.int().min(0).max(100) }))
      .min(2, 'must have at least two branches')
      .max(MAX_BRANCHES),
  }),
  /** Subscribers at any step before the goal skip ahead to it when one of its events happens. Subscribers who arrive at it pass. */
  z.object({
    ...step,
    kind: z.literal('goal'),
    name: filled(80),
    events: z.array(Listener).min(1, 'must not be empty').max(5),
    next: Next,
  }),
  /** The subscriber completes the automation here. */
  z.object({ ...step, kind: z.literal('end') }),
])
export type Step = z.infer<typeof Step>

/** Steps refer to each other by id, so branches can join and loop back. `publishing/problems.ts` decides whether it can be published. */
export const Graph = z.object({
  triggers: z.array(Trigger).max(MAX_TRIGGERS, `must contain at most ${MAX_TRIGGERS} triggers`).default([]),
  first: Next,
  steps: z.array(Step).max(MAX_STEPS, `must contain at most ${MAX_STEPS} steps`).default([]),
})
export type Graph = z.infer<typeof Graph>

/** Rules for entering again. */
export const REENTRY = ['never', 'after_leaving', 'always'] as const
export const Reentry = z.enum(REENTRY, { error: `reentry must be one of: ${REENTRY.join(', ')}` })
export type Reentry = z.infer<typeof Reentry>

import { Filter } from '../../subscribers/filter-schema.ts'
import type { Graph, Reentry } from '../graph-schema.ts'
import { MINUTE } from './wall-clock.ts'

// Input of both the model and the engine. Tags, custom fields, forms, products, sequences, segments and automations have numbers from 1
// here, and automation n has email n; the driver of the engine replaces them by ids.

/** Sequences that subscribers can go through again. The others let them in once. */
export const REPEATING: ReadonlySet<number> = new Set([2])

export const LINKS = ['https://shop.example/', 'https://studio.example/a']

/** The first changes by events from outside only, the second also by automations. */
export const SEGMENTS: readonly Filter[] = [
  Filter.parse({ all: [{ type: 'tags', any: [{ type: 'ids', matching: [1, 2] }] }] }),
  Filter.parse({
    all: [
      { type: 'tags', any: [{ type: 'ids', matching: [4] }] },
      { type: 'subscriber_state', states: ['active'] },
    ],
  }),
]

/** Plugins of apps: one reports events, the other acts. It refuses subscribers until this many days after the start. */
export const APP_EVENT = 1
export const APP_ACTION = 2
export const isRefused = ({ start }: Pick<Scenario, 'start'>, settings: { until?: unknown }, now: number): boolean =>
  now < start + Number(settings.until ?? 0) * 1_440 * MINUTE

export interface Scenario {
  /** The account's time zone. */
  zone: string
  /** Milliseconds since 1970; everything is published then. */
  start: number
  subscribers: GivenSubscriber[]
  /** Automation 1 first. All are published at the start. */
  automations: Definition[]
  /** In order of time. */
  changes: Change[]
  /** Duration. */
  minutes: number
}

export interface GivenSubscriber {
  zone: string | null
  tags: number[]
  /** The value of each custom field. */
  fields: Record<number, string>
}

export interface Definition {
  reentry: Reentry
  graph: Graph
}

/**
 * Something that happens `minute` minutes after the start. Change number n happens n milliseconds later still, so a wait that begins with one
 * never ends at the instant of another.
 */
export type Change = { minute: number } & (SubscriberChange | AutomationChange)

/** `subscriber` is a position in the list of subscribers. */
export type SubscriberChange = {
  subscriber: number /** No job runs before the next event (`isTogether`). */
  burst: boolean
} & (
  | { what: 'tag'; tag: number }
  | { what: 'untag'; tag: number }
  | { what: 'field'; field: number; value: string }
  | { what: 'form'; form: number }
  | { what: 'purchase'; product: number }
  | { what: 'event'; name: string }
  /** An app pushes an event, for nodes with this course or for all. */
  | { what: 'app'; course: string | null }
  /** Click on link number `link` in an email. */
  | { what: 'click'; link: number; is_machine: boolean }
  /** The last email of the sequence is sent to the active subscribers in it. */
  | { what: 'finish'; sequence: number }
  | { what: 'unsubscribe' }
  | { what: 'bounce' }
  | { what: 'resubscribe' }
  | { what: 'restore' }
)

export type AutomationChange = { automation: number } & (
  | { what: 'pause' }
  | { what: 'resume' }
  /** `existing`: triggers whose condition may hold already; subscribers who match enter. */
  | { what: 'publish'; definition: Definition; existing: string[] }
  /** Moves subscribers of all older versions to the live one. Subscribers at a step that no longer exists begin again, or leave. */
  | { what: 'migrate'; missing: 'first' | null }
  | { what: 'add'; subscriber: number }
  | { what: 'remove'; subscriber: number }
  /** A member moves the subscriber to step number `place` of their version, counted around. */
  | { what: 'move'; subscriber: number; place: number }
  /** A member tries again what failed. */
  | { what: 'retry'; subscriber: number }
)

const EVENTS = new Set(['tag', 'untag', 'field', 'form', 'purchase', 'event', 'app', 'click', 'finish'])

/** Returns whether the jobs see both changes together. Only events come together: other changes happen when everyone has moved. */
export const isTogether = (change: Change, next: Change | undefined): boolean =>
  next !== undefined && 'burst' in change && change.burst && EVENTS.has(change.what) && EVENTS.has(next.what)

export const isSubscriberChange = (change: Change): change is { minute: number } & SubscriberChange => 'burst' in change

/** One line of a path. `exit` only for a step that was passed. */
export interface PathLine {
  at: number
  event: 'entered' | 'passed' | 'moved' | 'failed' | 'completed' | 'left'
  /** The trigger for `entered`; the goal, or the step after a migration, for `moved`; null for `completed` and `left`. */
  step: string | null
  exit?: string
}

/** A run as the model or the engine recorded it. */
export interface Path {
  automation: number
  lines: PathLine[]
  /** Step of the subscriber at the end of the quarter; null when the run ended. */
  now: { step: string | null } | null
}

/** Outcome of a subscriber. Paths are in the order of entering within an automation. */
export interface Life {
  paths: Path[]
  tags: number[]
  fields: Record<number, string>
  state: 'active' | 'cancelled' | 'bounced'
  /** State of each sequence that they were added to and not removed from. */
  sequences: Record<number, 'active' | 'completed'>
  /** Number of emails of each automation that were queued for them, by its number. */
  emails: Record<number, number>
}

export const instantOfChange = ({ start, changes }: Scenario, number: number): number =>
  start + (changes[number]?.minute ?? 0) * MINUTE + number + 1

/**
 * Answers what the decision leaves open, from what the engine did: the order of runs of one subscriber at the same instant, and the trigger
 * or goal of an event that means several.
 */
export interface Guide {
  /** The branch of a random split, which is the same for a subscriber each time. */
  branch: (automation: number, step: string) => string | undefined
  /** Line `number` of a run of this subscriber. `order` grows with what the engine did. */
  line: (automation: number, run: number, number: number) => (PathLine & { order: number }) | undefined
}

export interface Run {
  automation: number
  /** Counts the subscriber's runs in this automation, from 0. */
  number: number
  version: number
  state: 'ready' | 'waiting' | 'held' | 'completed' | 'left'
  step: string | null
  due: number | null
  arrived: number
  /** Time that the automation had been paused before the step began. */
  paused: number
  /** Events before the subscriber entered, and before they arrived, have smaller numbers. */
  entered_order: number
  arrived_order: number
  /** The event that it waited for happened. */
  happened: boolean
  /** Number of times that the step failed. */
  failures: number
  lines: PathLine[]
  /** When the event happened that let the subscriber enter. Null: by hand, or by a step of another automation. */
  since: number | null
}

export interface Automation {
  versions: Definition[]
  paused_at: number | null
}

export const isOpen = ({ state }: Run): boolean => state !== 'completed' && state !== 'left'

export function live({ versions }: Automation): Definition {
  const last = versions.at(-1)
  if (!last) throw new Error('Never published')
  return last
}

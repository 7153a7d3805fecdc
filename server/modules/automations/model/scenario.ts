import { Filter } from '../../subscribers/filter-schema.ts'
import type { Graph, Reentry } from '../graph-schema.ts'
import { MINUTE } from './wall-clock.ts'

// Input of the model and the engine. Objects are numbered from 1, and automation n has email n. For the engine, the driver replaces numbers
// by ids.

/** Sequences with re-entry. */
export const REPEATING: ReadonlySet<number> = new Set([2])

export const LINKS = ['https://shop.example/', 'https://studio.example/a']

/** Only outside events change the first; automations change the second too. */
export const SEGMENTS: readonly Filter[] = [
  Filter.parse({ all: [{ type: 'tags', any: [{ type: 'ids', matching: [1, 2] }] }] }),
  Filter.parse({
    all: [
      { type: 'tags', any: [{ type: 'ids', matching: [4] }] },
      { type: 'subscriber_state', states: ['active'] },
    ],
  }),
]

/** Plugins of apps: one reports events, the other acts. The latter refuses subscribers for this many days after the start. */
export const APP_EVENT = 1
export const APP_ACTION = 2
export const isRefused = ({ start }: Pick<Scenario, 'start'>, settings: { until?: unknown }, now: number): boolean =>
  now < start + Number(settings.until ?? 0) * 1_440 * MINUTE

export interface Scenario {
  /** The account's time zone. */
  zone: string
  /** Time of the first publications, in milliseconds since 1970. */
  start: number
  subscribers: GivenSubscriber[]
  /** Automation 1 first. All are published at the start. */
  automations: Definition[]
  /** Oldest first. */
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
 * A change `minute` minutes after the start. Change n happens n milliseconds later still, so waits that begin with two changes never end at
 * the same instant.
 */
export type Change = { minute: number } & (SubscriberChange | AutomationChange)

/** `subscriber`: index in the list. */
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
  /** An app pushes an event, for nodes with this course or all. */
  | { what: 'app'; course: string | null }
  /** Click on link number `link` in an email. */
  | { what: 'click'; link: number; is_machine: boolean }
  /** Active subscribers in the sequence get its last email. */
  | { what: 'finish'; sequence: number }
  | { what: 'unsubscribe' }
  | { what: 'bounce' }
  | { what: 'resubscribe' }
  | { what: 'restore' }
)

export type AutomationChange = { automation: number } & (
  | { what: 'pause' }
  | { what: 'resume' }
  /** `existing`: triggers whose current matches enter. */
  | { what: 'publish'; definition: Definition; existing: string[] }
  /** Moves subscribers of older versions to the live one. If their step no longer exists, they begin again or leave. */
  | { what: 'migrate'; missing: 'first' | null }
  | { what: 'add'; subscriber: number }
  | { what: 'remove'; subscriber: number }
  /** A member moves the subscriber to step number `place` of their version, modulo its length. */
  | { what: 'move'; subscriber: number; place: number }
  /** A member retries a failed step. */
  | { what: 'retry'; subscriber: number }
)

const EVENTS = new Set(['tag', 'untag', 'field', 'form', 'purchase', 'event', 'app', 'click', 'finish'])

/** Returns whether the jobs see both changes together. Only events can: other changes happen once all moves are done. */
export const isTogether = (change: Change, next: Change | undefined): boolean =>
  next !== undefined && 'burst' in change && change.burst && EVENTS.has(change.what) && EVENTS.has(next.what)

export const isSubscriberChange = (change: Change): change is { minute: number } & SubscriberChange => 'burst' in change

/** One line of a path. `exit`: only for passed steps. */
export interface PathLine {
  at: number
  event: 'entered' | 'passed' | 'moved' | 'failed' | 'completed' | 'left'
  /** `entered`: the trigger. `moved`: the goal, or the step after a migration. `completed` and `left`: null. */
  step: string | null
  exit?: string
}

/** A run as recorded by the model or the engine. */
export interface Path {
  automation: number
  lines: PathLine[]
  /** The subscriber's step at the end of the quarter. Null: the run ended. */
  now: { step: string | null } | null
}

/** Result for a subscriber. Paths are in the order of entering an automation. */
export interface Life {
  paths: Path[]
  tags: number[]
  fields: Record<number, string>
  state: 'active' | 'cancelled' | 'bounced'
  /** States of the sequences that they were added to and not removed from. */
  sequences: Record<number, 'active' | 'completed'>
  /** Number of queued emails, by automation. */
  emails: Record<number, number>
}

export const instantOfChange = ({ start, changes }: Scenario, number: number): number =>
  start + (changes[number]?.minute ?? 0) * MINUTE + number + 1

/**
 * Resolves freedoms of the decision as the engine did: the order of a subscriber's runs at one instant, and the trigger or goal of an
 * ambiguous event.
 */
export interface Guide {
  /** The branch of a random split: always the same for a subscriber. */
  branch: (automation: number, step: string) => string | undefined
  /** Line `number` of a run of this subscriber. `order` increases with the engine's work. */
  line: (automation: number, run: number, number: number) => (PathLine & { order: number }) | undefined
}

export interface Run {
  automation: number
  /** Index of the subscriber's run in this automation. */
  number: number
  /** The version that the subscriber is in. */
  definition: Definition
  state: 'ready' | 'waiting' | 'held' | 'completed' | 'left'
  step: string | null
  due: number | null
  arrived: number
  /** Pauses of the automation before the step began, in all. */
  paused: number
  /** Earlier events than entry and arrival have smaller numbers. */
  entered_order: number
  arrived_order: number
  /** The awaited event happened. */
  happened: boolean
  /** Number of failures of the step. */
  failures: number
  lines: PathLine[]
  /** Time of the event that let the subscriber enter. Null: by hand, or by another automation. */
  since: number | null
}

export interface Automation {
  /** The version that subscribers enter. */
  live: Definition
  paused_at: number | null
}

export const isOpen = ({ state }: Run): boolean => state !== 'completed' && state !== 'left'

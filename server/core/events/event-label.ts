import type { PublicEventType } from './events.ts'
import { EVENT_LABELS } from './labels.ts'

// Labels of events for pages, which must not load zod with the table of events.

/** Event types for webhooks and apps, in the order of the dashboard. */
export const PUBLIC_EVENTS = Object.keys(EVENT_LABELS) as PublicEventType[]

const LABELS: Readonly<Record<string, string>> = EVENT_LABELS

/** Describes an event type for creators. An obsolete type is its own label. */
export const eventLabel = (type: string): string => LABELS[type] ?? type

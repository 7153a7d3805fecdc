import type { PreviewEventType, PublicEventType } from './events.ts'
import { EVENT_LABELS } from './labels.ts'

// Labels of events for pages, which must not load zod with the table of events.

/** Public event types for webhook endpoints and apps, in the order of the dashboard. */
export const PUBLIC_EVENTS = Object.keys(EVENT_LABELS.public) as PublicEventType[]
export const PREVIEW_EVENTS = Object.keys(EVENT_LABELS.preview) as PreviewEventType[]

const LABELS: Readonly<Record<string, string>> = {
  ...EVENT_LABELS.public,
  ...EVENT_LABELS.preview,
  ...EVENT_LABELS.legacy,
}

/** Describes an event type for creators. An obsolete type is its own label. */
export const eventLabel = (type: string): string => LABELS[type] ?? type

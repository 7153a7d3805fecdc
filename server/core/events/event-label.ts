import type { PreviewEventType, PublicEventType } from './events.ts'
import { EVENT_LABELS } from './labels.ts'

// Labels of events, for pages: the table of events needs zod.

/** Event types that webhook endpoints and apps can subscribe to, in the order of the dashboard. */
export const PUBLIC_EVENTS = Object.keys(EVENT_LABELS.public) as PublicEventType[]
export const PREVIEW_EVENTS = Object.keys(EVENT_LABELS.preview) as PreviewEventType[]

const LABELS: Readonly<Record<string, string>> = {
  ...EVENT_LABELS.public,
  ...EVENT_LABELS.preview,
  ...EVENT_LABELS.legacy,
}

/** Returns what happened, in words for creators. A type that no longer exists is its own label. */
export const eventLabel = (type: string): string => LABELS[type] ?? type

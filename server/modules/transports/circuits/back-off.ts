import { isGreylisting, type ReplyClass } from '../../../mail/smtp/reply.ts'

// A receiving domain that defers gets no messages for a time, by this transport. Other domains are not affected.

/** Deferrals in a row without an accepted message, after which the domain is left alone. */
const MAX_DEFERRALS = { about_us: 3, temporary: 10 }

const PAUSE_MINUTES = [1, 2, 4, 8, 16, 30, 60]

/** Known facts about a receiving domain that defers. */
export interface BackOff {
  /** The last reply. */
  reply: string
  deferrals: number
  since: Date
  pauses: number
  /** No message before this time; null while there were too few deferrals. */
  until: Date | null
}

/** Returns the back-off after a deferral (4xx). Replies about one mailbox and greylisting say nothing about the others. */
export function afterDeferral(
  known: BackOff | undefined,
  { about, reply, now }: { about: ReplyClass; reply: string; now: Date },
): BackOff | undefined {
  if ((about !== 'sender_refused' && about !== 'temporary') || isGreylisting(reply)) return known
  const next: BackOff = {
    reply,
    deferrals: (known?.deferrals ?? 0) + 1,
    since: known?.since ?? now,
    pauses: known?.pauses ?? 0,
    until: known?.until ?? null,
  }
  // Messages that were on their way when it began do not lengthen it.
  if (next.until && next.until > now) return next
  const limit = about === 'sender_refused' ? MAX_DEFERRALS.about_us : MAX_DEFERRALS.temporary
  // After a pause, one deferral of the same kind shows that it was too short.
  if (next.pauses === 0 && next.deferrals < limit) return next
  const minutes = PAUSE_MINUTES[Math.min(next.pauses, PAUSE_MINUTES.length - 1)] ?? 1
  return { ...next, pauses: next.pauses + 1, until: new Date(+now + minutes * 60_000) }
}

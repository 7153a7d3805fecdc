import { isGreylisting, type ReplyClass } from '../../../mail/smtp/reply.ts'

// A receiving domain that defers gets no messages over this transport for a time. Other domains are not affected.

/** Number of consecutive deferrals without an accepted message after which sending to the domain pauses. */
const MAX_DEFERRALS = { about_us: 3, temporary: 10 }

const PAUSE_MINUTES = [1, 2, 4, 8, 16, 30, 60]

/** State of a receiving domain that defers. */
export interface BackOff {
  /** The last reply. */
  reply: string
  deferrals: number
  since: Date
  pauses: number
  /** No message is sent before this time. Null while there are too few deferrals. */
  until: Date | null
}

/**
 * Returns the back-off after a deferral (4xx). Replies about one mailbox and greylisting do not count, because they say nothing about other
 * messages.
 */
export function afterDeferral(
  previous: BackOff | undefined,
  { about, reply, now }: { about: ReplyClass; reply: string; now: Date },
): BackOff | undefined {
  if ((about !== 'sender_refused' && about !== 'temporary') || isGreylisting(reply)) return previous
  const next: BackOff = {
    reply,
    deferrals: (previous?.deferrals ?? 0) + 1,
    since: previous?.since ?? now,
    pauses: previous?.pauses ?? 0,
    until: previous?.until ?? null,
  }
  // Messages in transit when the pause began do not prolong it.
  if (next.until && next.until > now) return next
  const limit = about === 'sender_refused' ? MAX_DEFERRALS.about_us : MAX_DEFERRALS.temporary
  // After a pause, one deferral of the same kind shows that the pause was too short.
  if (next.pauses === 0 && next.deferrals < limit) return next
  const minutes = PAUSE_MINUTES[Math.min(next.pauses, PAUSE_MINUTES.length - 1)] ?? 1
  return { ...next, pauses: next.pauses + 1, until: new Date(+now + minutes * 60_000) }
}

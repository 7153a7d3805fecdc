import { MAX_EVENTS } from '../../../core/events/outbox.ts'

const MAX_BYTES = 512 * 1024

export interface Sized {
  id: number
  size: number
}

export interface Batch {
  event_ids: number[]
  bytes: number
}

/** Groups events, in order, into deliveries of at most 100 events and 512 KB. A larger event gets its own delivery. */
export function batchesOf(events: readonly Sized[]): Batch[] {
  const batches: Batch[] = []
  let last: Batch | undefined
  for (const { id, size } of events) {
    if (!last || last.event_ids.length >= MAX_EVENTS || last.bytes + size > MAX_BYTES) {
      last = { event_ids: [], bytes: 0 }
      batches.push(last)
    }
    last.event_ids.push(id)
    last.bytes += size
  }
  return batches
}

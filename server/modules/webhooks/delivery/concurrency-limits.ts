import type { Health } from './endpoint-queue.ts'

/** Limits of one process by endpoint health, so unresponsive endpoints never use up what the others need. */
export interface RequestLimits {
  /** Requests in flight. Requests that turn out to hang then count as failing, and may exceed that limit. */
  requests: Record<Health, number>
  /** Number of claimed endpoint queues. */
  queues: Record<Health, number>
}

export const LIMITS: RequestLimits = {
  requests: { new: 400, proven: 800, failing: 200 },
  queues: { new: 400, proven: 1_000, failing: 400 },
}

/** Maximum total requests in flight. */
const MAX_REQUESTS = 4_000

/** Maximum requests in flight to one endpoint: before its first success, while it succeeds, and while it fails. */
export const MAX_PER_ENDPOINT: Record<Health, number> = { new: 2, proven: 8, failing: 1 }

interface QueueState {
  /** Other processes see a change after the queue is released. */
  health: Health
  in_flight: number
  /** Time of the endpoint's last response, or of the first request after a pause. */
  answered_at: number
  /** It succeeded since the claim. Even a proven endpoint first gets a single request, because it may hang by now. */
  has_succeeded: boolean
}

/** Counts requests in flight by endpoint health. */
export class ConcurrencyLimits {
  readonly #limits: RequestLimits['requests']
  readonly #in_flight: Record<Health, number> = { new: 0, proven: 0, failing: 0 }

  constructor(limits: RequestLimits['requests']) {
    this.#limits = limits
  }

  get in_flight(): number {
    return this.#in_flight.new + this.#in_flight.proven + this.#in_flight.failing
  }

  hasRoomFor({ health, in_flight, has_succeeded }: QueueState): boolean {
    const most = health === 'proven' && !has_succeeded ? 1 : MAX_PER_ENDPOINT[health]
    return in_flight < most && this.#in_flight[health] < this.#limits[health] && this.in_flight < MAX_REQUESTS
  }

  start(queue: QueueState): void {
    if (queue.in_flight === 0) queue.answered_at = performance.now()
    queue.in_flight++
    this.#in_flight[queue.health]++
  }

  /** Ends a request. All requests of the queue then count under `health`. */
  end(queue: QueueState, health: Health): void {
    queue.in_flight--
    this.#in_flight[queue.health]--
    queue.answered_at = performance.now()
    queue.has_succeeded = health === 'proven'
    this.#setHealth(queue, health)
  }

  /** Counts queues without a response for `silence_ms` as failing, so they do not block others until their requests time out. */
  markSilentAsFailing(queues: Iterable<QueueState>, silence_ms: number): void {
    const before = performance.now() - silence_ms
    for (const queue of queues) if (queue.in_flight > 0 && queue.answered_at < before) this.#setHealth(queue, 'failing')
  }

  #setHealth(queue: QueueState, health: Health): void {
    this.#in_flight[queue.health] -= queue.in_flight
    this.#in_flight[health] += queue.in_flight
    queue.health = health
  }
}

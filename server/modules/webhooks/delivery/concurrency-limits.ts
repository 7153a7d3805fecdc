import type { Health } from './endpoint-queue.ts'

/** Of the whole process, by how hooks stand: those that hang, known or not, never take what the others need. */
export interface RequestLimits {
  /** Requests at once. Those that turn out to hang move over to the failing, which may then be more than would be begun. */
  requests: Record<Health, number>
  /** Hooks held at once. */
  queues: Record<Health, number>
}

export const LIMITS: RequestLimits = {
  requests: { new: 400, proven: 800, failing: 200 },
  queues: { new: 400, proven: 1_000, failing: 400 },
}

/** Requests at once, whatever they are. */
const MAX_REQUESTS = 4_000

/** Requests at once to one endpoint: until it has taken one, while it takes them, and while it fails. */
export const MAX_PER_ENDPOINT: Record<Health, number> = { new: 2, proven: 8, failing: 1 }

interface QueueState {
  /** What is known now; others learn it when the lane is given back. */
  health: Health
  /** Requests on their way. */
  in_flight: number
  /** When the endpoint last answered, or was first asked after a pause. */
  answered_at: number
  /** Took something since it was claimed: a proven one is asked once before it has its places, since it may hang by now. */
  has_succeeded: boolean
}

/** Counts the requests that are on their way. */
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

  /** An answer, or none after all. All that the queue has on its way counts among those of its health from now on. */
  end(queue: QueueState, health: Health): void {
    queue.in_flight--
    this.#in_flight[queue.health]--
    queue.answered_at = performance.now()
    queue.has_succeeded = health === 'proven'
    this.#setHealth(queue, health)
  }

  /** Who keeps silent must not keep places and lanes from sound ones until the requests have timed out. */
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

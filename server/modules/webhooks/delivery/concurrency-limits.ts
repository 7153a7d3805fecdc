import type { Health } from './endpoint-queue.ts'

/** Of the whole process, by how hooks stand: those that hang, known or not, never take what the others need. */
export interface Limits {
  /** Requests at once. Those that turn out to hang move over to the failing, which may then be more than would be begun. */
  places: Record<Health, number>
  /** Hooks held at once. */
  lanes: Record<Health, number>
}

export const LIMITS: Limits = {
  places: { new: 400, proven: 800, failing: 200 },
  lanes: { new: 400, proven: 1_000, failing: 400 },
}

/** Requests at once, whatever they are. */
const MOST = 4_000

/** Requests at once to one endpoint: until it has taken one, while it takes them, and while it fails. */
export const OF_ONE: Record<Health, number> = { new: 2, proven: 8, failing: 1 }

interface Sender {
  /** What is known now; others learn it when the lane is given back. */
  standing: Health
  /** Requests on their way. */
  sending: number
  /** When the endpoint last answered, or was first asked after a pause. */
  heard_at: number
  /** Took something since it was claimed: a proven one is asked once before it has its places, since it may hang by now. */
  is_sound: boolean
}

/** Counts the requests that are on their way. */
export class ConcurrencyLimits {
  readonly #limits: Limits['places']
  readonly #taken: Record<Health, number> = { new: 0, proven: 0, failing: 0 }

  constructor(limits: Limits['places']) {
    this.#limits = limits
  }

  get taken(): number {
    return this.#taken.new + this.#taken.proven + this.#taken.failing
  }

  isFreeFor({ standing, sending, is_sound }: Sender): boolean {
    const of_one = standing === 'proven' && !is_sound ? 1 : OF_ONE[standing]
    return sending < of_one && this.#taken[standing] < this.#limits[standing] && this.taken < MOST
  }

  take(sender: Sender): void {
    if (sender.sending === 0) sender.heard_at = performance.now()
    sender.sending++
    this.#taken[sender.standing]++
  }

  /** An answer, or none after all. All that the sender has on its way counts among those of its standing from now on. */
  leave(sender: Sender, standing: Health): void {
    sender.sending--
    this.#taken[sender.standing]--
    sender.heard_at = performance.now()
    sender.is_sound = standing === 'proven'
    this.#regard(sender, standing)
  }

  /** Who keeps silent must not keep places and lanes from sound ones until the requests have timed out. */
  suspect(senders: Iterable<Sender>, patience_ms: number): void {
    const before = performance.now() - patience_ms
    for (const sender of senders) if (sender.sending > 0 && sender.heard_at < before) this.#regard(sender, 'failing')
  }

  #regard(sender: Sender, standing: Health): void {
    this.#taken[sender.standing] -= sender.sending
    this.#taken[standing] += sender.sending
    sender.standing = standing
  }
}

import { isHalfOpen, isOpen } from './circuits/circuit.ts'
import { circuitOf } from './circuits/circuit-rows.ts'
import type { Transport } from './open-transports.ts'

/**
 * Returns the transports for a sending domain, best first: transports that name the domain, transports for all domains, then transports
 * with weight 0. A later rank is used only while no transport of an earlier one is usable.
 */
export function ranksFor(transports: readonly Transport[], domain: string): Transport[][] {
  const carrying = transports.filter(({ settings }) => settings.domains?.includes(domain) ?? true)
  const rankOf = ({ settings: { domains, weight } }: Transport) => (weight === 0 ? 2 : domains ? 0 : 1)
  return [0, 1, 2]
    .map((rank) => carrying.filter((transport) => rankOf(transport) === rank))
    .filter((rank) => rank.length > 0)
}

/** Distributes messages over transports by weight, evenly at every moment and deterministically. */
export class WeightedChoice {
  readonly #credit = new Map<Transport, number>()

  next(transports: readonly Transport[]): Transport | undefined {
    let best: Transport | undefined
    let total = 0
    for (const transport of transports) {
      const weight = transport.settings.weight || 1
      total += weight
      const credit = (this.#credit.get(transport) ?? 0) + weight
      this.#credit.set(transport, credit)
      if (!best || credit > (this.#credit.get(best) ?? 0)) best = transport
    }
    if (best) this.#credit.set(best, (this.#credit.get(best) ?? 0) - total)
    return best
  }
}

export const isUsable = (transport: Transport, account_id: number, now: Date): boolean =>
  !isOpen(circuitOf(transport, account_id, now), now)

export const needsProbe = (transport: Transport, account_id: number, now: Date): boolean =>
  isHalfOpen(circuitOf(transport, account_id, now), now)

import type { Inngest, InngestFunction } from 'inngest'
import { expect } from 'vitest'
import type { EventInput } from '../engine/queue/queue.ts'
import { until } from '../testing/harness.ts'

/** The operations that the suite needs from an engine. It observes everything else inside the functions that the engine runs. */
export interface ConformanceEngine {
  name: string
  inngest: Inngest<{ id: string }>
  start: (functions: InngestFunction.Any[]) => Promise<void>
  send: (events: EventInput[]) => Promise<unknown>
  /** Makes the cron of a function fire now, where the engine's clock allows it. */
  hurryCron: (function_id: string) => Promise<void>
  stop: () => Promise<void>
  /** Also passed to the product's jobs (`JobServices`). */
  singleton_kept_ms: number
  /** Number of cases that run at the same time. */
  concurrency: number
  /** Milliseconds that a case waits for a promise of the engine. */
  patience_ms: number
  /** Milliseconds after its cause during which a forbidden effect may still appear. */
  quiet_ms: number
}

/** A run that has ended, as reported by the engine's events. */
export interface Ended {
  run_id: string
  state: 'completed' | 'failed'
  result: unknown
  error: { name: string; message: string } | undefined
}

interface EndEvent {
  name: string
  data: {
    function_id: string
    run_id: string
    result?: unknown
    error?: { name?: string; message?: string }
    _inngest: { status: string }
  }
}

/** Collects both engines' events about ended runs, in one function for all cases. */
export class Ends {
  readonly #all = new Map<string, Ended & { function_id: string; names: Set<string> }>()

  note({ name, data }: EndEvent): void {
    const { function_id, run_id, result = null, error, _inngest } = data
    const known = this.#all.get(run_id)
    if (known) return void known.names.add(name)
    const state = _inngest.status.toLowerCase() as Ended['state']
    const shown = error && { name: error.name ?? '', message: error.message ?? '' }
    this.#all.set(run_id, { function_id, run_id, state, result, error: shown, names: new Set([name]) })
  }

  of(function_id: string): Ended[] {
    return [...this.#all.values()].filter((end) => end.function_id === function_id)
  }

  /** Returns the names of the events of a run's end, without their common prefix. */
  names(run_id: string): string[] {
    return [...(this.#all.get(run_id)?.names ?? [])].map((name) => name.replace('inngest/function.', '')).sort()
  }

  function(inngest: Inngest<{ id: string }>): InngestFunction.Any {
    const condition = `event.data.function_id.startsWith('${inngest.id}-c')`
    return inngest.createFunction(
      {
        id: 'ends',
        retries: 0,
        triggers: ['finished', 'failed'].map((end) => ({
          event: `inngest/function.${end}`,
          if: condition,
        })),
      },
      ({ event }) => this.note(event as unknown as EndEvent),
    )
  }
}

/** The events and functions of one case, under names that no other case and no earlier run of the suite uses. */
export class Stage {
  readonly engine: ConformanceEngine
  readonly #prefix: string
  readonly #session: string
  readonly #ends: Ends

  constructor(engine: ConformanceEngine, ends: Ends, { number, session }: { number: number; session: string }) {
    this.engine = engine
    this.#ends = ends
    this.#session = session
    this.#prefix = `c${number}`
  }

  get inngest(): Inngest<{ id: string }> {
    return this.engine.inngest
  }

  id = (name: string): string => `${this.#prefix}-${name}`
  // The SDK types an event's data by its name. One literal type allows any data.
  event = (name: string) => `conformance/${this.#prefix}.${name}.${this.#session}` as 'conformance'
  function_id = (name: string): string => `${this.inngest.id}-${this.id(name)}`

  on = (name: string): { triggers: [{ event: 'conformance' }] } => ({ triggers: [{ event: this.event(name) }] })

  /** Sends one event for each `data`, in one request. */
  send = (name: string, ...data: Record<string, unknown>[]): Promise<unknown> =>
    this.engine.send((data.length > 0 ? data : [{}]).map((one) => ({ name: this.event(name), data: one })))

  /** Waits until a function has `count` ended runs. */
  ended(name: string, count = 1): Promise<Ended[]> {
    return this.until(() => {
      const ends = this.#ends.of(this.function_id(name))
      return ends.length >= count && ends
    }, `${count} ended runs of ${name}`)
  }

  endsOf = (name: string): Ended[] => this.#ends.of(this.function_id(name))
  endNames = (run_id: string): string[] => this.#ends.names(run_id)

  until = <T>(probe: () => Promise<T | undefined | false> | T | undefined | false, what: string): Promise<T> =>
    until(probe, what, this.engine.patience_ms)

  /** Waits long enough to show that something does not happen. */
  quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, this.engine.quiet_ms))

  /** Checks the results of a function's completed runs, in any order. */
  async expectResults(name: string, results: unknown[]): Promise<void> {
    const ends = await this.ended(name, results.length)
    expect(ends.map(({ state }) => state)).toEqual(results.map(() => 'completed'))
    expect(sorted(ends.map(({ result }) => result))).toEqual(sorted(results))
  }
}

const sorted = (values: unknown[]) => values.map((value) => JSON.stringify(value, inOrder)).sort()

/** Sorts keys, because engines may order the keys of an object differently. */
const inOrder = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** One promise of the engine: the functions that rely on it, and a play that fails if the engine breaks it. */
export interface Case {
  /** The tested fact, as the name of the test. */
  fact: string
  set: (stage: Stage) => { functions: InngestFunction.Any[]; play: () => Promise<void> }
}

import { expect } from 'vitest'
import { z } from 'zod'
import { systemCtx } from '../../core/context.ts'
import { HANDED_ON, job } from '../job.ts'
import { silent } from '../testing/harness.ts'
import type { Case } from './stage.ts'

/** Work shared by consecutive runs of one key: each does one part, and the last part finishes it. */
class Relayed {
  readonly #left = new Map<string, number>()
  readonly #inside = new Set<string>()
  overlaps = 0

  constructor(keys: string[], parts: number) {
    for (const key of keys) this.#left.set(key, parts)
  }

  work(key: string): void {
    this.#left.set(key, (this.#left.get(key) ?? 0) - 1)
  }

  isUnfinished = (key: string): boolean => (this.#left.get(key) ?? 0) > 0
  get unfinished(): string[] {
    return [...this.#left.keys()].filter(this.isUnfinished)
  }

  enter(key: string): void {
    if (this.#inside.has(key)) this.overlaps++
    this.#inside.add(key)
  }

  leave(key: string): void {
    this.#inside.delete(key)
  }
}

export const singletonCases: Case[] = [
  {
    fact: 'a singleton that skips drops events of a key while its run is open, and accepts them once the run has ended',
    set: (stage) => {
      const skip = stage.inngest.createFunction(
        {
          id: stage.id('skip'),
          ...stage.on('go'),
          singleton: { mode: 'skip', key: 'event.data.k' },
        },
        async ({ step, event }) => {
          const stop = { event: stage.event('stop'), if: 'async.data.k == event.data.k', timeout: '1h' }
          if (event.data.long) await step.waitForEvent('stop', stop)
          return event.data.n
        },
      )
      return {
        functions: [skip],
        play: async () => {
          await stage.send('go', { k: 'a', n: 1, long: true })
          await stage.quiet()
          await stage.send('go', { k: 'a', n: 2 })
          await stage.send('go', { k: 'b', n: 3 })
          await stage.expectResults('skip', [3])
          await stage.quiet()
          await stage.send('stop', { k: 'a' })
          await stage.ended('skip', 2)
          await stage.quiet()
          await stage.send('go', { k: 'a', n: 4 })
          const runs = await stage.ended('skip', 3)
          expect(runs.map(({ result }) => result)).toEqual([3, 1, 4])
        },
      }
    },
  },
  {
    fact: 'a singleton that requests its successor while it is open finishes all its work, one run at a time',
    set: (stage) => {
      const keys = Array.from({ length: 12 }, (_, n) => `key ${n}`)
      const work = new Relayed(keys, 6)
      const event_name = stage.event('go')
      const definition = job(
        {
          id: stage.id('hand-on'),
          on: event_name,
          data: z.looseObject({ account_id: z.int(), key: z.string() }),
          singleton: {
            mode: 'skip',
            key: 'event.data.key',
            unfinished: async (_ctx, { key }) => work.isUnfinished(key),
          },
        },
        async (_ctx, { account_id, key }, step) => {
          await step.run('work', () => {
            work.enter(key)
            work.work(key)
          })
          // Skipped, because this run still has the singleton.
          await step.sendEvent('hand on', { name: event_name, data: { account_id, key } })
          await step.run('leave', () => work.leave(key))
          return HANDED_ON
        },
      )
      const services = {
        pool: undefined as never,
        now: () => new Date(),
        log: silent,
        systemCtx,
        singleton_kept_ms: stage.engine.singleton_kept_ms,
      }
      return {
        functions: definition.create(stage.inngest, services),
        play: async () => {
          await stage.send('go', ...keys.map((key) => ({ account_id: 1, key })))
          await stage.until(() => work.unfinished.length === 0, 'all work to be done')
          await stage.quiet()
          expect(work.overlaps).toBe(0)
        },
      }
    },
  },
]

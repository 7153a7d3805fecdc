import { expect } from 'vitest'
import { gate } from '../testing/harness.ts'
import type { Case } from './stage.ts'

export const flowCases: Case[] = [
  {
    fact: 'concurrency with a key limits the runs of each value at a time, and all runs finish',
    set: (stage) => {
      const { pass, most, total, open } = gate(stage.engine.patience_ms)
      const limited = stage.inngest.createFunction(
        { id: stage.id('limited'), ...stage.on('go'), concurrency: { limit: 2, key: 'event.data.account' } },
        async ({ event }) => {
          await pass(event.data.account)
          return event.data.n
        },
      )
      return {
        functions: [limited],
        play: async () => {
          const events = (account: string, count: number) => Array.from({ length: count }, (_, n) => ({ account, n }))
          await stage.send('go', ...events('a', 5), ...events('b', 3))
          await stage.until(() => total() === 4, 'two runs of each account')
          await stage.quiet()
          expect(total()).toBe(4)
          open()
          await stage.expectResults('limited', [0, 1, 2, 3, 4, 0, 1, 2])
          expect(Object.fromEntries(most)).toEqual({ a: 2, b: 2 })
        },
      }
    },
  },
  {
    fact: 'two concurrency limits apply together',
    set: (stage) => {
      const { pass, most, total, open } = gate(stage.engine.patience_ms)
      const both = stage.inngest.createFunction(
        {
          id: stage.id('both'),
          ...stage.on('go'),
          concurrency: [{ limit: 3 }, { limit: 2, key: 'event.data.k' }],
        },
        async ({ event }) => {
          await Promise.all([pass('all'), pass(event.data.k)])
        },
      )
      return {
        functions: [both],
        play: async () => {
          await stage.send('go', ...['a', 'a', 'a', 'b', 'b', 'c'].map((k) => ({ k })))
          // Each run passes two gates.
          await stage.until(() => total() === 6, 'three runs')
          await stage.quiet()
          open()
          await stage.ended('both', 6)
          expect(most.get('all')).toBe(3)
          expect(['a', 'b', 'c'].every((k) => (most.get(k) ?? 0) <= 2)).toBe(true)
        },
      }
    },
  },
  {
    fact: 'a sleeping or waiting run takes no slot of its concurrency limit',
    set: (stage) => {
      const nap = stage.inngest.createFunction(
        { id: stage.id('nap'), ...stage.on('go'), concurrency: 1 },
        async ({ step, event }) => {
          if (event.data.kind === 'sleep') await step.sleep('nap', '1h')
          if (event.data.kind === 'wait')
            await step.waitForEvent('never', { event: stage.event('never'), timeout: '1h' })
          return 'awake'
        },
      )
      return {
        functions: [nap],
        play: async () => {
          await stage.send('go', { kind: 'sleep' }, { kind: 'wait' })
          await stage.send('go', { kind: 'work' })
          const [first] = await stage.ended('nap')
          expect(first).toMatchObject({ state: 'completed', result: 'awake' })
        },
      }
    },
  },
  {
    fact: 'a batch starts when it is full or its timeout ends, by key',
    set: (stage) => {
      const batch = stage.inngest.createFunction(
        {
          id: stage.id('batch'),
          ...stage.on('go'),
          batchEvents: { maxSize: 3, timeout: '2s', key: 'event.data.k' },
        },
        ({ events }) => events.map(({ data }) => data.k).join(''),
      )
      return {
        functions: [batch],
        play: async () => {
          await stage.send('go', ...['b', 'a', 'a', 'a', 'a'].map((k) => ({ k })))
          await stage.expectResults('batch', ['aaa', 'a', 'b'])
        },
      }
    },
  },
]

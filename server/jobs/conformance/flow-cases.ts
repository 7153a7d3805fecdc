import { expect } from 'vitest'
import { gate } from '../testing/harness.ts'
import type { Case } from './stage.ts'

export const flowCases: Case[] = [
  {
    fact: 'concurrency with a key lets so many runs of each value work at a time, and all in the end',
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
    fact: 'two concurrency limits hold together',
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
    fact: 'a sleeping or waiting run takes no place of its concurrency limit',
    set: (stage) => {
      const nap = stage.inngest.createFunction(
        { id: stage.id('nap'), ...stage.on('go'), concurrency: 1, cancelOn: [{ event: stage.event('stop') }] },
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
          await stage.send('stop')
          await stage.ended('nap', 3)
        },
      }
    },
  },
  {
    fact: 'a run of higher priority overtakes those that wait for a place',
    set: (stage) => {
      const { pass, open, total } = gate(stage.engine.patience_ms)
      const order: string[] = []
      const prio = stage.inngest.createFunction(
        {
          id: stage.id('prio'),
          ...stage.on('go'),
          concurrency: 1,
          priority: { run: 'event.data.vip == true ? 100 : 0' },
        },
        async ({ event }) => {
          order.push(event.data.name)
          await pass('one')
        },
      )
      return {
        functions: [prio],
        play: async () => {
          await stage.send('go', { name: 'first' })
          await stage.until(() => total() === 1, 'the first run')
          await stage.send('go', { name: 'second' }, { name: 'third' })
          await stage.send('go', { name: 'vip', vip: true })
          await stage.quiet()
          open()
          await stage.ended('prio', 4)
          expect(order.slice(0, 2)).toEqual(['first', 'vip'])
          expect(order.slice(2).sort()).toEqual(['second', 'third'])
        },
      }
    },
  },
  {
    fact: 'idempotency starts one run per key; a key that is missing does not deduplicate',
    set: (stage) => {
      const idem = stage.inngest.createFunction(
        { id: stage.id('idem'), ...stage.on('go'), idempotency: 'event.data.key' },
        ({ event }) => event.data.key ?? 'none',
      )
      return {
        functions: [idem],
        play: async () => {
          await stage.send('go', { key: 'x' }, { key: 'x' }, { key: 'y' })
          await stage.send('go', { key: 'x' })
          await stage.ended('idem', 2)
          await stage.quiet()
          await stage.expectResults('idem', ['x', 'y'])
        },
      }
    },
  },
  {
    fact: 'a batch starts when it is full or when its time is over, by key',
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
  {
    fact: 'a debounce starts one run per key, with the latest event; a timeout bounds the wait',
    set: (stage) => {
      const calm = stage.inngest.createFunction(
        { id: stage.id('calm'), ...stage.on('go'), debounce: { period: '4s', key: 'event.data.k' } },
        ({ event }) => event.data.n,
      )
      const bounded = stage.inngest.createFunction(
        { id: stage.id('bounded'), ...stage.on('go'), debounce: { period: '1h', timeout: '2s' } },
        ({ event }) => event.data.n,
      )
      return {
        functions: [calm, bounded],
        play: async () => {
          // The time of an event decides which is the latest: engines may process them out of order.
          const ts = Date.now()
          const event = (k: string, n: number) => ({ name: stage.event('go'), data: { k, n }, ts: ts + n })
          // Together: on a slow machine a pause between them could outlast the period.
          await stage.engine.send([event('a', 1), event('a', 2), event('a', 3), event('b', 4)])
          await stage.expectResults('calm', [3, 4])
          await stage.ended('bounded')
        },
      }
    },
  },
  {
    fact: 'a rate limit spreads runs evenly over its period and drops the rest, per key',
    set: (stage) => {
      const rate = stage.inngest.createFunction(
        { id: stage.id('rate'), ...stage.on('go'), rateLimit: { limit: 2, period: '6s', key: 'event.data.k' } },
        ({ event }) => event.data.k,
      )
      return {
        functions: [rate],
        play: async () => {
          await stage.send('go', ...['a', 'a', 'b'].map((k) => ({ k })))
          await stage.ended('rate', 2)
          await stage.quiet()
          await stage.expectResults('rate', ['a', 'b'])
          await new Promise((resolve) => setTimeout(resolve, 3_500))
          await stage.send('go', { k: 'a' }, { k: 'a' })
          await stage.ended('rate', 3)
          await stage.quiet()
          await stage.expectResults('rate', ['a', 'a', 'b'])
        },
      }
    },
  },
]

import { expect } from 'vitest'
import type { Step } from '../job.ts'
import { pauseUntil } from '../pause.ts'
import type { Case } from './stage.ts'

export const messageCases: Case[] = [
  {
    fact: 'a trigger with a condition accepts only matching events; a missing field does not match',
    set: (stage) => {
      const big = stage.inngest.createFunction(
        { id: stage.id('big'), triggers: [{ event: stage.event('go'), if: 'event.data.n > 5' }] },
        ({ event }) => event.data.n,
      )
      const all = stage.inngest.createFunction({ id: stage.id('all'), ...stage.on('go') }, () => 'all')
      return {
        functions: [big, all],
        play: async () => {
          await stage.send('go', { n: 9 }, { n: 1 }, {})
          await stage.expectResults('all', ['all', 'all', 'all'])
          await stage.quiet()
          await stage.expectResults('big', [9])
        },
      }
    },
  },
  {
    fact: 'a function may have several triggers, and one event may start several functions',
    set: (stage) => {
      const either = stage.inngest.createFunction(
        { id: stage.id('either'), triggers: [{ event: stage.event('one') }, { event: stage.event('two') }] },
        ({ event }) => event.name === stage.event('two'),
      )
      const also = stage.inngest.createFunction({ id: stage.id('also'), ...stage.on('one') }, () => 'also')
      return {
        functions: [either, also],
        play: async () => {
          await stage.send('one')
          await stage.send('two')
          await stage.expectResults('either', [false, true])
          await stage.expectResults('also', ['also'])
        },
      }
    },
  },
  {
    fact: 'an event id starts a function once, within a request and across requests',
    set: (stage) => {
      const once = stage.inngest.createFunction({ id: stage.id('once'), ...stage.on('go') }, ({ event }) => event.id)
      return {
        functions: [once],
        play: async () => {
          const event = { id: stage.event('same'), name: stage.event('go'), data: {} }
          await stage.engine.send([event, event])
          await stage.ended('once')
          await stage.engine.send([event])
          await stage.quiet()
          await stage.expectResults('once', [event.id])
        },
      }
    },
  },
  {
    fact: 'sendEvent inside a run fans out, and a run that continues later does not send again',
    set: (stage) => {
      const parent = stage.inngest.createFunction({ id: stage.id('parent'), ...stage.on('fan') }, async ({ step }) => {
        const { ids } = await step.sendEvent(
          'children',
          [1, 2, 3].map((n) => ({ name: stage.event('child'), data: { n } })),
        )
        await step.sleep('pause', '1s')
        return ids.length
      })
      const child = stage.inngest.createFunction(
        { id: stage.id('child'), ...stage.on('child') },
        ({ event }) => event.data.n,
      )
      return {
        functions: [parent, child],
        play: async () => {
          await stage.send('fan')
          await stage.expectResults('parent', [3])
          await stage.quiet()
          await stage.expectResults('child', [1, 2, 3])
        },
      }
    },
  },
  {
    fact: 'waitForEvent returns the event that matches',
    set: (stage) => {
      let waiting_count = 0
      const paid = { event: stage.event('paid'), timeout: '1h' }
      // An engine may miss an event that came before the wait. The parallel step shows that the engine knows both.
      const order = stage.inngest.createFunction({ id: stage.id('order'), ...stage.on('order') }, async ({ step }) => {
        const [payment] = await Promise.all([
          step.waitForEvent('payment', { ...paid, match: 'data.order' }),
          step.run('ask', () => waiting_count++),
        ])
        return payment?.data.amount
      })
      const large = stage.inngest.createFunction({ id: stage.id('large'), ...stage.on('order') }, async ({ step }) => {
        const [payment] = await Promise.all([
          step.waitForEvent('large payment', {
            ...paid,
            if: 'async.data.amount > 100 && async.data.order == event.data.order',
          }),
          step.run('ask', () => waiting_count++),
        ])
        return payment?.data.amount
      })
      return {
        functions: [order, large],
        play: async () => {
          await stage.send('order', { order: 1 }, { order: 2 })
          await stage.until(() => waiting_count === 4, 'all runs to wait')
          await stage.quiet()
          await stage.send('paid', { order: 3, amount: 300 }, { order: 2, amount: 20 })
          await stage.send('paid', { order: 1, amount: 10 })
          await stage.expectResults('order', [20, 10])
          await stage.quiet()
          expect(stage.endsOf('large')).toEqual([])
          await stage.send('paid', { order: 1, amount: 111 }, { order: 2, amount: 222 })
          await stage.expectResults('large', [111, 222])
        },
      }
    },
  },
  {
    fact: 'a wait finds the event sent by a parallel step, repeatedly',
    set: (stage) => {
      const TURNS = 5
      const turns = stage.inngest.createFunction({ id: stage.id('turns'), ...stage.on('go') }, async ({ step }) => {
        for (let turn = 1; turn <= TURNS; turn++) {
          await step.run(`work ${turn}`, () => turn)
          await pauseUntil(step as Step, `pause ${turn}`, {
            event: stage.event('wake'),
            if: 'async.data.n == event.data.n',
            timeout_ms: 3_600_000,
            look: () => stage.send('wake', { n: 1 }),
          })
        }
        return 'woken'
      })
      return {
        functions: [turns],
        play: async () => {
          await stage.send('go', { n: 1 })
          await stage.expectResults('turns', ['woken'])
        },
      }
    },
  },
  {
    fact: 'waitForEvent returns null when no event arrives in time',
    set: (stage) => {
      const vain = stage.inngest.createFunction({ id: stage.id('vain'), ...stage.on('go') }, async ({ step }) => {
        const answer = await step.waitForEvent('never', { event: stage.event('never'), timeout: '1s' })
        return { answer }
      })
      return {
        functions: [vain],
        play: async () => {
          await stage.send('go')
          await stage.expectResults('vain', [{ answer: null }])
        },
      }
    },
  },
]

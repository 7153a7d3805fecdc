import { expect } from 'vitest'
import { gate } from '../testing/harness.ts'
import type { Case } from './stage.ts'

export const endingCases: Case[] = [
  {
    fact: 'cancelOn ends the run that matches and no other, whether it sleeps or waits',
    set: (stage) => {
      let begun = 0
      const matched = stage.inngest.createFunction(
        { id: stage.id('matched'), ...stage.on('go'), cancelOn: [{ event: stage.event('stop'), match: 'data.id' }] },
        async ({ step, event }) => {
          await step.run('begin', () => begun++)
          await step.sleep('long', event.data.id === 1 ? '1h' : '3s')
          return 'kept'
        },
      )
      const conditional = stage.inngest.createFunction(
        {
          id: stage.id('conditional'),
          ...stage.on('go'),
          cancelOn: [{ event: stage.event('stop'), if: 'async.data.above < event.data.id' }],
        },
        async ({ step, event }) => {
          await step.run('begin', () => begun++)
          const timeout = event.data.id === 2 ? '1h' : '3s'
          await step.waitForEvent('never', { event: stage.event('never'), timeout })
          return 'kept'
        },
      )
      return {
        functions: [matched, conditional],
        play: async () => {
          await stage.send('go', { id: 1 }, { id: 2 })
          await stage.until(() => begun === 4, 'the runs to begin')
          await stage.send('stop', { id: 1, above: 1 })
          for (const name of ['matched', 'conditional']) {
            const ends = await stage.ended(name, 2)
            expect(ends.map(({ state }) => state).sort()).toEqual(['cancelled', 'completed'])
            expect(ends.find(({ state }) => state === 'completed')?.result).toBe('kept')
          }
        },
      }
    },
  },
  {
    fact: 'a run that is cancelled inside a step stops after it',
    set: (stage) => {
      const ran: string[] = []
      const { pass, open, total } = gate(stage.engine.patience_ms)
      const busy = stage.inngest.createFunction(
        { id: stage.id('busy'), ...stage.on('go'), cancelOn: [{ event: stage.event('stop') }] },
        async ({ step }) => {
          await step.run('one', async () => {
            await pass('one')
            ran.push('one')
          })
          await step.run('two', () => ran.push('two'))
        },
      )
      return {
        functions: [busy],
        play: async () => {
          await stage.send('go')
          await stage.until(() => total() === 1, 'the first step')
          await stage.send('stop')
          const [run] = await stage.ended('busy')
          expect(run?.state).toBe('cancelled')
          open()
          await stage.until(() => ran.length > 0, 'the first step to end')
          await stage.quiet()
          expect(ran).toEqual(['one'])
        },
      }
    },
  },
  {
    fact: 'a run that could not start in time is cancelled and never starts',
    set: (stage) => {
      const { pass, open, total } = gate(stage.engine.patience_ms)
      let has_started = false
      // Both functions share one place, of which the first never gives way in time.
      const place = { limit: 1, key: `"${stage.id('place')}"`, scope: 'env' } as const
      const first = stage.inngest.createFunction(
        { id: stage.id('first'), ...stage.on('first'), concurrency: place },
        () => pass('first'),
      )
      const late = stage.inngest.createFunction(
        { id: stage.id('late'), ...stage.on('go'), concurrency: place, timeouts: { start: '2s' } },
        async () => {
          has_started = true
        },
      )
      return {
        functions: [first, late],
        play: async () => {
          await stage.send('first')
          await stage.until(() => total() === 1, 'the first run')
          await stage.send('go')
          await stage.engine.expireStart(() => stage.ended('late'))
          open()
          expect((await stage.ended('late'))[0]?.state).toBe('cancelled')
          await stage.ended('first')
          expect(has_started).toBe(false)
        },
      }
    },
  },
  {
    fact: 'a run that does not finish in time is cancelled',
    set: (stage) => {
      const slow = stage.inngest.createFunction(
        { id: stage.id('slow'), ...stage.on('go'), timeouts: { finish: '2s' } },
        async ({ step }) => {
          await step.run('begin', () => null)
          await step.sleep('too long', '6s')
          await step.run('never', () => null)
        },
      )
      return {
        functions: [slow],
        play: async () => {
          await stage.send('go')
          expect((await stage.ended('slow'))[0]?.state).toBe('cancelled')
        },
      }
    },
  },
  {
    fact: 'a cron starts a run at a full minute, with its schedule',
    set: (stage) => {
      const ticks: { name: string; data: { cron: string } }[] = []
      const tick = stage.inngest.createFunction(
        { id: stage.id('tick'), triggers: [{ cron: '* * * * *' }] },
        ({ event }) => {
          ticks.push(event as unknown as (typeof ticks)[number])
        },
      )
      return {
        functions: [tick],
        play: async () => {
          await stage.engine.hurryCron(stage.function_id('tick'))
          const [run] = await stage.ended('tick')
          expect(run?.state).toBe('completed')
          expect(ticks[0]).toMatchObject({ name: 'inngest/scheduled.timer', data: { cron: '* * * * *' } })
        },
      }
    },
  },
]

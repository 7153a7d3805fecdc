import { expect } from 'vitest'
import type { Case } from './stage.ts'

const SECOND = 1_000

export const stepCases: Case[] = [
  {
    fact: 'a function without steps runs once per event and keeps its result',
    set: (stage) => {
      const greet = stage.inngest.createFunction(
        { id: stage.id('greet'), ...stage.on('hello') },
        ({ event, runId, attempt }) => [`hello ${event.data.name}`, runId.length, attempt],
      )
      return {
        functions: [greet],
        play: async () => {
          await stage.send('hello', { name: 'Ada' }, { name: 'Bob' })
          await stage.expectResults('greet', [
            ['hello Ada', 26, 0],
            ['hello Bob', 26, 0],
          ])
        },
      }
    },
  },
  {
    fact: 'a finished step runs once although the body around it runs again',
    set: (stage) => {
      const ran: string[] = []
      const steps = stage.inngest.createFunction({ id: stage.id('steps'), ...stage.on('go') }, async ({ step }) => {
        ran.push('body')
        const a = await step.run('a', () => ran.push('a') && 1)
        await step.sleep('pause', '1s')
        const b = await step.run('b', () => ran.push('b') && a + 1)
        return { a, b }
      })
      return {
        functions: [steps],
        play: async () => {
          await stage.send('go')
          await stage.expectResults('steps', [{ a: 1, b: 2 }])
          expect(ran.filter((name) => name !== 'body')).toEqual(['a', 'b'])
          expect(ran.filter((name) => name === 'body').length).toBeGreaterThan(1)
        },
      }
    },
  },
  {
    fact: 'sleep and sleepUntil end when they are due, not before',
    set: (stage) => {
      const naps = stage.inngest.createFunction(
        { id: stage.id('naps'), ...stage.on('go') },
        async ({ step, event }) => {
          const begun = await step.run('begin', () => Date.now())
          await step.sleep('a while', '2s')
          const slept = await step.run('slept', () => Date.now() - begun)
          await step.sleepUntil('its time', event.data.until)
          await step.sleepUntil('a time that is over', new Date(begun - SECOND))
          return { slept, late: await step.run('woke', () => Date.now() - Date.parse(event.data.until)) }
        },
      )
      return {
        functions: [naps],
        play: async () => {
          await stage.send('go', { until: new Date(Date.now() + 4 * SECOND).toISOString() })
          const [run] = await stage.ended('naps')
          const { slept, late } = (run?.result ?? {}) as { slept?: number; late?: number }
          // Rounded to milliseconds on both sides. An engine may wake slightly early.
          expect(slept).toBeGreaterThanOrEqual(2 * SECOND - 100)
          expect(late).toBeGreaterThanOrEqual(-100)
        },
      }
    },
  },
  {
    fact: 'steps in parallel run at the same time, and the code after them runs once, after the last',
    set: (stage) => {
      const ran: string[] = []
      let together = 0
      let max_running = 0
      const parallel = stage.inngest.createFunction(
        { id: stage.id('parallel'), ...stage.on('go') },
        async ({ step }) => {
          const results = await Promise.all(
            ['x', 'y', 'z'].map((id) =>
              step.run(id, async () => {
                max_running = Math.max(max_running, ++together)
                await stage.until(() => max_running === 3, 'three steps to run together')
                ran.push(id)
                return id.toUpperCase()
              }),
            ),
          )
          return step.run('join', () => ran.push('join') && results.join(''))
        },
      )
      return {
        functions: [parallel],
        play: async () => {
          await stage.send('go')
          await stage.expectResults('parallel', ['XYZ'])
          expect(ran.slice(0, 3).sort()).toEqual(['x', 'y', 'z'])
          expect(ran.slice(3)).toEqual(['join'])
        },
      }
    },
  },
  {
    fact: 'a parallel step that fails for good is caught without disturbing its siblings',
    set: (stage) => {
      const mixed = stage.inngest.createFunction(
        { id: stage.id('mixed'), ...stage.on('go'), retries: 0 },
        async ({ step }) => {
          const results = await Promise.allSettled([
            step.run('good', () => 'good'),
            step.run('bad', () => Promise.reject(new Error('bad'))),
            step.sleep('nap', '1s'),
          ])
          return results.map(({ status }) => status)
        },
      )
      return {
        functions: [mixed],
        play: async () => {
          await stage.send('go')
          await stage.expectResults('mixed', [['fulfilled', 'rejected', 'fulfilled']])
        },
      }
    },
  },
  {
    fact: 'the second steps of parallel chains run once all first steps have finished',
    set: (stage) => {
      const ran: string[] = []
      const chains = stage.inngest.createFunction({ id: stage.id('chains'), ...stage.on('go') }, async ({ step }) => {
        await Promise.all([
          step.run('a1', () => ran.push('a1')).then(() => step.run('a2', () => ran.push('a2'))),
          step.sleep('b1', '2s').then(() => step.run('b2', () => ran.push('b2'))),
        ])
        return step.run('end', () => [...ran.slice(1).sort()])
      })
      return {
        functions: [chains],
        play: async () => {
          await stage.send('go')
          await stage.expectResults('chains', [['a2', 'b2']])
          expect(ran[0]).toBe('a1')
        },
      }
    },
  },
  {
    fact: 'steps of one name, in a loop or in parallel, are distinguished by their order',
    set: (stage) => {
      const loop = stage.inngest.createFunction({ id: stage.id('loop'), ...stage.on('go') }, async ({ step }) => {
        const page = (n: number) => step.run('page', () => n * 10)
        const looped: number[] = []
        for (let n = 1; n <= 3; n++) looped.push(await page(n))
        return [...looped, ...(await Promise.all([page(4), page(5)]))]
      })
      return {
        functions: [loop],
        play: async () => {
          await stage.send('go')
          await stage.expectResults('loop', [[10, 20, 30, 40, 50]])
        },
      }
    },
  },
  {
    fact: 'results come back as JSON: dates as text, undefined as null, unusual characters as they were',
    set: (stage) => {
      const odd = { text: 'a\u0000b ✓ 😀', big: 2 ** 53, deep: [{ none: null }] }
      const json = stage.inngest.createFunction(
        { id: stage.id('json'), ...stage.on('go') },
        async ({ step, event }) => {
          const kept = await step.run('odd', () => odd)
          const date: unknown = await step.run('date', () => new Date(0))
          const nothing = await step.run('nothing', () => undefined)
          // Runs in a later call, which reads the results again.
          await step.sleep('pause', '1s')
          return { kept, echo: event.data.odd, date, nothing }
        },
      )
      return {
        functions: [json],
        play: async () => {
          await stage.send('go', { odd })
          await stage.expectResults('json', [{ kept: odd, echo: odd, date: '1970-01-01T00:00:00.000Z', nothing: null }])
        },
      }
    },
  },
  {
    fact: 'fifty steps in a row and forty in parallel each run once',
    set: (stage) => {
      let ran = 0
      const many = stage.inngest.createFunction({ id: stage.id('many'), ...stage.on('go') }, async ({ step }) => {
        let sum = 0
        for (let n = 1; n <= 50; n++) sum += await step.run(`row ${n}`, () => ++ran && n)
        const wide = await Promise.all(Array.from({ length: 40 }, (_, n) => step.run(`wide ${n}`, () => ++ran && n)))
        return [sum, wide.reduce((total, n) => total + n, 0)]
      })
      return {
        functions: [many],
        play: async () => {
          await stage.send('go')
          await stage.expectResults('many', [[1275, 780]])
          expect(ran).toBe(90)
        },
      }
    },
  },
]

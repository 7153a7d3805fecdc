import { type FailureEventArgs, NonRetriableError } from 'inngest'
import { expect } from 'vitest'
import type { Step } from '../job.ts'
import type { Case } from './stage.ts'

export const failureCases: Case[] = [
  {
    fact: 'a failing step is tried again and counts its own attempts; the steps after it run once',
    set: (stage) => {
      const attempts: [string, number][] = []
      const flaky = stage.inngest.createFunction(
        { id: stage.id('flaky'), ...stage.on('go'), retries: 3 },
        async ({ step, attempt }) => {
          const value = await step.run('flaky', () => {
            attempts.push(['flaky', attempt])
            if (attempt < 2) throw new Error(`no ${attempt}`)
            return 'yes'
          })
          return step.run('after', () => attempts.push(['after', attempt]) && `${value}!`)
        },
      )
      return {
        functions: [flaky],
        play: async () => {
          await stage.send('go')
          await stage.expectResults('flaky', ['yes!'])
          expect(attempts.slice(0, 3)).toEqual([0, 1, 2].map((n) => ['flaky', n]))
          expect(attempts.slice(3).map(([name]) => name)).toEqual(['after'])
        },
      }
    },
  },
  {
    fact: 'a run fails when its attempts are used up, and onFailure gets the error and the event once',
    set: (stage) => {
      const failures: unknown[] = []
      let attempts = 0
      const hopeless = stage.inngest.createFunction(
        {
          id: stage.id('hopeless'),
          ...stage.on('go'),
          retries: 2,
          onFailure: async ({ error, event, step }: FailureEventArgs & { step: Step }) => {
            const { run_id, event: first } = event.data
            await step.run('note', () => failures.push([error.message, first.data?.n, run_id]))
          },
        },
        () => {
          attempts++
          throw new TypeError('never')
        },
      )
      return {
        functions: [hopeless],
        play: async () => {
          await stage.send('go', { n: 7 })
          const [run] = await stage.ended('hopeless')
          expect(run).toMatchObject({ state: 'failed', error: { name: 'TypeError', message: 'never' } })
          await stage.until(() => failures.length > 0, 'onFailure')
          expect(attempts).toBe(3)
          expect(failures).toEqual([['never', 7, run?.run_id]])
        },
      }
    },
  },
  {
    fact: 'a function without a number of retries has five attempts',
    set: (stage) => {
      const unsaid = stage.inngest.createFunction(
        { id: stage.id('unsaid'), ...stage.on('go') },
        ({ maxAttempts }) => maxAttempts,
      )
      return {
        functions: [unsaid],
        play: async () => {
          await stage.send('go')
          await stage.expectResults('unsaid', [5])
        },
      }
    },
  },
  {
    fact: 'a NonRetriableError ends the run without another attempt, thrown by the body or by a step',
    set: (stage) => {
      let attempts = 0
      const fail = () => {
        attempts++
        throw new NonRetriableError('bad input')
      }
      const body = stage.inngest.createFunction({ id: stage.id('body'), ...stage.on('go') }, fail)
      const inside = stage.inngest.createFunction({ id: stage.id('inside'), ...stage.on('go') }, ({ step }) =>
        step.run('check', fail),
      )
      return {
        functions: [body, inside],
        play: async () => {
          await stage.send('go')
          const runs = [...(await stage.ended('body')), ...(await stage.ended('inside'))]
          expect(runs.map(({ state, error }) => [state, error?.message])).toEqual(
            Array(2).fill(['failed', 'bad input']),
          )
          await stage.quiet()
          expect(attempts).toBe(2)
        },
      }
    },
  },
  {
    fact: 'the body may catch a step that failed for good, and run another one',
    set: (stage) => {
      const saved = stage.inngest.createFunction(
        { id: stage.id('saved'), ...stage.on('go'), retries: 1 },
        async ({ step }) => {
          try {
            await step.run('risky', () => Promise.reject(new RangeError('boom')))
          } catch (error) {
            const { name, message } = error as Error
            return step.run('plan b', () => `saved from ${name}: ${message}`)
          }
        },
      )
      return {
        functions: [saved],
        play: async () => {
          await stage.send('go')
          await stage.expectResults('saved', ['saved from RangeError: boom'])
        },
      }
    },
  },
  {
    fact: 'a step that failed for good and is not caught fails the run with its error',
    set: (stage) => {
      const later_steps: string[] = []
      const stepless = stage.inngest.createFunction(
        { id: stage.id('uncaught'), ...stage.on('go'), retries: 0 },
        async ({ step }) => {
          await step.run('risky', () => Promise.reject(new RangeError('out of range')))
          await step.run('never', () => later_steps.push('never'))
        },
      )
      return {
        functions: [stepless],
        play: async () => {
          await stage.send('go')
          const [run] = await stage.ended('uncaught')
          expect(run).toMatchObject({ state: 'failed', error: { message: 'out of range' } })
          expect(later_steps).toEqual([])
        },
      }
    },
  },
  {
    fact: 'the end of a run is announced by events; runs started by such an event emit no events of their own',
    set: (stage) => {
      const received_names: string[] = []
      const works = stage.inngest.createFunction({ id: stage.id('works'), ...stage.on('go') }, () => 'fine')
      const fails = stage.inngest.createFunction({ id: stage.id('fails'), ...stage.on('go'), retries: 0 }, () => {
        throw new Error('broken')
      })
      const follower = stage.inngest.createFunction(
        {
          id: stage.id('follower'),
          triggers: [
            { event: 'inngest/function.finished', if: `event.data.function_id == '${stage.function_id('works')}'` },
            { event: 'inngest/function.failed', if: `event.data.function_id == '${stage.function_id('fails')}'` },
          ],
        },
        ({ event }) => received_names.push(event.name),
      )
      return {
        functions: [works, fails, follower],
        play: async () => {
          await stage.send('go')
          const [worked] = await stage.ended('works')
          const [failed] = await stage.ended('fails')
          await stage.until(() => received_names.length === 2, 'the follower')
          await stage.quiet()
          const names = [worked, failed].map((run) => stage.endNames(run?.run_id ?? ''))
          expect(names).toEqual([['finished'], ['failed', 'finished']])
          expect([worked, failed].map((run) => run?.state)).toEqual(['completed', 'failed'])
          expect(stage.endsOf('follower')).toEqual([])
        },
      }
    },
  },
]

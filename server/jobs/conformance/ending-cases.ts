import { expect } from 'vitest'
import type { Case } from './stage.ts'

export const endingCases: Case[] = [
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

import { HANDED_ON, type Step } from './job.ts'
import { pauseUntil } from './pause.ts'

/** After this many steps the run continues as a new run, which keeps its list of finished steps short. */
const MAX_STEPS = 200

/** `finished`: nothing more can be done now. `wait`: all of this process's sending slots are in use. */
export type SlotState = { state: 'finished' | 'more' } | { state: 'wait'; wait_ms: number }

interface SlotWork {
  /** The event that starts the job, and the property of its data that identifies what is sent. */
  event: string
  key: string
  work: () => Promise<SlotState>
  /** Sends the event. */
  request: () => Promise<void>
}

/** Repeats work that needs a sending slot until it is finished. A cron finds work that becomes due later, such as a deferred message. */
export async function inSlots(step: Step, { event, key, work, request }: SlotWork): Promise<unknown> {
  for (let round = 1; round <= MAX_STEPS; round++) {
    const slot_state = await step.run(`work ${round}`, work)
    if (slot_state.state === 'finished') return
    if (slot_state.state === 'wait')
      await pauseUntil(step, `slot ${round}`, {
        event,
        if: `async.data.${key} == event.data.${key}`,
        timeout_ms: slot_state.wait_ms,
        look: async () => {
          const { state } = await work()
          if (state !== 'wait') await request()
        },
      })
  }
  await step.run('hand on', request)
  return HANDED_ON
}

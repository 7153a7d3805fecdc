import { HANDED_ON, job } from '../../jobs/job.ts'
import { purgeExpired, requeueStalledInPass } from '../../jobs/maintenance/maintenance.ts'
import { pauseUntil } from '../../jobs/pause.ts'
import { discardForgotten } from './compose/untouched.ts'
import { isUnsent, requestSending, requeueStalledBroadcasts, sendBroadcast, startOnTime } from './sending/sending.ts'

/** Work time per step. The ledger stores progress, so a crash loses only time. */
const WORK_MS = 20_000
/** After this many steps the work continues in a new run, which keeps its list of finished steps short. */
const MAX_STEPS = 200
const MAX_PAUSE_MS = 300_000

export const broadcastJobs = [
  job(
    {
      id: 'broadcasts/send',
      on: 'broadcast.send_requested',
      picked_up_by: { cron: 'broadcasts/requeue-stalled' },
      // An event during a run ends its pause.
      singleton: {
        mode: 'skip',
        key: 'event.data.broadcast_id',
        unfinished: (ctx, { broadcast_id: id }) => isUnsent(ctx, { id }),
      },
      retries: 20,
    },
    async (ctx, { broadcast_id: id }, step) => {
      for (let round = 1; round <= MAX_STEPS; round++) {
        const done = await step.run(`send ${round}`, async () => {
          const result = await sendBroadcast(ctx, { id, work_ms: WORK_MS })
          if (result.state !== 'wait') return { state: result.state, pause_ms: 0 }
          return { state: result.state, pause_ms: result.until.getTime() - ctx.now().getTime() }
        })
        if (done.state === 'finished' || done.state === 'stopped') return
        if (done.state === 'wait')
          await pauseUntil(step, `pause ${round}`, {
            event: 'broadcast.send_requested',
            if: 'async.data.broadcast_id == event.data.broadcast_id',
            timeout_ms: Math.min(Math.max(done.pause_ms, 1_000), MAX_PAUSE_MS),
            look: async () => {
              const { state } = await sendBroadcast(ctx, { id, work_ms: WORK_MS })
              if (state !== 'wait') await requestSending(ctx, { id })
            },
          })
      }
      await step.run('hand on', () => requestSending(ctx, { id }))
      return HANDED_ON
    },
  ),
  job(
    {
      id: 'broadcasts/start-scheduled',
      on: 'broadcast.schedule_changed',
      picked_up_by: { cron: 'broadcasts/requeue-stalled' },
    },
    async (ctx, { broadcast_id: id, send_at }, step) => {
      await step.sleepUntil('its time', send_at)
      for (let round = 1; ; round++) {
        const { early_ms } = await step.run(`start ${round}`, () =>
          startOnTime(ctx, { id, send_at: new Date(send_at) }),
        )
        if (early_ms === 0) return
        // The engine's clock is ahead of the product's.
        await step.sleep(`early ${round}`, early_ms)
      }
    },
  ),
  // Requeues late scheduled broadcasts, and broadcasts being sent without a run, after a lost event or failed run. Runs one at a time,
  // because parallel runs would wait for each other's locks while keeping database connections.
  requeueStalledInPass('broadcasts', '* * * * *', { first: { at: 0, id: 0 }, requeue: requeueStalledBroadcasts }),
  purgeExpired('broadcasts', '29 4 * * *', [discardForgotten]),
]

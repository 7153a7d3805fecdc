import { cron, HANDED_ON, job } from '../../jobs/job.ts'
import { purgeExpired, requeueStalled } from '../../jobs/maintenance/maintenance.ts'
import { addResults, EXPIRED_RECEIVERS } from './receivers/count-results.ts'
import { EXPIRED_EVENTS } from './sending/delivery-events.ts'
import { requestSettling } from './tracking/request-settling.ts'
import { EXPIRED_HITS, hasHits, requeueUnsettled, settleHits } from './tracking/settle.ts'
import { EXPIRED_CAUGHT_MAIL } from './transport/mail-catcher.ts'

const SETTLE_MS = 5_000
/** Inngest sleeps at least one second. */
const MIN_SLEEP_MS = 1_000
/** Statements per run of the counting job. The next minute continues. */
const MAX_CALLS = 20
/** After this many steps the work continues in a new run, which keeps its list of finished steps short. */
const MAX_ROUNDS = 100

export const deliveryJobs = [
  // One run per account, while hits arrive.
  job(
    {
      id: 'delivery/settle-engagement',
      on: 'engagement.settling_requested',
      picked_up_by: { cron: 'delivery/requeue-stalled' },
      singleton: { mode: 'skip', key: 'event.data.account_id', unfinished: (ctx) => hasHits(ctx) },
    },
    async (ctx, _, step) => {
      for (let round = 1; round <= MAX_ROUNDS; round++) {
        const wait_ms = await step.run(`settle ${round}`, () => settleHits(ctx, { budget_ms: SETTLE_MS }))
        if (wait_ms === null) return
        if (wait_ms > 0) await step.sleep(`wait ${round}`, Math.max(wait_ms, MIN_SLEEP_MS))
      }
      await step.run('request the rest', () => requestSettling(ctx, { is_due: true }))
      return HANDED_ON
    },
  ),
  requeueStalled('delivery', '* * * * *', [requeueUnsettled]),
  cron(
    { id: 'delivery/count-results', schedule: '* * * * *', singleton: { mode: 'skip' } },
    async (_services, step) => {
      for (let call = 1; call <= MAX_CALLS; call++) if ((await step.run(`count ${call}`, addResults)).is_last) return
    },
  ),
  purgeExpired('delivery', '37 4 * * *', [
    ...EXPIRED_CAUGHT_MAIL,
    ...EXPIRED_HITS,
    ...EXPIRED_RECEIVERS,
    ...EXPIRED_EVENTS,
  ]),
]

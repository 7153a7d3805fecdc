import { z } from 'zod'
import { job } from '../../jobs/job.ts'
import { KEEPING } from '../../jobs/kept-events.ts'
import { bidFarewell, FAREWELLS, forgetPartner } from './farewell.ts'

const Data = z.object({ account_id: z.int(), installation_id: z.int() })

/** Whether the app could be told or not, what we hold of it goes. */
const leave = job(
  { id: 'installs/leave', on: 'app.uninstalled', picked_up_by: { keeping: KEEPING }, data: Data, retries: 3 },
  async (ctx, left, step) => {
    for (const to of FAREWELLS)
      await step.run(`farewell-${to}`, () => bidFarewell(ctx, { ...left, to })).catch(() => undefined)
    await step.run('forget', () => forgetPartner(ctx, left))
  },
)

export const installsJobs = [leave]

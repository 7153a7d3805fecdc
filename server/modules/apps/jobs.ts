import { z } from 'zod'
import { job } from '../../jobs/job.ts'
import { uninstallEverywhere } from './installations.ts'

export const appsJobs = [
  job(
    {
      id: 'apps/uninstall-everywhere',
      on: 'app.deleted',
      data: z.object({ account_id: z.int(), app_id: z.int() }),
      retries: 8,
    },
    uninstallEverywhere,
  ),
]

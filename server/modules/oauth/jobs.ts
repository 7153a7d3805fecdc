import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { cron } from '../../jobs/job.ts'
import { sweepUnusedClients } from './client-use.ts'
import { sweepTokens } from './tokens.ts'

export const oauthJobs = [
  cron({ id: 'oauth/sweep', schedule: '41 4 * * *' }, async ({ systemCtx }) => {
    const ctx = systemCtx(SERVICE_ACCOUNT)
    await sweepTokens(ctx)
    await sweepUnusedClients(ctx)
  }),
]

import { job } from '../../jobs/job.ts'
import { KEEPING } from '../../jobs/outbox/kept-events.ts'
import { inSlices } from '../../jobs/slices.ts'
import { deleteFileContents } from './file-contents.ts'

// Deletes hundreds of megabytes, too slow for a dialog. Files missed by a lost run are purged with old files.
const clear = job(
  {
    id: 'privacy/delete-file-contents',
    on: 'person.erased',
    picked_up_by: { keeping: KEEPING },
    concurrency: { limit: 1, key: 'event.data.account_id' },
  },
  (ctx, _, step) => inSlices(step, (budget_ms) => deleteFileContents(ctx, { budget_ms })),
)

export const privacyJobs = [clear]

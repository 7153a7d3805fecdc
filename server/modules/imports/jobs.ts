import { job } from '../../jobs/job.ts'
import { purgeExpired, requeueStalled } from '../../jobs/maintenance/maintenance.ts'
import { inSlices } from '../../jobs/slices.ts'
import { interruptImport, runSlice } from './apply/slice.ts'
import { EXPIRED_IMPORTS } from './maintenance/purge-expired.ts'
import { STALLED_IMPORTS } from './maintenance/requeue-stalled.ts'
import { interruptPreview, previewSlice } from './preview/slice.ts'
import { interruptUndo, undoSlice } from './undo/undo.ts'

const applyImport = job(
  {
    id: 'imports/apply',
    on: 'import.requested',
    picked_up_by: { cron: 'imports/requeue-stalled' },
    concurrency: { limit: 1, key: 'event.data.account_id' },
    onFailure: (ctx, { import_id }) => interruptImport(ctx, { id: import_id }),
  },
  (ctx, { import_id }, step) => inSlices(step, (budget_ms) => runSlice(ctx, { id: import_id, budget_ms })),
)

const previewImport = job(
  {
    id: 'imports/preview',
    on: 'import.preview_requested',
    picked_up_by: { cron: 'imports/requeue-stalled' },
    concurrency: { limit: 1, key: 'event.data.account_id' },
    onFailure: (ctx, { import_id }) => interruptPreview(ctx, { id: import_id }),
  },
  (ctx, { import_id }, step) => inSlices(step, (budget_ms) => previewSlice(ctx, { id: import_id, budget_ms })),
)

const undoImport = job(
  {
    id: 'imports/undo',
    on: 'import.undo_requested',
    picked_up_by: { cron: 'imports/requeue-stalled' },
    concurrency: { limit: 1, key: 'event.data.account_id' },
    onFailure: (ctx, { import_id }) => interruptUndo(ctx, { id: import_id }),
  },
  (ctx, { import_id }, step) => inSlices(step, (budget_ms) => undoSlice(ctx, { id: import_id, budget_ms })),
)

export const importJobs = [
  previewImport,
  applyImport,
  undoImport,
  requeueStalled('imports', '*/10 * * * *', STALLED_IMPORTS),
  purgeExpired('imports', '41 3 * * *', EXPIRED_IMPORTS),
]

import { z } from 'zod'
import { cron, job } from '../../jobs/job.ts'
import { interruptPreview, previewSlice } from './previewing.ts'
import { interruptImport, runSlice } from './run.ts'
import { tidyImports } from './tidy.ts'
import { interruptUndo, undoSlice } from './undo.ts'
import { lookAfterImports } from './upkeep.ts'

/** A slice is a step of seconds: the process can stop between two, and another goes on. */
const applyImport = job(
  {
    id: 'imports/apply',
    on: 'import.requested',
    data: z.object({ account_id: z.int(), import_id: z.int() }),
    concurrency: { limit: 1, key: 'event.data.account_id' },
    onFailure: (ctx, { import_id }) => interruptImport(ctx, { id: import_id }),
  },
  async (ctx, { import_id }, step) => {
    for (let slice = 1; await step.run(`slice-${slice}`, () => runSlice(ctx, { id: import_id })); slice++);
  },
)

const previewImport = job(
  {
    id: 'imports/preview',
    on: 'import.preview_requested',
    data: z.object({ account_id: z.int(), import_id: z.int() }),
    concurrency: { limit: 1, key: 'event.data.account_id' },
    onFailure: (ctx, { import_id }) => interruptPreview(ctx, { id: import_id }),
  },
  async (ctx, { import_id }, step) => {
    for (let slice = 1; await step.run(`slice-${slice}`, () => previewSlice(ctx, { id: import_id })); slice++);
  },
)

const undoImport = job(
  {
    id: 'imports/undo',
    on: 'import.undo_requested',
    data: z.object({ account_id: z.int(), import_id: z.int() }),
    concurrency: { limit: 1, key: 'event.data.account_id' },
    onFailure: (ctx, { import_id }) => interruptUndo(ctx, { id: import_id }),
  },
  async (ctx, { import_id }, step) => {
    for (let slice = 1; await step.run(`slice-${slice}`, () => undoSlice(ctx, { id: import_id })); slice++);
  },
)

const tidy = cron({ id: 'imports/tidy', schedule: '41 3 * * *' }, ({ now }) => tidyImports({ now: now() }))

// What a lost run has left: the rows know what is to be done.
const lookAfter = cron({ id: 'imports/look-after', schedule: '*/10 * * * *' }, ({ now }) =>
  lookAfterImports({ now: now() }),
)

export const importJobs = [previewImport, applyImport, undoImport, tidy, lookAfter]

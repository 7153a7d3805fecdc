import { z } from 'zod'
import { Id } from '../../core/wire.ts'
import { member, router, verb } from '../../trpc/init.ts'
import { findDuplicates } from './duplicates.ts'
import { MergeInput } from './schema.ts'
import { listMerges, previewMerge, startMerge } from './service.ts'
import { undoMerge } from './undo.ts'

export const tagMergesRouter = router({
  list: member('viewer').query(verb((ctx) => listMerges(ctx))),
  duplicates: member('editor').query(verb((ctx) => findDuplicates(ctx))),
  preview: member('editor').input(MergeInput).query(verb(previewMerge)),
  undo: member('editor')
    .input(z.object({ id: Id }))
    .mutation(verb(undoMerge)),
  start: member('editor').input(MergeInput).mutation(verb(startMerge)),
})

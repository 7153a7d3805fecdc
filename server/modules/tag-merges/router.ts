import { member, router, verb } from '../../trpc/init.ts'
import { findDuplicates } from './duplicates.ts'
import { MergeInput } from './schema.ts'
import { listRunningMerges, previewMerge, startMerge } from './service.ts'

export const tagMergesRouter = router({
  running: member('viewer').query(verb((ctx) => listRunningMerges(ctx))),
  duplicates: member('editor').query(verb((ctx) => findDuplicates(ctx))),
  preview: member('editor').input(MergeInput).query(verb(previewMerge)),
  start: member('editor').input(MergeInput).mutation(verb(startMerge)),
})

import { z } from 'zod'
import { pagesOf } from '../../core/page/page.ts'
import { list, route } from '../../rest/route.ts'
import { findDuplicates } from './duplicates.ts'
import { DuplicateGroup, ListedMerge, MergeInput, MergePreview } from './schema.ts'
import { listMerges, previewMerge, startMerge } from './service.ts'
import { undoMerge } from './undo.ts'

export const tagMergesApi = [
  list('GET /tag_merges', pagesOf('tag_merges', listMerges), {
    summary: 'List tag merges',
    description: 'Those that are running, and the latest ones that you can undo, newest first.',
    as: 'tag_merges',
    of: ListedMerge,
  }),
  route('POST /tag_merges', startMerge, {
    summary: 'Merge two tags',
    description:
      'Subscribers with the first tag get the second, what names the first names the second, and the first is deleted.',
    status: 202,
    as: 'tag_merge',
    of: ListedMerge.pick({ id: true }),
    body: MergeInput,
    errors: { 404: 'One of the tags does not exist', 409: 'Something in progress needs one of the tags' },
  }),
  route('POST /tag_merges/preview', previewMerge, {
    scope: 'read',
    role: 'editor',
    summary: 'Preview a tag merge',
    description: 'Counts subscribers and lists what names the first tag. It changes nothing.',
    as: 'preview',
    of: MergePreview,
    body: MergeInput,
    errors: { 404: 'One of the tags does not exist' },
  }),
  route('GET /tag_merges/duplicates', findDuplicates, {
    role: 'editor',
    summary: 'Find duplicate tags',
    description: 'Up to 20 groups of tags with nearly the same name or the same subscribers. It reads every tagging.',
    as: 'duplicates',
    of: z.array(DuplicateGroup),
  }),
  route('POST /tag_merges/:id/undo', undoMerge, {
    summary: 'Undo a tag merge',
    description: 'Within an hour, and only while nothing else changed since.',
    errors: { 409: 'It can no longer be undone' },
  }),
]

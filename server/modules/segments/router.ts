import { PageQuery } from '../../core/page/page.ts'
import { listVerb, member, router, verb } from '../../trpc/init.ts'
import { Deleting, Undeleting } from '../deleted-records/schema.ts'
import { deleteSegmentWithUndo, undeleteSegment } from './deletion.ts'
import { ById, SegmentInput, SegmentName } from './schema.ts'
import { changeSegment, countSegment, createSegment, getSegment, listSegments, previewSegment } from './service.ts'
import { getSegmentSizes } from './sizes.ts'

const viewer = member('viewer')
const editor = member('editor')

export const segmentsRouter = router({
  list: viewer.input(PageQuery).query(listVerb(listSegments)),
  get: viewer.input(ById).query(verb(getSegment)),
  count: viewer.input(ById).query(verb(countSegment)),
  sizes: viewer.input(ById).query(verb(getSegmentSizes)),
  preview: viewer.input(SegmentInput.pick({ definition: true })).query(verb(previewSegment)),
  create: editor.input(SegmentInput).mutation(verb(createSegment)),
  rename: editor.input(SegmentName.extend(ById.shape)).mutation(verb(changeSegment)),
  update: editor.input(SegmentInput.extend(ById.shape)).mutation(verb(changeSegment)),
  delete: editor.input(Deleting).mutation(verb(deleteSegmentWithUndo)),
  undelete: editor.input(Undeleting).mutation(verb(undeleteSegment)),
})

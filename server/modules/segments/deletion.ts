import type { Ctx } from '../../core/context.ts'
import { write } from '../../core/write/write.ts'
import type { Deleting, Deletion, Undeleting } from '../deleted-records/schema.ts'
import { deleteWithUndo, lockUnused, type OwnRows, putBack } from '../deleted-records/service.ts'
import { isInLiveEmail } from '../tags/conditions/live-emails.ts'
import { deleteSegment } from './service.ts'

const ROWS: readonly OwnRows[] = [
  { table: 'segment', where: 't.id = $3' },
  { table: 'segment_size', where: 't.segment_id = $3' },
]

const names = (json: string) =>
  `jsonb_path_exists(${json}, '$.** ? (@.segment_id == $id || (@.type == "segment" && @.ids[*] == $id))', jsonb_build_object('id', t.id))`

/** Broadcasts that may start, and automations that may have subscribers. An undo could not revert what they do without the segment. */
const IS_USED = `(
  exists (select from broadcast b where b.account_id = $1 and b.status in ('scheduled', 'sending')
    and ${names(`jsonb_build_array(b.subscriber_filter, b.excluded)`)})
  or exists (select from automation a join automation_version v on v.account_id = $1 and v.automation_id = a.id
    where a.account_id = $1 and a.deleted_at is null and ${names('v.graph')}))`

/** Deletes a segment. An undo restores it, unless something uses it. Throws not_found. */
export const deleteSegmentWithUndo = (ctx: Ctx, input: Deleting): Promise<Deletion> =>
  deleteWithUndo(ctx, input, {
    kind: 'segment',
    async lock(tx) {
      if (!(await lockUnused(tx, { id: input.id, table: 'segment', is_used: IS_USED }))) return false
      const { name } = await tx.db.segment.findFirstOrThrow({ where: { id: input.id }, select: { name: true } })
      return !(await isInLiveEmail(tx, { kind: 'segments', name }))
    },
    rows: ROWS,
    remove: (tx) => deleteSegment(tx, input),
  })

/** Restores a segment. Throws conflict. */
export const undeleteSegment = (ctx: Ctx, input: Undeleting): Promise<void> =>
  write(ctx, async (tx) => void (await putBack(tx, input, { kind: 'segment', rows: ROWS })))

import type { Ctx } from '../../core/context.ts'
import { conflict, invalid, notFound } from '../../core/errors.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../core/write/write.ts'
import { t } from '../../lib/locale/texts.ts'
import type { Deleting, Deletion, Undeleting } from '../deleted-records/schema.ts'
import { deleteWithUndo, putBack } from '../deleted-records/service.ts'
import { readMediaStorage } from './records.ts'
import { findPictureUses } from './uses.ts'

interface Remembered {
  digest: string
}

/**
 * Deletes an image. If it is in use, asks for confirmation first. Its files are deleted when an undo is no longer possible. Throws
 * not_found.
 */
export const deleteImageWithUndo = (ctx: Ctx, input: Deleting): Promise<Deletion> =>
  deleteWithUndo(ctx, input, {
    kind: 'picture',
    lock: async (tx) => {
      const picture = await tx.sql.one(
        `select from media_picture where account_id = $1 and id = $2 and state = 'ready' for update`,
        [input.id],
      )
      if (!picture) throw notFound()
      // Searching for uses takes long, and is not needed if the user has already confirmed.
      if (!input.only_if_undoable) return 'ask_first'
      return (await findPictureUses(tx, input)).length === 0 || 'ask_first'
    },
    // The row stays until its files are deleted.
    rows: [],
    remember: (tx) => readDigest(tx, input.id),
    remove: async (tx) => {
      // Frees the digest, so the same file can be uploaded again before these files are deleted.
      await tx.sql.run(
        `update media_picture set state = 'removing', digest = 'removed ' || key, updated_at = $3 where account_id = $1 and id = $2`,
        [input.id, tx.now()],
      )
    },
  })

/** Deletes an image for a program. Throws not_found, and conflict if it is used unless `even_if_used`. */
export async function deleteImage(
  ctx: Ctx,
  { id, even_if_used }: { id: number; even_if_used: boolean },
): Promise<void> {
  const { is_deleted } = await deleteImageWithUndo(ctx, { id, only_if_undoable: !even_if_used })
  if (!is_deleted) throw conflict(t`This image is used. Send even_if_used=true to delete it all the same`)
}

async function readDigest(tx: Tx, id: number): Promise<Remembered> {
  const found = await tx.sql.one<Remembered>('select digest from media_picture where account_id = $1 and id = $2', [id])
  if (!found) throw notFound()
  return found
}

/**
 * Restores a deleted image. Throws conflict, and invalid if images now use too much space. If the same file has been uploaded again, both
 * are kept.
 */
export function undeletePicture(ctx: Ctx, input: Undeleting): Promise<void> {
  return write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, 'media')
    const { id, also } = await putBack<Remembered>(tx, input, { kind: 'picture', rows: [] })
    const returned = await tx.sql.run(
      `update media_picture p set state = 'ready', updated_at = $4, digest = case when exists (
         select from media_picture o where o.account_id = $1 and o.digest = $3::text) then p.digest else $3::text end
       where p.account_id = $1 and p.id = $2 and p.state = 'removing'`,
      [id, also.digest, tx.now()],
    )
    if (returned === 0) throw conflict(t`This can no longer be restored`)
    const { bytes, max_bytes } = await readMediaStorage(tx)
    if (bytes > max_bytes) throw invalid(t`Your images use all of their space. Delete others, then try again.`)
  })
}

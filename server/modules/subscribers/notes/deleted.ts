import { z } from 'zod'
import { type Ctx, memberOf } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { cryptographer } from '../../../core/instance/cryptographer.ts'
import { t } from '../../../lib/locale/texts.ts'

/** Much longer than the undo is offered, for a delayed request. */
const VALID_MS = 3_600_000
const PURPOSE = 'deleted-note'

const StoredNote = z.object({
  account_id: z.int(),
  id: z.int(),
  subscriber_id: z.int(),
  text: z.string(),
  created_by: z.int().nullable(),
  created_at: z.coerce.date(),
  edited_at: z.coerce.date().nullable(),
})
type StoredNote = z.infer<typeof StoredNote>

const Sealed = z.object({ note: StoredNote, deleted_by: z.int().nullable(), valid_until: z.number() })

/** Encrypts a deleted note for this instance only. */
export const sealNote = (
  ctx: Ctx,
  { subscriber_id, ...note }: Omit<StoredNote, 'subscriber_id'> & { subscriber_id: number | bigint },
): string =>
  cryptographer().encrypt(
    PURPOSE,
    JSON.stringify({
      note: { ...note, subscriber_id: Number(subscriber_id) },
      deleted_by: memberOf(ctx),
      valid_until: +ctx.now() + VALID_MS,
    }),
  )

/** Throws invalid for a malformed or expired text, or one of another member or account. */
export function openNote(ctx: Ctx, undo: string): StoredNote {
  const sealed = read(undo)
  if (
    !sealed ||
    sealed.note.account_id !== ctx.account_id ||
    sealed.deleted_by !== memberOf(ctx) ||
    sealed.valid_until < +ctx.now()
  )
    throw invalid(t`This note can no longer be restored`)
  return sealed.note
}

function read(undo: string): z.infer<typeof Sealed> | undefined {
  try {
    return Sealed.parse(JSON.parse(cryptographer().decrypt(PURPOSE, undo)))
  } catch {
    return undefined
  }
}

import type { Ctx } from '../../../core/context.ts'
import { systemCtx, systemPool } from '../../../core/context.ts'
import { AppError, invalid, notFound } from '../../../core/errors.ts'
import { acquireAdvisoryLock, write } from '../../../core/write/write.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { randomToken } from '../../../lib/crypto/crypto.ts'
import { bytesText } from '../../../lib/locale/formats.ts'
import { t } from '../../../lib/locale/texts.ts'
import { singleLine } from '../../../lib/text/single-line.ts'
import { GONE_AFTER_MS } from '../../deleted-records/service.ts'
import { fileStore } from '../../media/files/store.ts'
import { readMediaStorage } from '../../media/records.ts'
import { getForm } from '../service.ts'
import type { FormFileView } from '../settings-schema.ts'
import { ACCEPTED_FILES } from '../values-schema.ts'
import { fileKind } from './file-kind.ts'
import { type FileRef, readFileToken } from './tokens.ts'

const KEY_BYTES = 16
const RETRY_SECONDS = 60
const STORE_IS_AWAY = 'Files cannot be stored at the moment. Try again in a minute.'

/** Returns the form's file, or null. */
export const findFormFile = async (ctx: Ctx, { form_id }: { form_id: number }): Promise<FormFileView | null> =>
  (await ctx.sql.one<FormFileView>(
    `select id, name, media_type, bytes from form_file where account_id = $1 and form_id = $2 and state = 'ready'`,
    [form_id],
  )) ?? null

/**
 * Sets a form's file, replacing an earlier one: emailed links lead to the new file. Throws not_found, invalid for a format that is not
 * accepted or a file that is too large, unavailable if the store cannot be reached.
 */
export async function setFormFile(
  ctx: Ctx,
  { form_id, name: given, bytes }: { form_id: number; name: string; bytes: Buffer },
): Promise<FormFileView> {
  await getForm(ctx, { id: form_id })
  const kind = fileKind(bytes)
  if (!kind) throw invalid(t`${fileName(given, '')} is not accepted. Upload one of: ${ACCEPTED_FILES}`)
  const name = fileName(given, kind.extension)
  const key = randomToken(KEY_BYTES)
  // Inserts the row before the file, so no file is ever without its row.
  const id = await write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, 'media')
    const { bytes: pictures, max_bytes } = await readMediaStorage(tx)
    const others = await tx.sql.one<{ bytes: number }>(
      `select coalesce(sum(bytes), 0)::float8 as bytes from form_file
       where account_id = $1 and form_id <> $2 and state <> 'removing'`,
      [form_id],
    )
    if (pictures + (others?.bytes ?? 0) + bytes.length > max_bytes)
      throw invalid(t`${name} does not fit: images and files can use ${bytesText(max_bytes)}.`)
    const file_row = await tx.db.formFile.create({
      data: {
        account_id: tx.account_id,
        form_id,
        key,
        name,
        media_type: kind.media_type,
        bytes: bytes.length,
        created_at: tx.now(),
        updated_at: tx.now(),
      },
      select: { id: true },
    })
    return file_row.id
  })
  try {
    await fileStore().put(key, `file.${kind.extension}`, bytes, kind.media_type)
  } catch (error) {
    ctx.log.error({ message: (error as Error).message }, 'file of a form not stored')
    throw new AppError('unavailable', [STORE_IS_AWAY], RETRY_SECONDS)
  }
  await write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, 'media')
    await tx.sql.run(
      `update form_file set state = 'removing', updated_at = $3
       where account_id = $1 and form_id = $2 and state = 'ready'`,
      [form_id, tx.now()],
    )
    await tx.sql.run(
      `update form_file set state = 'ready', updated_at = $3 where account_id = $1 and id = $2 and state = 'storing'`,
      [id, tx.now()],
    )
  })
  const file = await findFormFile(ctx, { form_id })
  if (!file) throw notFound()
  return file
}

export interface ServedFile extends Omit<FormFileView, 'id'> {
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
}

/** Returns the file of a link. Undefined: the link is invalid, the form has no file, or the subscriber got no email with it. */
export async function openFile(token: string): Promise<ServedFile | undefined> {
  const ref = readFileToken(token)
  const file = ref && (await fileOf(ref))
  if (!file) return undefined
  const { key, stored_as, ...shown } = file
  const file_store = await fileStore()
    .get(key, stored_as)
    .catch(() => {
      throw new AppError(
        'unavailable',
        ['This file cannot be read at the moment. Try again in a minute.'],
        RETRY_SECONDS,
      )
    })
  return file_store && { ...shown, body: file_store.body }
}

async function fileOf({ account_id, form_id, subscriber_id }: FileRef) {
  const row = await systemCtx(account_id).sql.one<Omit<FormFileView, 'id'> & { key: string }>(
    `select x.key, x.name, x.media_type, x.bytes from form_file x
       join form_file_email e on e.account_id = $1 and e.form_id = x.form_id and e.subscriber_id = $3
     where x.account_id = $1 and x.form_id = $2 and x.state = 'ready'`,
    [form_id, subscriber_id],
  )
  return row && { ...row, stored_as: `file.${row.name.slice(row.name.lastIndexOf('.') + 1)}` }
}

const ROWS = 50
/** A longer upload has died. */
const STORED_AFTER_MS = 60 * 60_000

/** Deletes files whose removal cannot be undone any more, and files of dead uploads. Throws while the store is unavailable. */
export async function deleteUnusedFormFiles({ now, budget }: { now: Date; budget?: Budget }): Promise<void> {
  const pool = systemPool()
  const store = fileStore()
  for (;;) {
    const { rows } = await pool.query<{ account_id: number; id: number; key: string }>(
      `select account_id, id, key from form_file
       where state = 'removing' and updated_at < $2 or state = 'storing' and updated_at < $1
       order by updated_at limit ${ROWS}`,
      [new Date(+now - STORED_AFTER_MS), new Date(+now - GONE_AFTER_MS)],
    )
    for (const { key } of rows) await store.remove(key)
    await pool.query(
      `delete from form_file x using unnest($1::int[], $2::int[]) r (account_id, id)
       where x.account_id = r.account_id and x.id = r.id and x.state <> 'ready'`,
      [rows.map(({ account_id }) => account_id), rows.map(({ id }) => id)],
    )
    if (rows.length < ROWS || budget?.isSpent()) return
  }
}

/** Deletes the files of all forms, when the account is deleted. Returns false if the slice's time is over. */
export async function deleteAllFormFiles(ctx: Ctx, budget?: Budget): Promise<boolean> {
  for (;;) {
    const rows = await ctx.sql.rows<{ id: number; key: string }>(
      `select id, key from form_file where account_id = $1 order by id limit ${ROWS}`,
    )
    for (const { key } of rows) await fileStore().remove(key)
    await ctx.sql.run('delete from form_file where account_id = $1 and id = any ($2::int[])', [
      rows.map(({ id }) => id),
    ])
    if (rows.length < ROWS) return true
    if (budget?.isSpent()) return false
  }
}

const MAX_NAME_LENGTH = 120

/** Returns the last part of a path, with the extension of its actual format. */
function fileName(given: string, extension: string): string {
  const last = singleLine(given.toWellFormed().replaceAll('\0', '')).split(/[\\/]/).at(-1)?.trim() ?? ''
  const stem =
    last
      .replace(/\.[^.]*$/, '')
      .slice(0, MAX_NAME_LENGTH)
      .toWellFormed() || 'file'
  return extension ? `${stem}.${extension}` : last.slice(0, MAX_NAME_LENGTH).toWellFormed() || 'The file'
}

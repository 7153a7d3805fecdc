import type { Ctx } from '../../core/context.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { ColumnTarget, Encoding, ImportState } from './schema.ts'

interface LockedImport {
  state: ImportState
  encoding: Encoding | null
  byte_size: number
  headers: string[]
  columns: ColumnTarget[]
}

/** Locks the import until the transaction ends. Throws not_found, and a conflict unless its state is one of `states`. */
export async function lockImport(
  ctx: Ctx,
  { id, states, doing }: { id: number; states: readonly ImportState[]; doing: string },
): Promise<LockedImport> {
  const row = await ctx.sql.one<LockedImport>(
    `select state::text as state, encoding, byte_size, coalesce(headers, '[]') as headers, coalesce(mapping, '[]') as columns
     from import where account_id = $1 and id = $2 for no key update`,
    [id],
  )
  if (!row) throw notFound()
  if (!states.includes(row.state)) throw conflict(`This import is ${STATE_TEXTS[row.state]}, so you cannot ${doing} it`)
  return row
}

const STATE_TEXTS: Record<ImportState, string> = {
  uploading: 'still being uploaded',
  ready: 'not started yet',
  queued: 'waiting to run',
  running: 'running',
  stopping: 'being stopped',
  stopped: 'stopped',
  completed: 'finished',
  failed: 'not readable',
}

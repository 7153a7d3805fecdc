import type { Ctx } from '../../core/context.ts'
import { conflict, notFound } from '../../core/errors.ts'
import { t } from '../../lib/locale/texts.ts'
import type { ColumnTarget, Encoding, ImportState } from './schema.ts'

/** Intended action on an import. */
type Doing = 'analyze' | 'preview' | 'change' | 'start' | 'stop' | 'resume' | 'remove' | 'undo'

interface LockedImport {
  state: ImportState
  encoding: Encoding | null
  byte_size: number
  headers: string[]
  columns: ColumnTarget[]
}

/** Locks the import until the transaction ends. Throws not_found, or a conflict unless its state is in `states`. */
export async function lockImport(
  ctx: Ctx,
  { id, states, doing }: { id: number; states: readonly ImportState[]; doing: Doing },
): Promise<LockedImport> {
  const row = await ctx.sql.one<LockedImport>(
    `select state::text as state, encoding, byte_size, coalesce(headers, '[]') as headers, coalesce(mapping, '[]') as columns
     from import where account_id = $1 and id = $2 for no key update`,
    [id],
  )
  if (!row) throw notFound()
  if (!states.includes(row.state))
    throw conflict(t`This import is ${stateText(row.state)}, so you cannot ${doingText(doing)} it`)
  return row
}

const stateText = (state: ImportState): string =>
  ({
    uploading: t`still being uploaded`,
    ready: t`not started yet`,
    queued: t`waiting to run`,
    running: t`running`,
    stopping: t`being stopped`,
    stopped: t`stopped`,
    completed: t`finished`,
    failed: t`not readable`,
  })[state]

const doingText = (doing: Doing): string =>
  ({
    analyze: t`analyze`,
    preview: t`preview`,
    change: t`change`,
    start: t`start`,
    stop: t`stop`,
    resume: t`resume`,
    remove: t`remove`,
    undo: t`undo`,
  })[doing]

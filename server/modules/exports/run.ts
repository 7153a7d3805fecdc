import type { Ctx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { isStopping } from '../../core/stopping.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { database } from '../../db/client.ts'
import { type Snapshot, snapshot } from '../../db/embedded/snapshot.ts'
import { SlotQueue } from '../../lib/concurrency/slot-queue.ts'
import { emailOwners } from '../accounts/team/owners.ts'
import { notify } from '../notifications/notify.ts'
import { exportEndedEmail, exportReadyEmail, ownersExportEmail } from './emails.ts'
import { accountParts } from './file/account-parts.ts'
import { broadcastParts } from './file/broadcast-parts.ts'
import { PermanentFailure, type StoredFile, Superseded, storeFile } from './file/file.ts'
import type { Part } from './file/parts.ts'
import { subscribersPart } from './file/subscribers-part.ts'
import { zipOf } from './file/zip.ts'
import { BroadcastSelection, type ExportKind, KEPT_DAYS, SubscriberSelection } from './schema.ts'

const DAY_MS = 86_400_000

interface RunningExport {
  id: number
  kind: ExportKind
  selection: unknown
  filename: string
  attempt: number
}

export interface ExportKey {
  id: number
}

/** Keyed by pool, because tests open several databases. */
const queues = new WeakMap<object, SlotQueue>()

function slots(): SlotQueue {
  const { long } = database()
  const known = queues.get(long) ?? new SlotQueue(long.exports)
  queues.set(long, known)
  return known
}

/**
 * Makes the file from one database snapshot. A crash ends the snapshot, so the next attempt deletes the stored chunks and starts over.
 * Returns `busy` without doing anything when this process has no capacity.
 */
export async function runExport(ctx: Ctx, { id }: ExportKey): Promise<'busy' | 'ended'> {
  const slot = slots().acquire(`${ctx.account_id} ${id}`)
  if ('wait_ms' in slot) return 'busy'
  try {
    await runInSlot(ctx, id)
    return 'ended'
  } finally {
    slot.release()
  }
}

async function runInSlot(ctx: Ctx, id: number): Promise<void> {
  const running = await begin(ctx, id)
  if (!running) return
  // Counting and sorting take a while before the first chunk, so a heartbeat shows that the process is alive.
  const heartbeat = setInterval(() => void updateHeartbeat(ctx, running).catch(() => undefined), HEARTBEAT_MS)
  try {
    if (running.attempt > MAX_ATTEMPTS) throw new PermanentFailure('This export never finished. Request it again.')
    const file = await snapshot(ctx.account_id, (moment) => make(ctx, moment, running))
    await complete(ctx, running, file)
  } catch (error) {
    if (error instanceof Superseded) return
    // The creator sees permanent failures; the job retries all others.
    if (!(error instanceof PermanentFailure)) {
      await release(ctx, running).catch(() => undefined)
      throw error
    }
    await failExport(ctx, { id, attempt: running.attempt, error: error.messages.join(' ') })
  } finally {
    clearInterval(heartbeat)
  }
}

/** Far more crashes than one export should ever meet. */
const MAX_ATTEMPTS = 50
const HEARTBEAT_MS = 5_000
/** A process is dead if it has had no heartbeat for this long. */
const DEAD_AFTER_MS = 4 * HEARTBEAT_MS

/** Returns whether any process is working on the export. */
export async function isRunning(ctx: Ctx, { id }: ExportKey): Promise<boolean> {
  const alive_since = new Date(+ctx.now() - DEAD_AFTER_MS)
  return (await ctx.db.export.count({ where: { id, state: 'running', updated_at: { gt: alive_since } } })) > 0
}

const updateHeartbeat = (ctx: Ctx, { id, attempt }: RunningExport) =>
  ctx.sql.run(
    `update export set updated_at = $4 where account_id = $1 and id = $2 and attempt = $3 and state = 'running'`,
    [id, attempt, ctx.now()],
  )

/** Releases the export, so the next attempt can start immediately. */
const release = (ctx: Ctx, { id, attempt }: RunningExport) =>
  ctx.sql.run(
    `update export set state = 'queued', updated_at = $4
     where account_id = $1 and id = $2 and attempt = $3 and state = 'running'`,
    [id, attempt, ctx.now()],
  )

/** Fails an export permanently. If `attempt` is given, only while it is the current one. */
export async function failExport(
  ctx: Ctx,
  { id, attempt, error }: { id: number; attempt?: number; error: string },
): Promise<void> {
  await write(ctx, async (tx) => {
    const failed = await tx.sql.one<{ filename: string; created_by: number | null }>(
      `update export set state = 'failed', error = $3, updated_at = $4
       where account_id = $1 and id = $2 and state in ('queued', 'running') and attempt = coalesce($5, attempt)
       returning filename, created_by`,
      [id, error, tx.now(), attempt ?? null],
    )
    if (failed) await notifyOfEnd(tx, { id, ...failed, error })
    await tx.db.exportChunk.deleteMany({ where: { export_id: id, export: { state: 'failed' } } })
  })
}

function begin(ctx: Ctx, id: number): Promise<RunningExport | undefined> {
  return write(ctx, async (tx) => {
    const running = await tx.sql.one<RunningExport>(
      `update export set state = 'running', attempt = attempt + 1, started_at = coalesce(started_at, $3), updated_at = $3,
         byte_size = 0, done_rows = 0, error = null
       where account_id = $1 and id = $2 and state in ('queued', 'running')
       returning id, kind, selection, filename, attempt`,
      [id, tx.now()],
    )
    if (running) await tx.db.exportChunk.deleteMany({ where: { export_id: id } })
    return running
  })
}

async function make(ctx: Ctx, moment: Snapshot, running: RunningExport): Promise<StoredFile & { rows: number }> {
  const parts = await partsOf(ctx, moment, running).catch((error: unknown) => {
    // No data is written here, so an AppError means an invalid selection, such as a deleted segment.
    throw error instanceof AppError ? new PermanentFailure(error.messages.join(' ')) : error
  })
  const expected = new Map<Part, number>()
  for (const part of parts) expected.set(part, await part.count())
  const counted = [...expected.values()].reduce((sum, count) => sum + count, 0)
  await saveTotal(ctx, running, counted)
  let ended = 0
  let lines = 0
  async function* track(part: Part) {
    const bytes = part.bytes()
    for await (const piece of bytes) {
      if (isStopping()) throw new Error('The process is stopping. Another process will start the export again')
      lines += linesIn(piece)
      yield piece
    }
    const writtenRows = bytes.rows()
    if (writtenRows !== expected.get(part)) {
      throw new PermanentFailure(
        `${part.name} has ${writtenRows} rows and should have ${expected.get(part)}. Nothing was stored. Request the export again.`,
      )
    }
    ended += writtenRows
    lines = ended
  }
  const [only] = parts
  const bytes = only && parts.length === 1 ? track(only) : zipOf(expected, { at: ctx.now(), track })
  const done_rows = () => Math.min(lines, counted)
  const file = await storeFile(ctx, { id: running.id, attempt: running.attempt, bytes, done_rows })
  return { ...file, rows: ended }
}

async function partsOf(ctx: Ctx, moment: Snapshot, { kind, selection, filename }: RunningExport): Promise<Part[]> {
  if (kind === 'subscribers') {
    return [await subscribersPart(moment, ctx, { name: filename, selection: SubscriberSelection.parse(selection) })]
  }
  if (kind === 'account') return accountParts(moment, ctx)
  const { broadcast_id } = BroadcastSelection.parse(selection)
  const mail = await ctx.db.mail.findFirst({ where: { broadcast_id }, select: { id: true } })
  if (!mail) throw new PermanentFailure('This broadcast no longer exists')
  return broadcastParts(moment, { mail_id: mail.id })
}

async function saveTotal(ctx: Ctx, { id, attempt }: RunningExport, counted: number): Promise<void> {
  const noted = await ctx.sql.run(
    `update export set total_rows = $4 where account_id = $1 and id = $2 and attempt = $3 and state = 'running'`,
    [id, attempt, counted],
  )
  if (noted === 0) throw new Superseded()
}

/** Counts lines, only for the progress bar: a cell may contain line breaks. */
function linesIn(piece: Uint8Array): number {
  let count = 0
  for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) count++
  return count
}

function complete(ctx: Ctx, { id, attempt, kind }: RunningExport, file: StoredFile & { rows: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const completed = await tx.sql.one<{
      filename: string
      created_by: number | null
      is_for_owners: boolean
      stored: number
    }>(
      `update export x set state = 'completed', done_rows = $4, content_hash = $5, completed_at = $6, updated_at = $6,
         expires_at = $7
       where account_id = $1 and id = $2 and attempt = $3 and state = 'running'
       returning filename, created_by, coalesce((x.selection ->> 'is_for_owners')::boolean, false) as is_for_owners,
         (select coalesce(sum(length(bytes)), 0) from export_chunk c where c.account_id = $1 and c.export_id = x.id) as stored`,
      [id, attempt, file.rows, file.content_hash, tx.now(), new Date(+tx.now() + KEPT_DAYS * DAY_MS)],
    )
    if (!completed) throw new Superseded()
    if (completed.stored !== file.byte_size)
      throw new PermanentFailure(
        `${completed.stored} bytes were stored of ${file.byte_size}. Nothing was stored. Request the export again.`,
      )
    if (kind === 'account' && completed.is_for_owners) await emailOwners(tx, ownersExportEmail)
    else await notifyOfEnd(tx, { id, ...completed, is_account: kind === 'account' })
  })
}

/** Notifies the member who requested the export. Account exports take long, so an email announces them too. */
async function notifyOfEnd(
  tx: Tx,
  ended: { id: number; filename: string; created_by: number | null; is_account?: boolean; error?: string },
): Promise<void> {
  const { id, filename, created_by, is_account, error } = ended
  if (created_by === null) return
  await notify(tx, {
    kind: error === undefined ? 'export_ready' : 'export_failed',
    key: `${id} ${tx.now().toISOString()}`,
    path: '/activity',
    email: () => (is_account ? exportReadyEmail() : exportEndedEmail({ filename, error })),
    user_ids: [created_by],
    also_emailed: is_account ? [created_by] : [],
  })
}

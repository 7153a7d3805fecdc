import { type Ctx, isAtLeast, memberOf, needsRole } from '../../core/context.ts'
import { conflict, forbidden, notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { iso, isoSql } from '../../core/wire.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../core/write/write.ts'
import { env } from '../../env.ts'
import { t } from '../../lib/locale/texts.ts'
import { hyphenSlug } from '../../lib/text/slug.ts'
import { recordSecurityEvent } from '../security-events/service.ts'
import { checkSegments } from '../segments/service.ts'
import { getTag } from '../tags/service.ts'
import {
  type Export,
  type ExportFilter,
  type ExportKind,
  type ExportLink,
  MAX_OPEN,
  type NewExport,
  StoredExportRequest,
} from './schema.ts'
import { signDownload } from './tokens.ts'

const EXPORTED: Record<ExportKind, string> = {
  subscribers: 'An export of subscribers',
  broadcast: 'An export of the recipients of a broadcast',
  account: 'A copy of the whole account',
}

/** Queues an export. Throws not_found or invalid for an invalid selection, and conflict if too many are queued. */
export function requestExport(ctx: Ctx, input: NewExport): Promise<Export> {
  return write(ctx, async (tx) => {
    const name = await nameOf(tx, input)
    await acquireAdvisoryLock(tx, 'exports')
    const open = await tx.db.export.count({ where: { state: { in: ['queued', 'running'] } } })
    if (open >= MAX_OPEN) throw conflict(t`${open} exports are already queued or running. Wait until one finishes.`)
    const now = tx.now()
    const { id } = await tx.db.export.create({
      data: {
        account_id: tx.account_id,
        kind: input.kind,
        selection: JSON.parse(JSON.stringify(input.selection)) as object,
        filename: `${name}-${now.toISOString().slice(0, 10)}.${input.kind === 'subscribers' ? 'csv' : 'zip'}`,
        created_by: memberOf(tx),
        created_at: now,
      },
    })
    tx.emit('export.requested', { export_id: id })
    // Exports requested by an administrator have an event of their own.
    if (tx.actor.kind !== 'administrator' && tx.actor.kind !== 'system') {
      const by = tx.actor.kind === 'user' ? '' : ' through the API'
      await recordSecurityEvent(tx, { kind: 'export_requested', summary: `${EXPORTED[input.kind]} was requested${by}` })
    }
    return getExport(tx, { id })
  })
}

/** Queues a copy of the whole account, for the requesting user or for the account's owners. */
export const requestAccountExport = (ctx: Ctx, selection: { is_for_owners?: boolean } = {}): Promise<Export> =>
  requestExport(ctx, { kind: 'account', selection })

/** Queues a failed or canceled export again, with current data. Throws conflict for any other export. */
export async function repeatExport(ctx: Ctx, { id }: { id: number }): Promise<Export> {
  const { kind, is_repeatable } = await getExport(ctx, { id })
  checkRole(ctx, kind)
  if (!is_repeatable) throw conflict('This export cannot be repeated. Request a new one')
  const before = await ctx.db.export.findFirstOrThrow({ where: { id }, select: { selection: true } })
  return requestExport(ctx, StoredExportRequest.parse({ kind, selection: before.selection }))
}

/** Until the transaction ends, prevents exports from being requested, started, written or completed. */
export async function lockExports(tx: Tx): Promise<void> {
  await acquireAdvisoryLock(tx, 'exports')
  await tx.sql.run(
    `select 1 from export where account_id = $1 and state in ('queued', 'running', 'completed') order by id for update`,
  )
}

/** Cancels an export and deletes its data. A completed one can only be removed. */
export function cancelExport(ctx: Ctx, { id }: { id: number }): Promise<Export> {
  return write(ctx, async (tx) => {
    // Locks the row first, which keeps the file of an export that completes at this moment.
    const { count } = await tx.db.export.updateMany({
      where: { id, state: { in: ['queued', 'running'] } },
      data: { state: 'stopped', byte_size: 0, updated_at: tx.now() },
    })
    const found = await getExport(tx, { id })
    if (found.state === 'completed' || found.state === 'failed') throw conflict('This export has already ended')
    if (count > 0) await tx.db.exportChunk.deleteMany({ where: { export_id: id } })
    return found
  })
}

export function deleteExport(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const { kind } = await getExport(tx, { id })
    checkRole(tx, kind)
    await tx.db.export.deleteMany({ where: { id } })
  })
}

export async function getExport(ctx: Ctx, { id }: { id: number }): Promise<Export> {
  const row = await ctx.sql.one<Export>(`select ${VIEW} from export t where account_id = $1 and id = $3`, [
    ctx.now(),
    id,
  ])
  if (!row) throw notFound()
  return row
}

const PER_PAGE = 20

/** Lists exports, newest first, 20 per page; `after` is the ID of the last one on the previous page. */
export async function listExports(
  ctx: Ctx,
  { after }: ExportFilter,
): Promise<{ exports: Export[]; next: number | null }> {
  const rows = await ctx.sql.rows<Export>(
    `select ${VIEW} from export t where account_id = $1 and id < $3 order by id desc limit ${PER_PAGE + 1}`,
    [ctx.now(), after ?? 2_147_483_647],
  )
  const exports = rows.slice(0, PER_PAGE)
  return { exports, next: rows.length > PER_PAGE ? (exports.at(-1)?.id ?? null) : null }
}

/** Lists exports for programs, newest first. */
export const listExportPages = (ctx: Ctx, paging: PageQuery): Promise<Page<Export>> =>
  keysetPage<Export>(ctx.sql, paging, {
    name: 'exports',
    view: VIEW,
    from: 'export t',
    where: ['t.account_id = $1'],
    values: [],
    view_values: [ctx.now()],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })

const LINK_MINUTES = 60

/** Returns an address from which anyone can download the file for an hour. Throws as `getFile`. */
export async function linkExport(ctx: Ctx, { id }: { id: number }): Promise<ExportLink> {
  const file = await getFile(ctx, { id })
  const until = new Date(+ctx.now() + LINK_MINUTES * 60_000)
  const token = signDownload({ account_id: ctx.account_id, id }, until)
  return { url: `${env().BASE_URL}/exports/${token}`, expires_at: iso(until), ...file }
}

/** Returns the data for a download. Throws not_found unless the file is complete and not expired, forbidden without permission. */
export async function getFile(
  ctx: Ctx,
  { id }: { id: number },
): Promise<{ filename: string; byte_size: number; content_hash: string }> {
  const { kind, filename, byte_size, state, is_expired } = await getExport(ctx, { id })
  checkRole(ctx, kind)
  const row = await ctx.db.export.findFirst({ where: { id }, select: { content_hash: true } })
  if (state !== 'completed' || is_expired || !row?.content_hash)
    throw notFound('This file is no longer available. Request a new export')
  return { filename, byte_size, content_hash: row.content_hash }
}

const IS_FORGOTTEN = `coalesce(t.selection->'search' = 'null', false)`

/** `$2` is the current time. */
const VIEW = `t.id, t.kind, t.filename, t.state::text as state, t.total_rows, t.done_rows, t.byte_size, t.error,
  ${isoSql('t.created_at')} as created_at, ${isoSql('t.started_at')} as started_at,
  ${isoSql('t.completed_at')} as completed_at, ${isoSql('t.expires_at')} as expires_at,
  coalesce(t.expires_at <= $2::timestamptz, false) as is_expired,
  t.state in ('stopped', 'failed') and not ${IS_FORGOTTEN} as is_repeatable,
  json_build_object('status', t.selection->>'status', 'search', t.selection->>'search',
    'is_search_forgotten', ${IS_FORGOTTEN}, 'is_filtered', t.selection ?| array['filter', 'subscriber_ids'],
    'tag', (select name from tag where account_id = t.account_id and id = (t.selection->>'tag_id')::int),
    'segment', (select name from segment where account_id = t.account_id and id = (t.selection->>'segment_id')::int),
    'broadcast', (select subject from broadcast where account_id = t.account_id and id = (t.selection->>'broadcast_id')::int)
  ) as contents`

function checkRole({ actor }: Ctx, kind: ExportKind): void {
  if (kind !== 'account' || actor.kind === 'system' || actor.kind === 'administrator') return
  if (!actor.role || !isAtLeast(actor.role, 'admin')) throw forbidden(needsRole('admin'))
}

async function nameOf(ctx: Ctx, { kind, selection }: NewExport): Promise<string> {
  if (kind === 'account') return 'envoi-account'
  if (kind === 'subscribers') {
    const { tag_id, segment_id, status, search, filter, subscriber_ids } = selection
    const tag = tag_id ? await getTag(ctx, { id: tag_id }) : undefined
    if (segment_id) await checkSegments(ctx, { ids: [segment_id] })
    const parts = [status === 'all' ? 'subscribers' : `${status}-subscribers`, inFileName(tag?.name)]
    // A search text may be an email address, so it is not part of the file name.
    return [...parts, segment_id || search || filter || subscriber_ids ? 'selected' : ''].filter(Boolean).join('-')
  }
  const { broadcast_id: id } = selection
  const mail = await ctx.db.mail.findFirst({
    where: { broadcast_id: id },
    select: { broadcast: { select: { subject: true } } },
  })
  if (!mail) throw notFound()
  return `recipients-${inFileName(mail.broadcast?.subject) || id}`
}

const inFileName = (name: string | null | undefined) =>
  hyphenSlug(name ?? '')
    .slice(0, 40)
    .replace(/-$/, '')

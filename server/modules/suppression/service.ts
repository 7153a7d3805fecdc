import { adminWrite } from '../../core/audit/admin-write.ts'
import { type Ctx, memberOf } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { beginning } from '../../core/wire.ts'
import { write } from '../../core/write/write.ts'
import { CSV_BYTE_ORDER_MARK, csvLine } from '../../lib/csv/write.ts'
import { t } from '../../lib/locale/texts.ts'
import { recordSecurityEvent } from '../security-events/service.ts'
import { suppressAddresses } from '../subscribers/state/suppression.ts'
import {
  addInstanceSuppressions,
  deleteSuppression,
  listSuppressions,
  removeInstanceSuppression,
} from '../subscribers/state/suppression-list.ts'

export { getSuppression, listInstanceSuppressions, listSuppressions } from '../subscribers/state/suppression-list.ts'

import { type Entries, readAddresses, readPatterns } from './entries.ts'
import {
  type Added,
  EXPORT_PART,
  type InstanceInput,
  MAX_ADDED,
  type SuppressedAddresses,
  type SuppressionInput,
} from './schema.ts'

/** Adds addresses to the account's list. Throws invalid if the text contains none or too many. */
export async function addSuppressions(ctx: Ctx, { text, reason, note }: SuppressionInput): Promise<Added> {
  const entries = boundedEntries(readAddresses(text), 'an email address like name@example.com')
  const addedCount = await write(ctx, (tx) =>
    suppressAddresses(tx, {
      email_addresses: entries.found,
      reason,
      source: reason === 'import' ? 'import' : ctx.actor.kind === 'user' ? 'dashboard' : 'api',
      note,
      created_by: memberOf(ctx),
    }),
  )
  return resultOf(entries, addedCount)
}

/** Adds the addresses that a program sends. Throws invalid if none is valid. */
export const addAddresses = (ctx: Ctx, { email_addresses, ...input }: SuppressedAddresses): Promise<Added> =>
  addSuppressions(ctx, { text: email_addresses.join('\n'), ...input })

/** Removes an entry and stores the note in the security log. Throws not_found. */
export async function removeSuppression(ctx: Ctx, { id, note }: { id: number; note: string }): Promise<void> {
  await write(ctx, async (tx) => {
    const removed = await deleteSuppression(tx, { id })
    if (!removed) throw notFound()
    const address = removed.email_address ?? 'an erased address'
    await recordSecurityEvent(tx, {
      kind: 'suppression_removed',
      summary: `Removed ${address} (${removed.reason.replace('_', ' ')}) from the suppression list: ${note}`,
    })
  })
}

/** Returns a part of the list as CSV, and where the next part starts. Excludes erased addresses (L5). */
export async function exportSuppressions(
  ctx: Ctx,
  { after }: { after?: string | undefined },
): Promise<{ csv: string; next: string | null }> {
  if (!after)
    await write(ctx, (tx) =>
      recordSecurityEvent(tx, { kind: 'export_requested', summary: 'The suppression list was exported' }),
    )
  const parts: string[] = after ? [] : [CSV_BYTE_ORDER_MARK, csvLine(['email_address', 'reason', 'note', 'created_at'])]
  let cursor = after
  for (let rows = 0; rows < EXPORT_PART; rows += 1_000) {
    const page = await listSuppressions(ctx, { after: cursor, per_page: 1_000, include_total_count: false })
    for (const { email_address, reason, note, created_at } of page.rows())
      if (email_address) parts.push(csvLine([email_address, reason, note, created_at]))
    cursor = page.pagination.end_cursor ?? undefined
    if (!page.pagination.has_next_page) return { csv: parts.join(''), next: null }
  }
  return { csv: parts.join(''), next: cursor ?? null }
}

/** Adds entries to the instance's list. Throws invalid if the text contains none or too many. */
export async function addToInstanceList(ctx: Ctx, { user_id, ...input }: InstanceInput & { user_id: number }) {
  const entries = boundedEntries(
    readPatterns(input.text),
    'an address, a domain like @example.com or a name like postmaster@',
  )
  const { reason, note } = input
  const added = await adminWrite(ctx, {}, async (tx, record) => {
    const hash_only = reason === 'erased'
    const added = await addInstanceSuppressions(tx, { patterns: entries.found, reason, note, hash_only, user_id })
    await record({ action: 'suppressions_added', details: { added, reason } })
    return added
  })
  ctx.log.info({ added, reason, user_id }, 'suppression list of the instance extended by an administrator')
  return resultOf(entries, added)
}

/** Removes an entry of the instance's list. The entry stays in the history, with the note. Throws not_found. */
export async function removeFromInstanceList(
  ctx: Ctx,
  input: { id: number; note: string; user_id: number },
): Promise<void> {
  const { id, note } = input
  await adminWrite(ctx, {}, async (tx, record) => {
    if (!(await removeInstanceSuppression(tx, input))) throw notFound()
    await record({ action: 'suppression_removed', details: { id, note } })
  })
  ctx.log.info({ id: input.id, user_id: input.user_id }, 'entry of the suppression list of the instance removed')
}

function boundedEntries(entries: Entries, accepted: string): Entries {
  if (entries.found.length === 0) throw invalid(t`No line has a valid entry. Write one per line: ${accepted}`)
  if (entries.found.length + entries.invalid.length > MAX_ADDED)
    throw invalid(t`The list has more than ${MAX_ADDED} lines. Add it in several parts`)
  return entries
}

const resultOf = ({ found, invalid: lines }: Entries, added: number): Added => ({
  added,
  known: found.length - added,
  invalid_count: lines.length,
  invalid: lines.slice(0, 5).map((line) => beginning(line, 100)),
})

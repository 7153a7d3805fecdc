import { createHash } from 'node:crypto'
import type { Tx } from '../../../core/write/write.ts'
import type { ComposedMail } from '../compose/compose.ts'

/** State of an email of a sequence or automation. */
interface Opened {
  /** Number of the subscriber's run. Each run sends the same email again. */
  run: number
  composed: ComposedMail
}

/**
 * Returns the email row for the current content of a sequence email and this run, creating it if needed. Edits and other runs get their own
 * row: a subscriber gets each at most once, and links in sent messages keep working. `enqueueRecipient` adds recipients. Locks the row
 * until the transaction ends.
 */
export const openSequenceMail = (
  tx: Tx,
  { sequence_email_id, ...opened }: Opened & { sequence_email_id: number },
): Promise<{ id: number }> => openMail(tx, { ...opened, kind: 'sequence_email', email_id: sequence_email_id })

/** Returns the email row of an automation. `run`: how often its recipients reached it. */
export const openAutomationMail = (
  tx: Tx,
  { automation_email_id, ...opened }: Opened & { automation_email_id: number },
): Promise<{ id: number }> => openMail(tx, { ...opened, kind: 'automation_email', email_id: automation_email_id })

const COLUMNS = { sequence_email: 'sequence_email_id', automation_email: 'automation_email_id' } as const

async function openMail(
  tx: Tx,
  { kind, email_id, run, composed }: Opened & { kind: keyof typeof COLUMNS; email_id: number },
): Promise<{ id: number }> {
  const column = COLUMNS[kind]
  const snapshot = JSON.stringify(composed.snapshot)
  const content_hash = createHash('sha256').update(snapshot).digest('base64url')
  const mail = await tx.sql.one<{ id: number; is_new: boolean }>(
    `insert into mail (account_id, kind, ${column}, run, content_hash, snapshot, started_at, enqueued_at, created_at)
     values ($1, '${kind}', $2, $3, $4, $5::jsonb, $6, $6, $6)
     on conflict (account_id, ${column}, run, content_hash) do update set completed_at = null, aborted_at = null
     returning id, xmax = 0 as is_new`,
    [email_id, run, content_hash, snapshot, tx.now()],
  )
  if (!mail) throw new Error('Could not insert the email')
  if (mail.is_new) await addLinks(tx, mail.id, composed)
  return { id: mail.id }
}

export async function addLinks(tx: Tx, mail_id: number, { links }: ComposedMail): Promise<void> {
  await tx.db.link.createMany({
    data: links.map(({ number, url }) => ({ account_id: tx.account_id, mail_id, number, url, created_at: tx.now() })),
  })
}

import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import { loadDefinitions } from '../../custom-fields/definitions.ts'
import { changeSubscribers } from '../../subscribers/write/change.ts'

// Details that someone entered about an existing subscriber. They are stored with the confirmation and saved when the subscriber has
// seen and confirmed them. Active subscribers get no confirmation, so their details are dropped.

/** Values by the field's `name`, which does not change with its label. */
const Details = z.object({ first_name: z.string().nullable(), fields: z.record(z.string(), z.string()) })
export type Details = z.infer<typeof Details>

/** Details as the confirmation page shows them. `digest` identifies exactly these. */
export interface ShownDetails {
  lines: { label: string; value: string }[]
  digest: string
}

interface Pair {
  form_id: number
  subscriber_id: number
}

/** Stores details for an unconfirmed subscriber, replacing earlier ones. */
export async function keepDetails(
  tx: Tx,
  { form_id, subscriber_id, details }: Pair & { details: Details },
): Promise<void> {
  if (details.first_name === null && Object.keys(details.fields).length === 0) return
  await tx.sql.run(
    `update confirmation c set details = $4::jsonb from subscriber s
     where c.account_id = $1 and c.form_id = $2 and c.subscriber_id = $3 and s.account_id = $1 and s.id = $3
       and s.state in ('inactive', 'bounced')`,
    [form_id, subscriber_id, JSON.stringify(details)],
  )
}

/** Returns null when no details are stored. Fields that no longer exist are omitted. */
export async function showDetails(ctx: Ctx, stored: unknown): Promise<ShownDetails | null> {
  const details = Details.safeParse(stored).data
  if (!details) return null
  const values = Object.keys(details.fields).length > 0 ? await fieldsOf(ctx, details) : []
  const lines = values.map(({ label, value }) => ({ label, value }))
  if (details.first_name !== null) lines.unshift({ label: t`First name`, value: details.first_name })
  return { lines, digest: digestOf(details) }
}

/** Saves the details that the confirmation page showed, and deletes all others stored for this subscriber. */
export async function applyDetails(
  tx: Tx,
  { form_id, subscriber_id, digest }: Pair & { digest: string | undefined },
): Promise<void> {
  const row = await tx.sql.one<{ details: unknown }>(
    'select details from confirmation where account_id = $1 and form_id = $2 and subscriber_id = $3 for update',
    [form_id, subscriber_id],
  )
  const details = Details.safeParse(row?.details).data
  if (details && digestOf(details) === digest) {
    const values = await fieldsOf(tx, details)
    const change = {
      ...(details.first_name === null ? {} : { first_name: details.first_name }),
      fields: Object.fromEntries(values.map(({ key, value }) => [key, value])),
    }
    await changeSubscribers(tx, { changes: [{ id: subscriber_id, ...change }] })
  }
  await tx.sql.run(
    'update confirmation set details = null where account_id = $1 and subscriber_id = $2 and details is not null',
    [subscriber_id],
  )
}

async function fieldsOf(ctx: Ctx, { fields }: Details): Promise<{ key: string; label: string; value: string }[]> {
  const definitions = await loadDefinitions(ctx)
  return definitions.fields.flatMap(({ name, key, label }) => {
    const value = fields[name]
    return value === undefined ? [] : [{ key, label, value }]
  })
}

// jsonb does not keep the order of keys.
const digestOf = ({ first_name, fields }: Details): string =>
  createHash('sha256')
    .update(JSON.stringify([first_name, Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('base64url')

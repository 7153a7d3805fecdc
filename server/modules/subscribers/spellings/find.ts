import { systemPool } from '../../../core/context.ts'
import { normalizeEmailAddress } from '../../../lib/text/email-address.ts'
import { isOtherForm } from './other-form.ts'

/** A subscriber whose address was stored before addresses had one form. */
export interface Misspelled {
  account_id: number
  id: number
  email_address: string
  canonical: string
}

/** Part of all such subscribers. */
export interface Slice {
  found: Misspelled[]
  /** Null at the end. */
  last: { account_id: number; id: number } | null
}

/** Rows per statement. */
const MAX_ROWS = 500

/** Returns the next subscribers of all accounts, or of one, whose address is not in its one form. */
export async function findMisspelled({
  after,
  account_id = null,
}: {
  after: { account_id: number; id: number }
  account_id?: number | null
}): Promise<Slice> {
  const { rows } = await systemPool().query<Omit<Misspelled, 'canonical'>>(
    `select s.account_id, s.id::float8 as id, s.email_address from subscriber s
     where (s.account_id, s.id) > ($1::int, $2::bigint) and ($3::int is null or s.account_id = $3::int) and ${isOtherForm('s.email_address')}
     order by s.account_id, s.id limit ${MAX_ROWS}`,
    [after.account_id, after.id, account_id],
  )
  const found = rows
    .map((row) => ({ ...row, canonical: normalizeEmailAddress(row.email_address) }))
    .filter(({ email_address, canonical }) => email_address !== canonical)
  const last = rows.length < MAX_ROWS ? null : (rows.at(-1) ?? null)
  return { found, last }
}

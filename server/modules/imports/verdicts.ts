import { storable } from '../../core/wire.ts'
import type { Tx } from '../../core/write.ts'
import { nullable } from '../../db/sql.ts'
import type { ReadRow } from './columns.ts'
import type { Former } from './former.ts'
import { PROBLEMS, Verdict } from './schema.ts'

/** What became of a row, and why. */
export interface Judged {
  row: ReadRow
  verdict: Verdict
  /** The subscriber it is about, if there is one. */
  id: number | null
  message: string | undefined
  /** Of somebody who was erased: nothing that names them is written down. */
  is_nameless?: boolean
  before?: Former | undefined
}

/** Writes the verdicts and moves the import on: the second half of every batch's transaction. */
export async function saveVerdicts(
  tx: Tx,
  { id, judged, read_to }: { id: number; judged: readonly Judged[]; read_to: number },
): Promise<void> {
  await tx.sql.run(
    `insert into import_row (account_id, import_id, row_number, verdict, message, email_address, subscriber_id, cells, before)
     select $1, $2, * from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::jsonb[], $9::jsonb[])`,
    [
      id,
      judged.map(({ row }) => row.row_number),
      judged.map(({ verdict }) => verdict),
      nullable(judged.map(({ message }) => message)),
      judged.map(({ row, is_nameless }) => (is_nameless ? null : row.email_address.slice(0, MAX_ADDRESS))),
      // A duplicate points at nobody: it is the first row that did something.
      judged.map((one) => (one.verdict === 'duplicate' ? null : one.id)),
      nullable(
        judged.map(({ row, verdict, is_nameless }) =>
          !is_nameless && (isProblem(verdict) || row.message) ? JSON.stringify(row.cells.map(storable)) : null,
        ),
      ),
      nullable(judged.map(({ before }) => (before ? JSON.stringify(before) : null))),
    ],
  )
  const noted = judged.filter(({ row, verdict }) => row.message && !isProblem(verdict)).length
  const counts = Verdict.options.map((verdict) => judged.filter((one) => one.verdict === verdict).length)
  await tx.sql.run(
    `update import set read_to = $3, done_rows = done_rows + $4, noted_count = noted_count + $5, updated_at = $6,
       ${Verdict.options.map((verdict, i) => `${verdict}_count = ${verdict}_count + $${7 + i}`).join(', ')}
     where account_id = $1 and id = $2`,
    [id, read_to, judged.length, noted, tx.now(), ...counts],
  )
}

const isProblem = (verdict: Verdict) => (PROBLEMS as readonly Verdict[]).includes(verdict)

/** Enough to recognise what stood in the address column; all of it is in the cells. */
const MAX_ADDRESS = 300

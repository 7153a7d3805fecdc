import { storable } from '../../../core/wire.ts'
import type { Tx } from '../../../core/write/write.ts'
import { ArrayColumn } from '../../../db/statements/array-column.ts'
import type { State } from '../../subscribers/schema.ts'
import { STATES } from '../../subscribers/values-schema.ts'
import { RESULT_OF, type RowOutcome } from '../rules/outcome.ts'
import { RowResult } from '../schema.ts'
import { PROBLEMS } from '../values-schema.ts'
import type { StoredChanges } from './stored-changes.ts'

/** Results of a batch's rows, encoded when added. */
export class ResultRows {
  readonly #row_number = new ArrayColumn('int4')
  readonly #result = new ArrayColumn('text')
  readonly #message = new ArrayColumn('text')
  readonly #email_address = new ArrayColumn('text')
  readonly #cells = new ArrayColumn('jsonb')
  readonly #before = new ArrayColumn('jsonb')
  readonly #ids: (number | null)[] = []
  readonly #counts = new Map<RowResult, number>()
  readonly #states = new Map<State, number>()
  #rows = 0
  #noted = 0

  add({ row, outcome, id, message, written }: RowOutcome, changes?: StoredChanges): void {
    const result = RESULT_OF[outcome]
    // Erased addresses are not stored again, even in a result.
    const isNameless = outcome === 'suppressed'
    this.#row_number.add(row.row_number)
    this.#result.add(result)
    this.#message.add(message)
    this.#email_address.add(isNameless ? null : row.email_address.slice(0, MAX_ADDRESS))
    const hasCells = !isNameless && (isProblem(result) || row.message)
    this.#cells.add(hasCells ? JSON.stringify(row.cells.map(storable)) : null)
    this.#before.add(changes && JSON.stringify(changes))
    // Duplicates have no subscriber, because the first row did everything.
    this.#ids.push(result === 'duplicate' ? null : id)
    this.#counts.set(result, (this.#counts.get(result) ?? 0) + 1)
    const became = written?.became
    if (became) this.#states.set(became, (this.#states.get(became) ?? 0) + 1)
    this.#rows += 1
    if (row.message && !isProblem(result)) this.#noted += 1
  }

  /**
   * Stores the results and the import's new position at the end of a batch's transaction. @param ids of the first rows, if unknown when
   * they were added
   */
  async save(tx: Tx, { id, read_to, ids }: { id: number; read_to: number; ids?: readonly number[] }): Promise<void> {
    const columns = [this.#row_number, this.#result, this.#message, this.#email_address, this.#cells, this.#before]
    await tx.sql.run(SAVE, [
      id,
      ...columns.map((column) => column.parameter()),
      `{${(ids ?? this.#ids).map((one) => one ?? 'null').join(',')}}`,
      tx.now(),
      read_to,
      this.#rows,
      this.#noted,
      ...RowResult.options.map((result) => this.#counts.get(result) ?? 0),
      ...STATES.map((state) => this.#states.get(state) ?? 0),
    ])
  }
}

const SAVE = `with moved as (
  update import set updated_at = $10, read_to = $11, done_rows = done_rows + $12, noted_count = noted_count + $13,
    ${[...RowResult.options, ...STATES].map((name, i) => `${name}_count = ${name}_count + $${14 + i}`).join(', ')}
  where account_id = $1 and id = $2
)
insert into import_row (account_id, import_id, row_number, result, message, email_address, cells, before, subscriber_id)
select $1, $2, * from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::jsonb[], $9::bigint[])`

const isProblem = (result: RowResult) => (PROBLEMS as readonly RowResult[]).includes(result)

/** Enough to recognize the address column. The cells have the whole text. */
const MAX_ADDRESS = 300

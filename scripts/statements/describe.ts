// Asks PostgreSQL for the columns of a statement, without running it.
import type pg from 'pg'

export interface DescribedColumn {
  name: string
  type: number
  /** OID of the table and number of the column of the value; 0 for other expressions. */
  table: number
  column: number
}

interface Field {
  name: string
  dataTypeID: number
  tableID: number
  columnID: number
}

/** Parses a statement and describes it, for which node-postgres has no function. */
class Describe {
  readonly #text: string
  readonly #types: readonly number[]
  readonly #done: (error: Error | undefined, fields: readonly Field[]) => void
  #fields: readonly Field[] = []

  constructor(
    text: string,
    types: readonly number[],
    done: (error: Error | undefined, fields: readonly Field[]) => void,
  ) {
    this.#text = text
    this.#types = types
    this.#done = done
  }

  submit(connection: Record<'parse' | 'describe' | 'sync', (message?: object) => void>): void {
    connection.parse({ name: '', text: this.#text, types: this.#types })
    connection.describe({ type: 'S', name: '' })
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#fields = fields
  }

  /** node-postgres calls either this or `handleReadyForQuery`. */
  handleError(error: Error): void {
    this.#done(error, [])
  }

  handleReadyForQuery(): void {
    this.#done(undefined, this.#fields)
  }
}

const TEXT = 25

/** Returns the columns of a statement's rows. Throws PostgreSQL's error if it does not accept the text. */
export function describeStatement(client: pg.ClientBase, text: string): Promise<DescribedColumn[]> {
  const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
  // PostgreSQL cannot infer the type of a parameter that is not in the text.
  const types = Array.from({ length: Math.max(0, ...numbers) }, (_, index) => (numbers.includes(index + 1) ? 0 : TEXT))
  return new Promise((resolve, reject) => {
    const finish = (error: Error | undefined, fields: readonly Field[]) =>
      error
        ? reject(error)
        : resolve(
            fields.map(({ name, dataTypeID: type, tableID: table, columnID: column }) => ({
              name,
              type,
              table,
              column,
            })),
          )
    client.query(new Describe(text, types, finish) as unknown as pg.Submittable)
  })
}

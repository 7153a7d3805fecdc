import { database } from '../../db/client.ts'
import { manyRows } from '../../testing/database/many-rows.ts'

/** More rows than two steps may write. */
export const MANY = 11_000

/** Input of a job: the data of its event, and of further events of a batch. */
type Given = Record<string, unknown> & { more?: Record<string, unknown>[] }
/** Writes the rows that the job has to process, and returns the data of its event. */
export type Work = (account_id: number) => Promise<Given | undefined>

export const OLD = `now() - interval '400 days'`
/** First id of these rows, far from the rows of other tests. */
export const FIRST = 50_000_000

export const rows = (account_id: number, table: string, count: number, values: Record<string, string> = {}) =>
  manyRows(table, count, { account_id: `${account_id}`, ...values })

/** Writes expired rows of one table. */
export const expired =
  (table: string, values: Record<string, string> = {}, count = MANY): Work =>
  async (account_id) => {
    const given = Object.entries(values).map(([k, v]) => [k, v.replaceAll('$account', `${account_id}`)])
    await manyRows(table, count, Object.fromEntries(given))
    return undefined
  }

/** Adds one row for each of `count` otherwise empty accounts. */
export const accounts = async (table: string, count: number, values: Record<string, string>) => {
  const { rows } = await database().pool.query<{ last: number }>('select greatest(max(id), $1) as last from account', [
    FIRST,
  ])
  await manyRows('account', count, { id: `${rows[0]?.last} + n`, name: `'Studio ' || n`, time_zone: `'UTC'` })
  await manyRows(table, count, { account_id: `${rows[0]?.last} + n`, ...values })
}

export const subscribers = (account_id: number, count: number, values: Record<string, string> = {}) =>
  rows(account_id, 'subscriber', count, { id: 'n', email_address: `'p' || n || '@x.example'`, ...values })

/** Adds OAuth grants of other members. */
export const grants = (account_id: number, user_id: number) =>
  rows(account_id, 'oauth_grant', MANY, {
    id: `${FIRST} + n`,
    user_id: `${user_id} + n`,
    code_hash: `'${user_id} ' || n`,
  })

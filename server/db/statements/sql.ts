import pg from 'pg'
import { translate } from '../errors.ts'
import type { RowBytes } from './row-bytes.ts'

/** Quotes text as a literal for SQL that cannot take a parameter. */
export const literal = (text: string): string => pg.escapeLiteral(text)

export interface Statement {
  text: string
  values: unknown[]
}

export interface Executor {
  run: (text: string, values: readonly unknown[]) => Promise<{ rows: Record<string, unknown>[]; count: number }>
  bytes: (text: string, values: readonly unknown[]) => Promise<RowBytes>
}

/**
 * Begins a statement about rows without an account, such as users and the settings of the instance. Its values start at `$1`. All other
 * statements must name their account.
 */
export const UNSCOPED = '/* unscoped */ '

/** SQL for one account. `$1` is always the account, and a statement without it is refused unless it is `UNSCOPED`. Values start at `$2`. */
export interface AccountSql {
  account_id: number
  rows<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
  one<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row | undefined>
  /** Returns the rows without decoding them, for many or long rows. */
  bytes(text: string, values?: readonly unknown[]): Promise<RowBytes>
  /** Runs a statement and returns the number of affected rows. */
  run(text: string, values?: readonly unknown[]): Promise<number>
}

export function accountSql(execute: Executor, account_id: number): AccountSql {
  const call = async <Result>(run: Run<Result>, text: string, values: readonly unknown[]) => {
    const isScoped = !text.startsWith(UNSCOPED)
    if (isScoped && !/\$1\b/.test(text)) throw new Error('SQL for an account must name $1, the account')
    try {
      return await run(text, isScoped ? [account_id, ...values] : values)
    } catch (error) {
      throw translate(error)
    }
  }
  return {
    account_id,
    rows: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await call(execute.run, text, values)).rows as Row[],
    one: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await call(execute.run, text, values)).rows[0] as Row | undefined,
    bytes: (text, values = []) => call(execute.bytes, text, values),
    run: async (text, values = []) => (await call(execute.run, text, values)).count,
  }
}

type Run<Result> = (text: string, values: readonly unknown[]) => Promise<Result>

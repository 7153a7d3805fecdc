import { literal } from '../../db/sql.ts'
import { csvLine } from '../../lib/csv/read.ts'

/** A column of a CSV file: its name, and the SQL of its value. */
export interface Column {
  name: string
  sql: string
}

/** Values that are ours: numbers, words of a closed list, dates. */
export const plain = (name: string, sql = `t.${name}`): Column => ({ name, sql })

/** Moments, as the API writes them. */
export const moment = (name: string, sql = `t.${name}`): Column => ({
  name,
  sql: `to_char(${sql}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
})

/** Text that came from outside: a cell that a spreadsheet would take for a formula is neutralised (S4), as `csvLine` does it. */
export const text = (name: string, sql = `t.${name}`): Column => ({
  name,
  sql: `case when ascii(${sql}) in (${FORMULAS.join(', ')}) then '''' || (${sql}) else ${sql} end`,
})

/** The same for text that costs something to find: it is found once. */
export const computedText = (name: string, sql: string): Column => ({
  name,
  sql: `regexp_replace(${sql}, e'^([=+@\\t\\r＝＋－＠-])', e'''\\\\1')`,
})

/** The value of a custom field in `t.fields`. */
export const field = (label: string, slot: string): Column => text(label, `t.fields ->> ${literal(slot)}`)

/** The first line of the file. */
export const headerOf = (columns: readonly Column[]): string => csvLine(columns.map(({ name }) => name))

const FORMULAS = [...'=+-@\t\r＝＋－＠'].map((sign) => sign.codePointAt(0))

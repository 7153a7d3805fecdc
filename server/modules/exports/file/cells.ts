import { literal } from '../../../db/statements/sql.ts'
import { csvLine } from '../../../lib/csv/write.ts'

/** A column of a CSV file: its name, and the SQL of its value. */
export interface Column {
  name: string
  sql: string
}

/** A column with our own values: numbers, enum values, dates. */
export const plain = (name: string, sql = `t.${name}`): Column => ({ name, sql })

/** A column with times, formatted as in the API. */
export const moment = (name: string, sql = `t.${name}`): Column => ({
  name,
  sql: `to_char(${sql}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
})

/**
 * A column with text from outside: a cell that a spreadsheet would treat as a formula is escaped (S4), as in `csvLine`, and so is one that
 * looks escaped.
 */
export const text = (name: string, sql = `t.${name}`): Column => ({
  name,
  sql: `case when ascii(${sql}) in (${FORMULAS.join(', ')}) or (ascii(${sql}) = 39 and ${sql} ~ ${LOOKS_ESCAPED})
    then '''' || (${sql}) else ${sql} end`,
})

/** The same for text that is expensive to compute: it is computed once. */
export const computedText = (name: string, sql: string): Column => ({
  name,
  sql: `regexp_replace(${sql}, e'^(''*[=+@\\t\\r＝＋－＠-])', e'''\\\\1')`,
})

/** The value of a custom field in `t.fields`. */
export const field = (label: string, slot: string): Column => text(label, `t.fields ->> ${literal(slot)}`)

/** Returns the header line. */
export const headerOf = (columns: readonly Column[]): string => csvLine(columns.map(({ name }) => name))

const LOOKS_ESCAPED = `e'^''+[=+@\\t\\r＝＋－＠-]'`
const FORMULAS = [...'=+-@\t\r＝＋－＠'].map((sign) => sign.codePointAt(0))

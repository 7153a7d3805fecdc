import { literal } from '../../../db/statements/sql.ts'
import { csvLine } from '../../../lib/csv/write.ts'

/** A column of a CSV file: its name, and the SQL of its value. */
export interface Column {
  name: string
  sql: string
}

/** A column whose values are numbers, enum values or dates. */
export const plain = (name: string, sql = `t.${name}`): Column => ({ name, sql })

/** A column of times, formatted as in the API. */
export const moment = (name: string, sql = `t.${name}`): Column => ({
  name,
  sql: `to_char(${sql}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
})

/**
 * A column of text from outside. Escapes cells that a spreadsheet would treat as formulas (S4), as `csvLine` does, and cells that look
 * escaped.
 */
export const text = (name: string, sql = `t.${name}`): Column => ({
  name,
  sql: `case when ascii(${sql}) in (${FORMULAS.join(', ')}) or (ascii(${sql}) = 39 and ${sql} ~ ${LOOKS_ESCAPED})
    then '''' || (${sql}) else ${sql} end`,
})

/** Like `text`, for expensive SQL that must be computed only once. */
export const computedText = (name: string, sql: string): Column => ({
  name,
  sql: `regexp_replace(${sql}, e'^(''*[=+@\\t\\r＝＋－＠-])', e'''\\\\1')`,
})

/** A custom field stored in `t.fields`. */
export const field = (label: string, slot: string): Column => text(label, `t.fields ->> ${literal(slot)}`)

/** Returns the header line. */
export const headerOf = (columns: readonly Column[]): string => csvLine(columns.map(({ name }) => name))

const LOOKS_ESCAPED = `e'^''+[=+@\\t\\r＝＋－＠-]'`
const FORMULAS = [...'=+-@\t\r＝＋－＠'].map((sign) => sign.codePointAt(0))

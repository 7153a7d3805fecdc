import { beginning } from '../../../core/wire.ts'
import { suggestMapping } from '../../../lib/csv/header.ts'
import type { Head } from '../file/head.ts'
import { guessDateOrder } from '../guesses-schema.ts'
import { type ColumnTarget, RESULT_COLUMNS } from '../schema.ts'
import { completeStateColumns, suggestStateColumn, withOrderOfFile } from '../states/columns.ts'
import { MAX_GUESSED_FIELDS } from '../values-schema.ts'
import { NEUTRALIZED } from './columns.ts'
import { areDates, guessFieldType } from './field-types.ts'
import { exportingService, isKnownExportColumn, isOwnExport, OWN_COLUMNS } from './known-columns.ts'
import { guessTagSeparator } from './tags.ts'

/** A custom field of the account. */
interface KnownField {
  id: number
  label_folded: string
  key: string
  type: string
}

/** Suggests a target for each column. Columns with an unknown name become custom fields of that name, unless they are empty. */
export function suggestColumns(
  { has_header, headers, rows }: Pick<Head, 'has_header' | 'headers' | 'rows'>,
  fields: readonly KnownField[],
): ColumnTarget[] {
  const cellsAt = (at: number) => rows.map((row) => row[at] ?? '')
  const is_own = isOwnExport(headers)
  const suggested = is_own
    ? []
    : suggestMapping(has_header ? headers : null, rows.slice(0, 1_000), {
        // `subscribed` may be a date or yes.
        created_at: (at) => areDates(cellsAt(at).filter((cell) => cell.trim() !== '')),
      })
  const by_label = new Map(
    fields.flatMap(({ id, label_folded, key }) => [[label_folded, id] as const, [key, id] as const]),
  )
  const used_targets = new Set<string | number>()
  const isFrom = exportingService(headers)
  const each = headers.map((written, at): ColumnTarget => {
    const header = written.replace(NEUTRALIZED, '')
    const field = suggested[at]
    const cells = cellsAt(at)
    if (is_own && OWN_TARGETS[header] && headers.indexOf(written) === at)
      return (
        completeStateColumns([OWN_TARGETS[header]], {
          has_header,
          headers: [header],
          rows: cells.map((cell) => [cell]),
        })[0] ?? { target: 'ignore' }
      )
    if (field === 'email_address' || field === 'first_name') return { target: field }
    if (field === 'tags') return { target: field, separator: guessTagSeparator(cells) }
    if (field === 'created_at') return { target: 'created_at', ...certainOrder(cells, header) }
    const state = !is_own && suggestStateColumn(has_header ? header : undefined, cells)
    if (state) return state
    // The id comes before custom fields, the origin after them. Other columns of these names are custom fields.
    const isKnown = is_own
      ? (written === 'id' && headers.indexOf(written) === at) ||
        (OWN_COLUMNS.has(written) && headers.lastIndexOf(written) === at)
      : isKnownExportColumn(header, isFrom)
    if (!has_header || isKnown || RESULT_COLUMNS.includes(header)) return { target: 'ignore' }
    if (cells.every((cell) => cell.trim() === '')) return { target: 'ignore' }
    const label = field === 'last_name' ? 'Last name' : beginning(header, 255)
    const custom_field_id = by_label.get(label.toLowerCase()) ?? by_label.get(header.toLowerCase())
    const name = custom_field_id ?? label.toLowerCase()
    if (used_targets.has(name)) return { target: 'ignore' }
    used_targets.add(name)
    if (custom_field_id === undefined) {
      const type = guessFieldType(header, cells, { is_own })
      return { target: 'new_field', label, ...(type ? { type } : {}), ...(type === 'date' ? certainOrder(cells) : {}) }
    }
    const isDate = fields.some(({ id, type }) => id === custom_field_id && type === 'date')
    return { target: 'field', custom_field_id, ...(isDate ? certainOrder(cells) : {}) }
  })
  const columns = withOrderOfFile(each, rows)
  const guessed = columns.filter(({ target }) => target === 'new_field').length
  if (guessed <= MAX_GUESSED_FIELDS) return columns
  return columns.map((column) => (column.target === 'new_field' ? { target: 'ignore' } : column))
}

/** Returns the order of day and month, unless a user must decide. */
function certainOrder(cells: readonly string[], header = '') {
  const guess = DAY_FIRST.has(header.toLowerCase()) ? undefined : guessDateOrder(cells)
  if (guess && !guess.certain) return {}
  return { date_order: guess?.date_order ?? ('day_first' as const) }
}

/** Columns of our own exports. All others in such a file are custom fields, whatever their name. */
const OWN_TARGETS: Readonly<Record<string, ColumnTarget>> = {
  email_address: { target: 'email_address' },
  first_name: { target: 'first_name' },
  tags: { target: 'tags', separator: ',' },
  created_at: { target: 'created_at', date_order: 'day_first' },
  state: { target: 'state' },
  canceled_at: { target: 'state' },
}

/** Brevo writes times in these columns with the day first. */
const DAY_FIRST = new Set(['added_time', 'modified_time'])

import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { countStates } from '../subscribers/counts.ts'
import { findSuppressed } from '../subscribers/suppression.ts'
import { cellReader, type ReadPerson } from './columns.ts'
import { planChanges } from './difference.ts'
import { readHead } from './head.ts'
import { getImport } from './records.ts'
import type { ColumnTarget, ImportCheck, MappingInput } from './schema.ts'

const SHOWN = 5

/**
 * What the first part of the file would do when its columns are read like this: who is new, who would be different and in what,
 * which rows are bad. Changes nothing.
 */
export async function checkImport(ctx: Ctx, { id, columns }: MappingInput): Promise<ImportCheck> {
  const { encoding, separator, has_header, state } = await getImport(ctx, { id })
  if (state !== 'ready' || !encoding || !separator)
    throw invalid('Only a file that waits to be imported can be checked')
  const { rows, is_complete } = await readHead(ctx, { id, encoding, separator, has_header })
  const { time_zone, subscriber_limit } = await ctx.db.account.findFirstOrThrow({
    select: { time_zone: true, subscriber_limit: true },
  })
  const read = cellReader(columns.map(asField), { time_zone, now: ctx.now() })
  const first = has_header ? 2 : 1
  const people = rows.map((cells, at) => read(cells, first + at))
  const firsts = new Map<string, { row_number: number; person: ReadPerson }>()
  for (const { person, row_number } of people) {
    if (person && !firsts.has(person.email_address)) firsts.set(person.email_address, { row_number, person })
  }
  const valid = people.filter(({ person }) => person).length
  const bad = people.filter(({ person, blank }) => !person && !blank)
  const suppressed = await findSuppressed(ctx, { email_addresses: [...firsts.keys()] })
  for (const address of suppressed) firsts.delete(address)
  const { existing, changes } = await planChanges(ctx, { people: [...firsts.values()], columns })
  const room = subscriber_limit === null ? null : Math.max(0, subscriber_limit - (await countStates(ctx)).active)
  return {
    rows: people.length,
    complete: is_complete,
    existing,
    changed: changes.length,
    changes: changes.slice(0, SHOWN),
    suppressed: suppressed.size,
    over_limit: room === null ? 0 : Math.max(0, firsts.size - existing - room),
    duplicate: valid - firsts.size - suppressed.size,
    invalid: bad.length,
    room,
    problems: bad.slice(0, SHOWN).map(({ row_number, email_address, message }) => ({
      row_number,
      email_address: email_address.slice(0, 100),
      message: message ?? '',
    })),
  }
}

/** A field that will be made has no id yet: it goes by its place, below zero. */
const asField = (column: ColumnTarget, at: number): ColumnTarget =>
  column.target === 'new_field' ? { target: 'field', custom_field_id: -1 - at } : column

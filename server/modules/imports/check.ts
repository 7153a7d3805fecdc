import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { countStates } from '../subscribers/counts.ts'
import { cellReader } from './columns.ts'
import { readHead } from './head.ts'
import { getImport } from './records.ts'
import type { ImportCheck, MappingInput } from './schema.ts'

const SHOWN = 5

/** What the first part of the file would do when its columns are read like this. Changes nothing. */
export async function checkImport(ctx: Ctx, { id, columns }: MappingInput): Promise<ImportCheck> {
  const { encoding, separator, has_header, state } = await getImport(ctx, { id })
  if (state !== 'ready' || !encoding || !separator)
    throw invalid('Only a file that waits to be imported can be checked')
  const { rows, is_complete } = await readHead(ctx, { id, encoding, separator, has_header })
  const { time_zone, subscriber_limit } = await ctx.db.account.findFirstOrThrow({
    select: { time_zone: true, subscriber_limit: true },
  })
  const read = cellReader(columns, { time_zone, now: ctx.now() })
  const first = has_header ? 2 : 1
  const people = rows.map((cells, at) => read(cells, first + at))
  const addresses = new Set(people.flatMap(({ person }) => person?.email_address ?? []))
  const valid = people.filter(({ person }) => person).length
  const bad = people.filter(({ person, blank }) => !person && !blank)
  const known = await ctx.sql.one<{ count: number }>(
    'select count(*)::int as count from subscriber where account_id = $1 and email_address = any ($2::text[])',
    [[...addresses]],
  )
  return {
    rows: people.length,
    complete: is_complete,
    existing: known?.count ?? 0,
    duplicate: valid - addresses.size,
    invalid: bad.length,
    room: subscriber_limit === null ? null : Math.max(0, subscriber_limit - (await countStates(ctx)).active),
    problems: bad.slice(0, SHOWN).map(({ row_number, email_address, message }) => ({
      row_number,
      email_address: email_address.slice(0, 100),
      message: message ?? '',
    })),
  }
}

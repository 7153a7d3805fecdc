import type { Ctx } from '../../core/context.ts'
import type { ReadPerson } from './columns.ts'
import type { ColumnTarget, PlannedChange } from './schema.ts'

interface Known {
  email_address: string
  first_name: string | null
  fields: Record<string, string>
  tags: string[]
}

/** How people who are here already would differ after the import. Of the others nothing is said. */
export async function planChanges(
  ctx: Ctx,
  {
    people,
    columns,
  }: { people: readonly { row_number: number; person: ReadPerson }[]; columns: readonly ColumnTarget[] },
): Promise<{ existing: number; changes: PlannedChange[] }> {
  const rows = await ctx.sql.rows<Known>(
    `select s.email_address, s.first_name, s.fields,
       (select coalesce(array_agg(g.name_folded), '{}') from tagging x
         join tag g on g.account_id = $1 and g.id = x.tag_id
         where x.account_id = $1 and x.subscriber_id = s.id) as tags
     from subscriber s where s.account_id = $1 and s.email_address = any ($2::text[])`,
    [people.map(({ person }) => person.email_address)],
  )
  const known = new Map(rows.map((row) => [row.email_address, row]))
  const fields = await ctx.sql.rows<{ id: number; slot: string; label: string }>(
    'select id, slot, label from custom_field where account_id = $1',
  )
  const by_id = new Map<number, { slot?: string; label: string }>(fields.map((field) => [field.id, field]))
  for (const [at, column] of columns.entries()) {
    if (column.target === 'new_field') by_id.set(-1 - at, { label: column.label })
  }
  const changes = people.flatMap(({ row_number, person }): PlannedChange[] => {
    const now = known.get(person.email_address)
    const values = now ? difference(now, person, by_id) : []
    return values.length > 0 ? [{ row_number, email_address: person.email_address, values }] : []
  })
  return { existing: known.size, changes }
}

function difference(
  now: Known,
  { first_name, values, tags, state }: ReadPerson,
  by_id: ReadonlyMap<number, { slot?: string; label: string }>,
): PlannedChange['values'] {
  const found: PlannedChange['values'] = []
  if (first_name !== undefined && first_name !== now.first_name) {
    found.push({ label: 'First name', before: now.first_name, after: first_name })
  }
  for (const { custom_field_id, value } of values) {
    const { slot, label } = by_id.get(custom_field_id) ?? {}
    const before = slot === undefined ? null : (now.fields[slot] ?? null)
    if (label !== undefined && before !== value) found.push({ label, before, after: value.slice(0, SHOWN_CHARACTERS) })
  }
  const fresh = tags.filter((name) => !now.tags.includes(name.toLowerCase()))
  if (fresh.length > 0) found.push({ label: 'Tags', before: null, after: `+ ${fresh.join(', ')}` })
  if (state === 'cancelled') found.push({ label: 'State', before: null, after: 'Unsubscribed' })
  return found
}

const SHOWN_CHARACTERS = 200

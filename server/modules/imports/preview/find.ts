import type { Ctx } from '../../../core/context.ts'
import { IS_OVER } from '../../sequences/enrolling/enrolling.ts'
import { eachByAddress } from '../../subscribers/list/by-address.ts'
import type { PreviewOptions } from '../preview-schema.ts'
import type { KnownSubscriber } from '../rules/decide.ts'

/** An existing subscriber with all data that an import can change. */
export interface ExistingSubscriber extends KnownSubscriber {
  email_address: string
  first_name: string | null
  fields: Record<string, string>
  /** Lower-case names. */
  tags: string[]
  in_form: boolean
  in_sequence: boolean
}

/** Returns the subscribers with these addresses, by address. */
export async function findExistingSubscribers(
  ctx: Ctx,
  {
    email_addresses,
    options: { form_id, sequence_id },
  }: { email_addresses: readonly string[]; options: Pick<PreviewOptions, 'form_id' | 'sequence_id'> },
): Promise<Map<string, ExistingSubscriber>> {
  const rows = await ctx.sql.rows<ExistingSubscriber>(
    eachByAddress(
      `s.email_address, s.id, s.state::text as state, s.first_name, s.fields,
       (select coalesce(array_agg(g.name_folded), '{}') from tagging x
          join tag g on g.account_id = $1 and g.id = x.tag_id
        where x.account_id = $1 and x.subscriber_id = s.id) as tags,
       exists (select from form_subscription x
               where x.account_id = $1 and x.form_id = $3::int and x.subscriber_id = s.id) as in_form,
       exists (select from enrollment e join sequence q on q.account_id = $1 and q.id = e.sequence_id
               where e.account_id = $1 and e.sequence_id = $4::int and e.subscriber_id = s.id
                 and not (q.repeat and ${IS_OVER})) as in_sequence`,
      { addresses: '$2' },
    ),
    [email_addresses, form_id, sequence_id],
  )
  return new Map(rows.map((row) => [row.email_address, row]))
}

/** Returns which of these lower-case names are tags. */
export async function findTagNames(ctx: Ctx, names: Iterable<string>): Promise<Set<string>> {
  const wanted = [...names]
  if (wanted.length === 0) return new Set()
  const found = await ctx.sql.rows<{ name_folded: string }>(
    'select name_folded from tag where account_id = $1 and name_folded = any ($2::text[])',
    [wanted],
  )
  return new Set(found.map(({ name_folded }) => name_folded))
}

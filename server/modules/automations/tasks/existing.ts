import type { Ctx } from '../../../core/context.ts'
import { definitionSql, readDefinitions } from '../../segments/service.ts'
import type { Bind } from '../../subscribers/view.ts'
import { mayReenterSql } from '../entering/enter.ts'
import type { Reentry, Trigger } from '../graph-schema.ts'

// Subscribers who already match a trigger: by tag, form, segment, product or field value.

/** Returns whether a trigger can have existing matches. */
export const hasExisting = ({ on }: Trigger): boolean =>
  ['tag_added', 'form_joined', 'segment_entered', 'purchased'].includes(on.type) ||
  // Only a specific value can already be there.
  (on.type === 'field_changed' && on.value !== null)

/** Range of ids: after the first, up to the second. */
interface Range {
  after: string
  last: string
}

/**
 * Returns the condition that `subscriber s` matches the trigger. A deleted segment matches no one. `range` limits the search in segments
 * and values.
 */
export async function existingSql(
  ctx: Ctx,
  { on }: Trigger,
  { bind, range }: { bind: Bind; range?: Range },
): Promise<string> {
  switch (on.type) {
    case 'tag_added':
      return `exists (select from tagging g where g.account_id = $1 and g.tag_id = ${bind(on.tag_id)}::int and g.subscriber_id = s.id)`
    case 'form_joined':
      return `exists (select from form_subscription f where f.account_id = $1 and f.subscriber_id = s.id
        ${on.form_id === null ? '' : `and f.form_id = ${bind(on.form_id)}::int`})`
    case 'segment_entered': {
      const definition = (await readDefinitions(ctx, { ids: [on.segment_id] })).get(on.segment_id)
      if (!definition) return 'false'
      const within = range && ((id: string) => `${id} > ${range.after} and ${id} <= ${range.last}`)
      return `s.id in ${definitionSql(ctx, { definition, bind, within })}`
    }
    case 'purchased':
      return `exists (select from purchase p join purchase_line l on l.account_id = p.account_id and l.purchase_id = p.id
        where p.account_id = $1 and p.subscriber_id = s.id
        ${on.product_id === null ? '' : `and l.product_id = ${bind(on.product_id)}::int`})`
    case 'field_changed':
      return on.value === null
        ? 'false'
        : `s.id in (select x.id from custom_field f join subscriber x on x.account_id = f.account_id and x.fields ->> f.slot = ${bind(on.value)}
            where f.account_id = $1 and f.id = ${bind(on.custom_field_id)}::int
              ${range ? `and x.id > ${range.after} and x.id <= ${range.last}` : ''})`
    default:
      return 'false'
  }
}

/** Returns the condition that `subscriber s` may enter the automation. */
export const mayEnterSql = (reentry: Reentry, automation_id: number, bind: Bind): string =>
  `s.state = 'active' and ${mayReenterSql(reentry, () => `${bind(automation_id)}::int`, 's.id')}`

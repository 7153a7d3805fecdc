import type { Ctx } from '../../../core/context.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import { isoSql } from '../../../core/wire.ts'
import { FIELDS_MEMBER } from '../fields/field-values.ts'
import type { MemberFilter } from '../schema.ts'
import { binder, subscriberColumns } from '../view.ts'

/** A table whose rows `x` (`id`, `subscriber_id`) assign subscribers to a tag, form or sequence. */
export interface Membership {
  /** The list's name in cursors. */
  name: string
  /** From clause with `x`. */
  from: string
  /** Column with the id of the tag, form or sequence. */
  owner: string
  /** Column with the time of assignment, and its name in the response. */
  added_at: 'added_at' | 'tagged_at'
  /** More columns of `x`, and their view as columns of `t`. */
  details?: { columns: string; view: string }
}

/** Lists the subscribers of one tag, form or sequence, last added first. */
export function listMembers<Member>(
  ctx: Ctx,
  membership: Membership,
  { owner_id, status, slim, ...filter }: MemberFilter & PageQuery & { owner_id: number },
): Promise<Page<Member>> {
  const { name, from, owner, added_at, details } = membership
  const { added_after, added_before, created_after, created_before, ...paging } = filter
  const values: unknown[] = []
  const bind = binder(values)
  const conditions = [
    status !== 'all' && `t.state = '${status}'`,
    added_after && `x.${added_at} >= ${bind(added_after)}::timestamptz`,
    added_before && `x.${added_at} <= ${bind(added_before)}::timestamptz`,
    created_after && `t.created_at >= ${bind(created_after)}::timestamptz`,
    created_before && `t.created_at <= ${bind(created_before)}::timestamptz`,
  ].filter((condition) => typeof condition === 'string')
  return keysetPage<Member>(ctx.sql, paging, {
    name,
    view: `${subscriberColumns()}, ${isoSql(`t.${added_at}`)} as ${added_at}${details ? `, ${details.view}` : ''}`,
    ...(slim ? {} : { member: FIELDS_MEMBER }),
    columns: `t.*, x.${added_at}${details ? `, ${details.columns}` : ''}`,
    from: `${from} join subscriber t on t.account_id = x.account_id and t.id = x.subscriber_id`,
    where: ['x.account_id = $1', `x.${owner} = ${owner_id}`, ...conditions],
    values,
    ...(values.length === 0 ? { planned_for: 'x' } : {}),
    order: [
      { expr: `x.${added_at}`, type: 'timestamptz', dir: 'desc' },
      { expr: 'x.id', type: 'bigint', dir: 'desc' },
    ],
  })
}

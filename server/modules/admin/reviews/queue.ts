import type { Ctx } from '../../../core/context.ts'
import { keysetPage, type Page } from '../../../core/page/page.ts'
import { isoSql } from '../../../core/wire.ts'
import { logoUrlSql } from '../../apps/store/detail.ts'
import type { QueueItem, QueueQuery } from '../../reviews/schema.ts'

const APPS = `select 'app' as kind, a.id, a.id::bigint * 2 as key, coalesce(a.draft ->> 'name', a.name) as name, null::text as app_name,
    a.id as app_id, a.account_id, a.draft_submitted_at is not null as is_revision`
const TEMPLATES = `select 'template' as kind, t.id, t.id::bigint * 2 + 1 as key, v.name, p.name as app_name, p.id as app_id, t.account_id`
const VERSION = (version: string) => `automation_template t
    join automation_template_version v on v.account_id = t.account_id and v.template_id = t.id and v.version = t.${version}
    join app p on p.id = t.app_id and p.deleted_at is null`

/** Templates of an app that is not in the store are reviewed together with the app. */
const ITEMS: Record<QueueQuery['state'], string> = {
  in_review: `(
    ${APPS}, coalesce(a.draft_submitted_at, a.submitted_at) as at
    from app a where a.deleted_at is null and (a.status = 'in_review' or a.draft_submitted_at is not null)
    union all
    ${TEMPLATES}, t.live_version is not null, t.submitted_at
    from ${VERSION('version')} where t.state = 'in_review' and t.deleted_at is null and p.status = 'published'
  ) t`,
  published: `(
    ${APPS}, a.published_at as at from app a where a.deleted_at is null and a.status = 'published'
    union all
    ${TEMPLATES}, t.version <> t.live_version, v.published_at
    from ${VERSION('live_version')} where t.deleted_at is null and p.status = 'published'
  ) t`,
}

const VIEW = `t.kind, t.id, t.name, t.app_name, ${logoUrlSql('of_app')} as logo_url, c.name as developer, t.is_revision,
  ${isoSql('t.at')} as submitted_at, coalesce(u.name, u.email) as claimed_by
  from (select t.app_id as id) of_app join account c on c.id = t.account_id
  left join review_claim r on r.account_id = t.account_id and r.kind = t.kind and r.item_id = t.id and r.expires_at > $2
  left join users u on u.id = r.user_id`

/** Lists apps and automation templates: oldest first in review, latest first when published. */
export function listReviews(ctx: Ctx, { kind, state, ...paging }: QueueQuery): Promise<Page<QueueItem>> {
  const dir = state === 'in_review' ? 'asc' : 'desc'
  return keysetPage<QueueItem>(ctx.sql, paging, {
    name: `reviews-${state}`,
    view: VIEW,
    from: ITEMS[state],
    where: [
      '$1::int is not null',
      '$2::timestamptz is not null',
      't.account_id is not null',
      't.at is not null',
      '($3::text is null or t.kind = $3)',
    ],
    values: [ctx.now(), kind ?? null],
    order: [
      { expr: 't.at', type: 'timestamptz', dir },
      { expr: 't.key', type: 'bigint', dir },
    ],
  })
}

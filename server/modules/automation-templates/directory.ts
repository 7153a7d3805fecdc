import { systemPool } from '../../core/context.ts'
import { isoSql } from '../../core/wire.ts'
import { logoUrlSql } from '../apps/store/detail.ts'
import type { OfferedTemplate, TemplateFilter } from './adoption-schema.ts'
import { Picture } from './picture-schema.ts'
import type { SubmittedTemplate } from './review-schema.ts'

// A template belongs to its developer's account, but reviewers and creators read it. All reads across accounts are in this file. Writes use
// the scoped client of the developer's account.

/** Returns the account of a template that is not deleted, and its app. Null if it or its app does not exist. */
export async function findOwner(
  id: number,
): Promise<{ account_id: number; name: string; app_id: number; app_status: string } | null> {
  const { rows } = await systemPool().query<{ account_id: number; name: string; app_id: number; app_status: string }>(
    `select t.account_id, t.name, t.app_id, p.status as app_status from automation_template t join app p on p.id = t.app_id
     where t.id = $1 and t.deleted_at is null and p.deleted_at is null`,
    [id],
  )
  return rows[0] ?? null
}

const SUBMITTED = `t.id, t.version, v.name, v.labels, t.app_id, p.name as app_name, c.name as developer,
  t.live_version is not null as is_live, ${isoSql('t.submitted_at')} as submitted_at`
const FROM = `automation_template t
  join automation_template_version v on v.account_id = t.account_id and v.template_id = t.id and v.version = t.version
  join app p on p.id = t.app_id and p.deleted_at is null join account c on c.id = t.account_id`

/** Returns an app's templates in review. */
export async function findSubmittedOf(app_id: number): Promise<SubmittedTemplate[]> {
  const { rows } = await systemPool().query<SubmittedTemplate>(
    `select ${SUBMITTED} from ${FROM}
     where t.app_id = $1 and t.state = 'in_review' and t.deleted_at is null order by t.id limit 50`,
    [app_id],
  )
  return rows
}

export interface StoredVersion {
  account_id: number
  id: number
  version: number
  name: string
  description: string
  labels: string[]
  reentry: string
  graph: unknown
  emails: unknown
  needs: unknown
  picture: unknown
}

const VERSION = `v.account_id, t.id, v.version, v.name, v.description, v.labels, v.reentry, v.graph, v.emails, v.needs, v.picture`

/** Returns the submitted version, and the live one if it differs. */
export async function findForReview(
  id: number,
): Promise<{ submitted: SubmittedTemplate & StoredVersion; live: StoredVersion | null } | null> {
  const { rows } = await systemPool().query<SubmittedTemplate & StoredVersion>(
    `select ${SUBMITTED}, ${VERSION} from ${FROM} where t.id = $1 and t.state = 'in_review' and t.deleted_at is null`,
    [id],
  )
  const [submitted] = rows
  return submitted ? { submitted, live: submitted.is_live ? await findLive(id) : null } : null
}

/** Returns the version that creators adopt. */
async function findLive(id: number): Promise<StoredVersion | null> {
  const { rows } = await systemPool().query<StoredVersion>(
    `select ${VERSION} from automation_template t
     join automation_template_version v
       on v.account_id = t.account_id and v.template_id = t.id and v.version = t.live_version
     where t.id = $1 and t.deleted_at is null`,
    [id],
  )
  return rows[0] ?? null
}

/** A live version with its app. `app` is null for our own templates. */
export interface OfferedVersion extends StoredVersion {
  app: { id: number; name: string } | null
}

/** SQL condition that a template t of an app p is offered to account $1: the app is in the store, installed, or the account's own. */
const OFFERED = `t.live_version is not null and t.deleted_at is null and p.deleted_at is null
  and (p.status = 'published' or p.account_id = $1 or exists (
    select from installation i where i.account_id = $1 and i.app_id = p.id and i.state = 'installed'))`
const FROM_LIVE = `automation_template t
  join automation_template_version v on v.account_id = t.account_id and v.template_id = t.id and v.version = t.live_version
  join app p on p.id = t.app_id`

/** Returns the live version of a template. Null if it is not offered to the account. */
export async function findOffered(id: number, account_id: number): Promise<OfferedVersion | null> {
  const { rows } = await systemPool().query<OfferedVersion>(
    `select ${VERSION}, json_build_object('id', p.id, 'name', p.name) as app from ${FROM_LIVE}
     where ${OFFERED} and t.id = $2`,
    [account_id, id],
  )
  return rows[0] ?? null
}

/** Returns an earlier approved version. */
export async function findVersion({ id, version }: { id: number; version: number }): Promise<StoredVersion | null> {
  const { rows } = await systemPool().query<StoredVersion>(
    `select ${VERSION} from automation_template t
     join automation_template_version v on v.account_id = t.account_id and v.template_id = t.id and v.version = $2
     where t.id = $1 and v.approved_at is not null`,
    [id, version],
  )
  return rows[0] ?? null
}

/** Returns the template of an adopted automation. Null if it or its app was deleted. */
export async function findAdopted(
  id: number,
): Promise<{ name: string; app_name: string; live_version: number | null } | null> {
  const { rows } = await systemPool().query<{ name: string; app_name: string; live_version: number | null }>(
    `select v.name, p.name as app_name, t.live_version from ${FROM_LIVE}
     where t.id = $1 and t.deleted_at is null and p.deleted_at is null`,
    [id],
  )
  return rows[0] ?? null
}

const PER_PAGE = 24

/** Returns a page of live templates by name. Every word must occur in the texts or the app's name. */
export async function listOffered(
  { search, label, app_id, page }: TemplateFilter,
  account_id: number,
  per_page = PER_PAGE,
): Promise<{ templates: OfferedTemplate[]; total: number; pages: number }> {
  const { rows } = await systemPool().query<Omit<OfferedTemplate, 'picture'> & { picture: unknown; total: number }>(
    `select t.id as template, v.name, v.description, v.labels, v.picture,
       json_build_object('id', p.id, 'name', p.name, 'logo_url', ${logoUrlSql('p')}) as app, count(*) over ()::int as total
     from ${FROM_LIVE}
     where ${OFFERED} and ($2::int is null or t.app_id = $2) and ($3::text is null or $3 = any (v.labels))
       and not exists (select from unnest($4::text[]) word
         where strpos(lower(concat_ws(' ', v.name, v.description, p.name)), lower(word)) = 0)
     order by lower(v.name), t.id limit $6 offset $5`,
    [account_id, app_id ?? null, label ?? null, search.split(/\s+/).filter(Boolean), (page - 1) * per_page, per_page],
  )
  const total = rows[0]?.total ?? 0
  const templates = rows.map(({ total: _total, picture, ...row }) => ({ ...row, picture: Picture.parse(picture) }))
  return { templates, total, pages: Math.ceil(total / per_page) }
}

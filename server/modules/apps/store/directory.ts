import { type Ctx, systemPool } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import type { App } from '../../../db/generated/client.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'
import type { StoreApp, StoreFilter } from '../schema.ts'
import { FOR_DETAIL, logoUrlSql } from './detail.ts'

// An app belongs to its developer's account, but other accounts read it: in the store, on the consent page, and where it is installed. All
// reads across accounts are in this file. Writes use the scoped client of the developer's account.

/** A complete row, including the secret's hash. Only for services, never for responses. */
export type AppRow = App

/** Returns an app that is not deleted. */
export const findLiveRow = (by: { id: number } | { client_id: string }): Promise<AppRow | null> =>
  unscoped().app.findFirst({ where: { ...by, deleted_at: null } })

/** Returns an app with the data of its listing and of a review. Null for self-registered clients. */
export async function findAppWithDeveloper(id: number) {
  const app = await unscoped().app.findFirst({
    where: { id, deleted_at: null, account_id: { not: null } },
    include: FOR_DETAIL,
  })
  if (app?.account_id == null) return null
  const account = await unscoped().account.findUnique({ where: { id: app.account_id }, select: { name: true } })
  return { app, account_id: app.account_id, developer: account?.name ?? null }
}

/** Returns the developer's account and the name of an app. Null for self-registered clients. */
export async function findAppOwner(id: number): Promise<{ account_id: number; name: string } | null> {
  const { rows } = await systemPool().query<{ account_id: number; name: string }>(
    'select account_id, name from app where id = $1 and deleted_at is null and account_id is not null',
    [id],
  )
  return rows[0] ?? null
}

const PER_PAGE = 24

/** Returns a page of published apps by name. Every word must occur in the name, the texts or the developer's name. */
export async function listPublished(
  { search, category, page }: StoreFilter,
  account_id: number | null,
): Promise<{ apps: StoreApp[]; total: number; pages: number }> {
  const { rows } = await systemPool().query<StoreApp & { total: number }>(
    `select a.id, a.name, a.tagline, a.category, ${logoUrlSql('a')} as logo_url, c.name as developer,
       exists (select from installation i
         where i.account_id = $3 and i.app_id = a.id and i.state = 'installed') as is_installed,
       count(*) over ()::int as total
     from app a left join account c on c.id = a.account_id
     where a.status = 'published' and a.deleted_at is null and ($2::text is null or a.category = $2)
       and not exists (select from unnest($1::text[]) word
         where strpos(lower(concat_ws(' ', a.name, a.tagline, a.description, c.name)), lower(word)) = 0)
     order by lower(a.name), a.id limit ${PER_PAGE} offset $4`,
    [search.split(/\s+/).filter(Boolean), category ?? null, account_id, (page - 1) * PER_PAGE],
  )
  const total = rows[0]?.total ?? 0
  return { apps: rows.map(({ total: _total, ...app }) => app), total, pages: Math.ceil(total / PER_PAGE) }
}

/** Returns whether another published app has this name. */
export async function isNameTaken(ctx: Ctx, { name, except }: { name: string; except: number }): Promise<boolean> {
  const taken = await ctx.sql.one(
    `${UNSCOPED}select 1 from app where lower(name) = lower($1) and id <> $2 and status = 'published'
       and deleted_at is null limit 1`,
    [name, except],
  )
  return taken !== undefined
}

/** Returns an app's current logo. The version must match, because URLs are cached. */
export async function findLogo({
  app_id,
  version,
}: {
  app_id: number
  version: number
}): Promise<{ media_type: string; bytes: Uint8Array } | null> {
  const where = { app_id, updated_at: new Date(version), app: { deleted_at: null } }
  return (await unscoped().appLogo.findFirst({ where })) ?? unscoped().appDraftLogo.findFirst({ where })
}

/** Returns the image of a screenshot, even before approval, because its key is secret until then. */
export const findScreenshot = ({
  app_id,
  key,
}: {
  app_id: number
  key: string
}): Promise<{ media_type: string; bytes: Uint8Array } | null> =>
  unscoped().appScreenshot.findFirst({ where: { app_id, key, app: { deleted_at: null } } })

/** Returns the remaining installations of a deleted app. */
export async function findInstallations(
  app_id: number,
  limit: number,
): Promise<{ account_id: number; installation_id: number }[]> {
  const { rows } = await systemPool().query<{ account_id: number; installation_id: number }>(
    `select i.account_id, i.id as installation_id from installation i join app a on a.id = i.app_id
     where i.app_id = $1 and i.state <> 'uninstalled' and a.deleted_at is not null order by i.account_id, i.id limit $2`,
    [app_id, limit],
  )
  return rows
}

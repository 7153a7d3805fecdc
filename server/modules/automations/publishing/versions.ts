import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { isoSql } from '../../../core/wire.ts'
import { Graph } from '../graph-schema.ts'
import type { PublishedVersion, VersionDetail, VersionKey } from '../publishing-schema.ts'
import { INSIDE } from '../running/inside.ts'

const SHOWN = 50

const COLUMNS = `v.version, ${isoSql('v.published_at')} as published_at, coalesce(u.name, u.email) as published_by,
  v.version = t.version as is_current`

/** Lists the latest versions and their subscribers inside, newest first. Throws not_found. */
export async function listVersions(ctx: Ctx, { id }: { id: number }): Promise<PublishedVersion[]> {
  const rows = await ctx.sql.rows<PublishedVersion | { version: null }>(
    `with inside as materialized (${INSIDE})
     select ${COLUMNS}, coalesce((select i.count from inside i where i.version = v.version), 0) as inside
     from automation t
       left join automation_version v on v.account_id = t.account_id and v.automation_id = t.id
       left join users u on u.id = v.published_by
     where t.account_id = $1 and t.id = $2 and t.deleted_at is null order by v.version desc limit ${SHOWN}`,
    [id],
  )
  if (rows.length === 0) throw notFound()
  return rows.flatMap((row) => (row.version === null ? [] : row))
}

/** Returns a version as published. Throws not_found. */
export async function getVersion(ctx: Ctx, { id, version }: VersionKey): Promise<VersionDetail> {
  const row = await ctx.sql.one<VersionDetail>(
    `select ${COLUMNS}, v.reentry, v.graph,
       (select coalesce(json_agg(json_build_object('id', e.email_id, 'subject', e.subject, 'preview_text', e.preview_text)
           order by e.email_id), '[]')
         from automation_version_email e
         where e.account_id = v.account_id and e.automation_id = v.automation_id and e.version = v.version) as emails
     from automation t
       join automation_version v on v.account_id = t.account_id and v.automation_id = t.id
       left join users u on u.id = v.published_by
     where t.account_id = $1 and t.id = $2 and t.deleted_at is null and v.version = $3`,
    [id, version],
  )
  if (!row) throw notFound()
  return { ...row, graph: Graph.parse(row.graph) }
}

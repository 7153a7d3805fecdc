import { systemPool } from '../../core/context.ts'
import { logoUrlSql } from '../apps/store/detail.ts'
import type { AppRow } from '../apps/store/directory.ts'
import type { AppSummary } from './schema.ts'

/** Returns the app as the pages of the install flow show it. */
export async function appSummary(app: AppRow): Promise<AppSummary> {
  const { rows } = await systemPool().query<{ developer: string; logo_url: string | null }>(
    `select c.name as developer, ${logoUrlSql('a')} as logo_url
     from app a join account c on c.id = a.account_id where a.id = $1`,
    [app.id],
  )
  return {
    id: app.id,
    name: app.name,
    tagline: app.tagline,
    logo_url: rows[0]?.logo_url ?? null,
    developer: rows[0]?.developer ?? '',
    is_published: app.status === 'published',
  }
}

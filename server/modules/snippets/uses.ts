import type { Ctx } from '../../core/context.ts'
import { LiquidError } from '../../mail/liquid/error.ts'
import { snippetKeys } from '../../mail/liquid/source.ts'
import type { SnippetUse } from './schema.ts'
import { getSnippet } from './service.ts'

/**
 * Lists unsent or visible texts that use a snippet, newest first. Reads tables of later modules, because no other module knows every
 * template.
 */
export async function findSnippetUses(ctx: Ctx, { id }: { id: number }): Promise<SnippetUse[]> {
  const { key } = await getSnippet(ctx, { id })
  const candidates = await ctx.sql.rows<SnippetUse & { source: string }>(
    `select * from (
       (select 'broadcast' as kind, b.id, null::int as parent_id, b.subject as name,
          concat_ws(' ', b.subject, b.preview_text, b.content) as source from broadcast b
        where b.account_id = $1 and b.status in ('draft', 'scheduled'))
       union all
       (select 'sequence_email', e.id, e.sequence_id, e.subject, concat_ws(' ', e.subject, e.preview_text, e.content, e.draft::text)
        from sequence_email e where e.account_id = $1)
       union all
       (select 'automation_email', x.id, x.automation_id, x.subject, concat_ws(' ', x.subject, x.preview_text, x.content)
        from automation_email x where x.account_id = $1 and x.deleted_at is null)
       union all
       (select 'post', p.id, null, p.title, concat_ws(' ', p.title, p.content) from post p where p.account_id = $1)
       union all
       (select 'snippet', s.id, null, s.name, concat_ws(' ', s.content, s.value_html) from snippet s where s.account_id = $1)
     ) u where position($2 in u.source) > 0 order by u.kind, u.id desc`,
    [key],
  )
  return candidates.flatMap(({ source, ...use }) => (usesKey(source, key) ? [use] : []))
}

function usesKey(source: string, key: string): boolean {
  try {
    return snippetKeys(source).includes(key)
  } catch (error) {
    if (error instanceof LiquidError) return false
    throw error
  }
}

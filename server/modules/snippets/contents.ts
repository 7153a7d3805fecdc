import type { Ctx } from '../../core/context.ts'
import { mayUseSnippets, type Snippets } from '../../mail/threads/filling.ts'

/** Returns the stored contents of the account's snippets by key, including archived ones. */
export async function readSnippets(ctx: Ctx): Promise<Snippets> {
  const snippets = await ctx.db.snippet.findMany({
    select: { key: true, snippet_type: true, content: true, value_html: true },
  })
  return Object.fromEntries(
    snippets.map(({ key, snippet_type, content, value_html }) => [
      key,
      (snippet_type === 'block' ? value_html : content) ?? '',
    ]),
  )
}

/** Returns the snippets for tasks that fill them into these texts. Snippets can use each other, so it loads either all or none. */
export const snippetsFor = async (ctx: Ctx, sources: readonly (string | null)[]): Promise<Snippets> =>
  sources.some(mayUseSnippets) ? readSnippets(ctx) : {}

import type { Ctx } from '../../core/context.ts'
import { textWork } from '../../core/texts/text-work.ts'
import { LiquidError } from '../../mail/liquid/error.ts'
import { readSnippets } from './contents.ts'
import type { SnippetPreview, SnippetPreviewInput } from './schema.ts'
import { getSnippet } from './service.ts'

const SAMPLE_SUBSCRIBER = {
  first_name: 'Robin',
  email_address: 'robin@example.com',
  city: 'Oslo',
  country: 'Norway',
  tags: [],
}

/** Renders a snippet with this source for a sample subscriber. Stores nothing. */
export async function previewSnippet(ctx: Ctx, { id, source }: SnippetPreviewInput): Promise<SnippetPreview> {
  const { key } = await getSnippet(ctx, { id })
  const account = await ctx.db.account.findFirstOrThrow({ where: {}, select: { name: true, time_zone: true } })
  const variables = { subscriber: SAMPLE_SUBSCRIBER, account }
  try {
    const snippets = await readSnippets(ctx)
    return { html: await textWork(ctx, 'snippetPreview', { key, source, variables, snippets }), mistake: null }
  } catch (error) {
    if (!(error instanceof LiquidError)) throw error
    return { html: '', mistake: `Line ${error.line}: ${error.message}` }
  }
}

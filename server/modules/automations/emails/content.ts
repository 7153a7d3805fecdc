import { type TextCtx, textWork } from '../../../core/texts/text-work.ts'
import { LiquidError } from '../../../mail/liquid/error.ts'
import { parseLiquid } from '../../../mail/liquid/template.ts'

/** Returns the Liquid error of a subject or value, or undefined. */
export function liquidMistake(source: string): string | undefined {
  try {
    parseLiquid(source, 'line')
    return undefined
  } catch (error) {
    if (error instanceof LiquidError) return error.message
    throw error
  }
}

interface CheckedContent {
  content: string
  has_content: boolean
  mistake: string | null
}

/** Returns the content with the properties derived from it, which are stored together. Throws as `textWork` does. */
export async function checkedContent(ctx: TextCtx, content: string): Promise<CheckedContent> {
  const [has_content = false] = await textWork(ctx, 'shows', { html: [content] })
  const [mistake] = await textWork(ctx, 'parse', { sources: [{ source: content, mode: 'html' }] })
  return { content, has_content, mistake: mistake?.message ?? null }
}

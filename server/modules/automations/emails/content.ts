import { hasContent } from '../../../mail/html/text.ts'
import { LiquidError } from '../../../mail/liquid/error.ts'
import { parseLiquid } from '../../../mail/liquid/template.ts'

/** Returns the mistake in Liquid, or undefined. */
export function liquidMistake(source: string, mode: 'line' | 'html'): string | undefined {
  try {
    parseLiquid(source, mode)
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

/** Returns the content with what it alone shows. Both are always stored together. */
export const checkedContent = (content: string): CheckedContent => ({
  content,
  has_content: hasContent(content),
  mistake: liquidMistake(content, 'html') ?? null,
})

import { requireInHtml } from '../html/required-parts.ts'
import { type LayoutDesign, layoutOf } from '../layout-design.ts'
import { applyLayout } from '../layouts.ts'
import { LiquidError } from '../liquid/error.ts'
import { liquidSpans } from '../liquid/source.ts'
import { joinTemplate, type LiquidVariables, parseLiquid } from '../liquid/template.ts'
import { compileOwnLayout, type OwnLayout } from '../own-layout/compile.ts'
import { fillerOf, type Snippets } from './filling.ts'

type DesignPart = 'Header' | 'Footer' | 'Template'

/** Compiles a creator's own HTML. Throws LiquidError. */
const ownLayout = ({ source }: { source: string }): OwnLayout => compileOwnLayout(source)

/** Returns the first part of a design whose merge tags do not work. */
function designMistake({
  design,
}: {
  design: LayoutDesign
}): { part: DesignPart; message: string; line: number } | undefined {
  const parts: [DesignPart, () => void][] = [
    ['Header', () => checkText(design.header)],
    ['Footer', () => checkText(design.footer)],
    ['Template', () => parseLiquid(applyLayout(layoutOf(design), { content: '' }), 'html')],
  ]
  for (const [part, read] of parts) {
    try {
      read()
    } catch (error) {
      if (!(error instanceof LiquidError)) throw error
      return { part, message: error.message, line: error.line }
    }
  }
  return undefined
}

/** `applyLayout` fills these in. Within a text, they would move the content. */
const PLACE = /^\{\{-?\s*(?:content|footer|preview_text|title|lang|dir|start)\s*-?\}\}$/

function checkText(text: string): void {
  parseLiquid(text, 'html')
  for (const { begin, end } of liquidSpans(text)) {
    const tag = text.slice(begin, end)
    if (PLACE.test(tag)) throw new LiquidError(`${tag} cannot be used here`, 1)
  }
}

/** Renders an email in a layout. Throws LiquidError. */
function sample({
  layout,
  content,
  title,
  variables,
  snippets,
}: {
  layout: string
  content: string
  title: string
  variables: LiquidVariables
  snippets: Snippets
}): string {
  const template = requireInHtml(applyLayout(fillerOf(snippets).document(layout), { content, title }))
  return joinTemplate(template, template.render(variables))
}

export const LAYOUT_TASKS = { ownLayout, designMistake, sample }

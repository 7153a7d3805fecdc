import { refuseDataImages } from '../html/left-out/data-images.ts'
import { compileLinks, type MailLink } from '../html/links.ts'
import { refuseManyParts } from '../html/most-parts.ts'
import { plainTextOf } from '../html/plain-text.ts'
import { requireInHtml, requireInText } from '../html/required-parts.ts'
import { sanitizeHtml } from '../html/sanitize.ts'
import { applyLayout } from '../layouts.ts'
import { LiquidError } from '../liquid/error.ts'
import { refuseDeepHtml } from '../liquid/nesting.ts'
import { decodeRaw, maskOrNot } from '../liquid/source.ts'
import { joinTemplate, type LiquidMode, type LiquidVariables, parseLiquid } from '../liquid/template.ts'

// What is done with a text that a user wrote. Each is a function of its input, so a thread can do it.

/** Returns HTML without anything that can run. Throws LimitError. */
function clean({ html }: { html: string }): string {
  refuseDeepHtml(maskOrNot(html).text)
  refuseManyParts(html)
  refuseDataImages(html)
  return sanitizeHtml(html)
}

/** Returns why each source does not parse, undefined for one that does. */
function parse({
  sources,
}: {
  sources: readonly { source: string; mode: LiquidMode; counts?: boolean }[]
}): ({ message: string; line: number } | undefined)[] {
  return sources.map(({ source, mode, counts }) => {
    try {
      if (counts) refuseManyParts(source)
      parseLiquid(source, mode)
      return undefined
    } catch (error) {
      if (!(error instanceof LiquidError)) throw error
      return { message: error.message, line: error.line }
    }
  })
}

interface Compiled {
  /** With links that lead where the creator wrote. */
  direct: string
  /** With counted links; the same without counting. */
  counted: string
  links: MailLink[]
  text: string
}

/** Puts content into a layout. `counted_by` is the beginning of the address of counted links; null counts none. Throws LiquidError. */
function compile({
  subject,
  content,
  layout,
  preview_text,
  title,
  counted_by,
  known_urls,
}: {
  subject: string
  content: string
  /** Null: the content is the whole email. */
  layout: string | null
  preview_text: string
  title: string
  counted_by: string | null
  known_urls: readonly string[]
}): Compiled {
  for (const part of [content, layout ?? '']) refuseManyParts(part)
  const parts = { content: decodeRaw(content), preview_text, title }
  const written =
    layout === null ? applyLayout('{{ content }}', { content: parts.content }) : applyLayout(decodeRaw(layout), parts)
  const direct = compileLinks(written)
  const counted =
    counted_by === null ? direct : compileLinks(written, ({ number }) => `${counted_by}${number}`, known_urls)
  const text = plainTextOf(written)
  parseLiquid(subject, 'line')
  requireInHtml(counted.html)
  requireInText(text)
  return { direct: direct.html, counted: counted.html, links: counted.links, text }
}

/** Returns the email as one recipient would see it, without counted links. Throws LiquidError, which names the part. */
function view({
  subject,
  html,
  text,
  variables,
}: {
  subject: string
  html: string
  text: string
  variables: LiquidVariables
}): { subject: string; html: string; text: string } {
  const print = (part: NonNullable<LiquidError['part']>, render: () => string) => {
    try {
      return render()
    } catch (error) {
      if (error instanceof LiquidError) error.part = part
      throw error
    }
  }
  const shown = (template: ReturnType<typeof requireInHtml>) =>
    joinTemplate(
      template,
      template.render(variables, (_number, url) => url),
    )
  return {
    subject: print('subject', () => shown(parseLiquid(subject, 'line'))),
    html: print('content', () => shown(requireInHtml(html))),
    text: print('text', () => shown(requireInText(text))),
  }
}

export const TASKS = { clean, parse, compile, view }
type Tasks = typeof TASKS
export type TaskName = keyof Tasks
export type Input<Name extends TaskName> = Parameters<Tasks[Name]>[0]
export type Output<Name extends TaskName> = ReturnType<Tasks[Name]>

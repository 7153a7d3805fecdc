import { withoutBlockMarks } from '../html/content-blocks.ts'
import { compileLinks, type MailLink } from '../html/links.ts'
import { refuseManyParts } from '../html/most-parts.ts'
import { plainTextOf } from '../html/plain-text.ts'
import { type RequiredPart, requireInHtml, requireInText } from '../html/required-parts.ts'
import { applyLayout } from '../layouts.ts'
import { segmentNames } from '../liquid/condition-names.ts'
import { LiquidError } from '../liquid/error.ts'
import { decodeRaw } from '../liquid/source.ts'
import { joinTemplate, type LiquidMode, type LiquidVariables, parseLiquid } from '../liquid/template.ts'
import { fillerOf, type Snippets } from './filling.ts'

type Part = 'subject' | 'preview_text' | 'content' | 'template'

/** Returns each part of an email that does not parse, with its line. */
function mistakes({
  subject,
  preview_text,
  content,
  layout,
  snippets,
  most_segments,
}: {
  subject: string
  preview_text: string
  content: string
  /** Null: it is not checked. */
  layout: string | null
  snippets: Snippets
  most_segments: number
}): { part: Part; message: string; line: number }[] {
  const fill = fillerOf(snippets)
  const found: { part: Part; message: string; line: number }[] = []
  const attempt = (part: Part, read: () => void) => {
    try {
      read()
    } catch (error) {
      if (!(error instanceof LiquidError)) throw error
      found.push({ part, message: error.message, line: error.line })
    }
  }
  // Parses the source first, so line numbers match what the creator sees.
  const check = (source: string, filled: (source: string) => string, mode: LiquidMode) => {
    for (const form of new Set([source, filled(source)])) {
      if (mode === 'html') refuseManyParts(form)
      parseLiquid(form, mode)
    }
  }
  attempt('subject', () => check(subject, fill.text, 'line'))
  attempt('preview_text', () => check(preview_text, fill.text, 'line'))
  attempt('content', () => {
    if (segmentNames([subject, fill.fragment(content), layout ?? '']).length > most_segments)
      throw new LiquidError(`an email can ask for at most ${most_segments} segments`, 1)
    check(content, fill.fragment, 'html')
  })
  if (layout !== null) attempt('template', () => check(layout, fill.document, 'html'))
  return found
}

interface Compiled {
  subject: string
  /** With links that lead where the creator wrote. */
  direct: string
  /** With counted links, and what counts opens at its end. */
  counted: string
  links: MailLink[]
  text: string
}

/**
 * Fills in snippets, and puts content into a layout. `counted_by` is the beginning of the address of counted links; null counts none.
 * `at_end` is HTML that is added to what is counted. Throws LiquidError.
 */
function compile({
  subject,
  content,
  layout,
  preview_text,
  account_name,
  snippets,
  counted_by,
  at_end,
  known_urls,
}: {
  subject: string
  content: string
  /** Null: the content is the whole email. */
  layout: string | null
  preview_text: string
  account_name: string
  snippets: Snippets
  counted_by: string | null
  at_end: string
  known_urls: readonly string[]
}): Compiled {
  const fill = fillerOf(snippets)
  const filled = {
    subject: fill.text(subject),
    content: withoutBlockMarks(fill.fragment(content)),
    layout: layout === null ? null : fill.document(layout),
    preview_text: fill.text(preview_text),
  }
  for (const part of [filled.content, filled.layout ?? '']) refuseManyParts(part)
  // Liquid in the title would move the boundaries of its markup.
  const title = /\{[{%]/.test(filled.subject) ? account_name : filled.subject
  const parts = { content: decodeRaw(filled.content), preview_text: filled.preview_text, title }
  const written =
    filled.layout === null
      ? applyLayout('{{ content }}', { content: parts.content })
      : applyLayout(decodeRaw(filled.layout), parts)
  const direct = compileLinks(written)
  const counted =
    counted_by === null ? direct : compileLinks(written, ({ number }) => `${counted_by}${number}`, known_urls)
  const text = plainTextOf(written)
  parseLiquid(filled.subject, 'line')
  requireInHtml(counted.html)
  requireInText(text)
  const with_end = withEnd(counted.html, at_end)
  return { subject: filled.subject, direct: direct.html, counted: with_end, links: counted.links, text }
}

function withEnd(html: string, added: string): string {
  const end = html.toLowerCase().lastIndexOf('</body')
  return end === -1 ? html + added : html.slice(0, end) + added + html.slice(end)
}

/** Returns whether a message can lack a required part, which is added to it then. Throws LiquidError. */
const mayLack = ({ html }: { html: string }): boolean => requireInHtml(html).missing !== undefined

/**
 * Returns what the messages with these variables lack: of each until the time is up, at least of the first. A message that cannot be built
 * lacks nothing. Throws LiquidError.
 */
function lacking({
  html,
  variables,
  most_ms,
}: {
  html: string
  variables: readonly LiquidVariables[]
  most_ms: number
}): RequiredPart[][] {
  const { missing } = requireInHtml(html)
  const ends_at = performance.now() + most_ms
  const found: RequiredPart[][] = []
  for (const values of variables) {
    if (found.length > 0 && performance.now() > ends_at) break
    try {
      found.push(missing?.(values) ?? [])
    } catch (error) {
      if (!(error instanceof LiquidError)) throw error
      found.push([])
    }
  }
  return found
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

export const EMAIL_TASKS = { mistakes, compile, view, mayLack, lacking }

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
  /** Null: not checked. */
  layout: string | null
  snippets: Snippets
  most_segments: number
}): { part: Part; message: string; line: number }[] {
  const fill = fillerOf(snippets)
  const problems: { part: Part; message: string; line: number }[] = []
  const attempt = (part: Part, read: () => void) => {
    try {
      read()
    } catch (error) {
      if (!(error instanceof LiquidError)) throw error
      problems.push({ part, message: error.message, line: error.line })
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
  return problems
}

interface Compiled {
  subject: string
  /** With the creator's own links. */
  direct: string
  /** With counted links, and the opens counter at its end. */
  counted: string
  links: MailLink[]
  text: string
}

/**
 * Fills in snippets, and puts content into a layout. `counted_by` is the beginning of the address of counted links; null: none are counted.
 * `at_end` is HTML that is added to the counted version. Throws LiquidError.
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
  const filled_parts = {
    subject: fill.text(subject),
    content: withoutBlockMarks(fill.fragment(content)),
    layout: layout === null ? null : fill.document(layout),
    preview_text: fill.text(preview_text),
  }
  for (const part of [filled_parts.content, filled_parts.layout ?? '']) refuseManyParts(part)
  // Liquid in the title would move the boundaries of its markup.
  const title = /\{[{%]/.test(filled_parts.subject) ? account_name : filled_parts.subject
  const parts = { content: decodeRaw(filled_parts.content), preview_text: filled_parts.preview_text, title }
  const document =
    filled_parts.layout === null
      ? applyLayout('{{ content }}', { content: parts.content })
      : applyLayout(decodeRaw(filled_parts.layout), parts)
  const direct = compileLinks(document)
  const counted_links =
    counted_by === null ? direct : compileLinks(document, ({ number }) => `${counted_by}${number}`, known_urls)
  const text = plainTextOf(document)
  parseLiquid(filled_parts.subject, 'line')
  requireInHtml(counted_links.html)
  requireInText(text)
  const with_end = withEnd(counted_links.html, at_end)
  return { subject: filled_parts.subject, direct: direct.html, counted: with_end, links: counted_links.links, text }
}

function withEnd(html: string, added: string): string {
  const end = html.toLowerCase().lastIndexOf('</body')
  return end === -1 ? html + added : html.slice(0, end) + added + html.slice(end)
}

/** Returns whether a message may lack a required part, which would be added to it. Throws LiquidError. */
const mayLack = ({ html }: { html: string }): boolean => requireInHtml(html).missing !== undefined

/**
 * Returns the parts that messages with these variables lack: all messages until the time is up, but at least the first. A message that cannot be
 * built lacks nothing. Throws LiquidError.
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
  const missing_parts: RequiredPart[][] = []
  for (const values of variables) {
    if (missing_parts.length > 0 && performance.now() > ends_at) break
    try {
      missing_parts.push(missing?.(values) ?? [])
    } catch (error) {
      if (!(error instanceof LiquidError)) throw error
      missing_parts.push([])
    }
  }
  return missing_parts
}

/** Returns the email as one recipient would see it, without counted links. Throws LiquidError with the part. */
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
  const rendered = (template: ReturnType<typeof requireInHtml>) =>
    joinTemplate(
      template,
      template.render(variables, (_number, url) => url),
    )
  return {
    subject: print('subject', () => rendered(parseLiquid(subject, 'line'))),
    html: print('content', () => rendered(requireInHtml(html))),
    text: print('text', () => rendered(requireInText(text))),
  }
}

export const EMAIL_TASKS = { mistakes, compile, view, mayLack, lacking }

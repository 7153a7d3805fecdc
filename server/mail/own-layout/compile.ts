import { Parser } from 'htmlparser2'
import { TypeGuards } from 'liquidjs'
import { LeftOut } from '../html/left-out/left-out.ts'
import { refuseManyParts } from '../html/most-parts.ts'
import { sanitizeLayout } from '../html/sanitize.ts'
import { hideConditions } from '../html/styling/conditional-comments.ts'
import { OWN_SHEET } from '../html/styling/inline-styles.ts'
import { isVisible, walkMarkup } from '../html/visible-markup.ts'
import { applyLayout, REST_END, REST_START } from '../layouts.ts'
import { LiquidError } from '../liquid/error.ts'
import { BLOCKS, lineAt, refuseDeepLayout, topLevelTokens } from '../liquid/nesting.ts'
import { liquidSpans, maskLiquid } from '../liquid/source.ts'
import { parseLiquid } from '../liquid/template.ts'
import { type CleanSheet, cleanSheet } from './style-sheet.ts'

export interface OwnLayout {
  /** For `applyLayout`. */
  html: string
  /** Removed parts, for `leftOutText`. */
  left_out: string[]
}

/**
 * Turns a creator's own HTML into a layout. `{{ content }}` marks the content's place; `{{ footer }}` and `{{ preview_text }}` are added if
 * absent. Code, forms and anything that loads is removed (S3), and styles are inlined as in other layouts. Throws LiquidError.
 */
export function compileOwnLayout(source: string): OwnLayout {
  refuseManyParts(source)
  parseLiquid(source, 'html')
  requireContentOnce(source)
  const { text, unmask } = maskLiquid(source)
  refuseDeepLayout(text)
  const left_out = new LeftOut()
  left_out.unmask = unmask
  const sheet = cleanSheet(readStyles(hideConditions(text).text), left_out)
  const body = bodyOf(sanitizeLayout(text, left_out))
  const rest = sheet.rest === '' ? '' : `${REST_START}${sheet.rest}${REST_END}`
  const html = documentOf(body, { rest, sheet, has_preview: PREVIEW.test(unmask(body.inner)) })
  const layout = unmask(html)
  requireWholeLiquid(layout)
  // Rules for some email apps count as hiding the elements that they select.
  requireVisibleContent(rest === '' ? layout : layout.replace(rest, () => ''))
  return { html: layout, left_out: left_out.found() }
}

const CONTENT = /^\{\{-?\s*content\s*-?\}\}$/

function requireContentOnce(source: string): void {
  const places = liquidSpans(source).filter(({ begin, end }) => CONTENT.test(source.slice(begin, end)))
  if (places.length === 0)
    throw new LiquidError('{{ content }} is missing. It says where the text of each email goes', 1)
  if (places.length > 1)
    throw new LiquidError('{{ content }} can only be used once', lineAt(source, places[1]?.begin ?? 0))
  const place = places[0]?.begin ?? 0
  let depth = 0
  for (const token of topLevelTokens(source)) {
    if (token.begin >= place) break
    if (!TypeGuards.isTagToken(token)) continue
    if (token.name.startsWith('end')) depth--
    else if (BLOCKS.has(token.name)) depth++
  }
  if (depth > 0)
    throw new LiquidError(
      '{{ content }} cannot be inside a tag such as {% if %}: some recipients would get no text',
      lineAt(source, place),
    )
}

/** Throws LiquidError if part of a block was removed with the head, a comment or an element that emails cannot have. */
function requireWholeLiquid(layout: string): void {
  try {
    parseLiquid(layout, 'html')
  } catch (error) {
    if (!(error instanceof LiquidError)) throw error
    throw new LiquidError(
      `${error.message}. The head, style sheets and removed elements are not part of the email: move Liquid tags to the body`,
      1,
    )
  }
}

const PROBE = 'Text of an email'

/** Throws LiquidError if recipients would not see the content, because it is in a comment, an attribute or a hidden element. */
function requireVisibleContent(layout: string): void {
  let isShown = false
  walkMarkup(maskLiquid(applyLayout(layout, { content: `<p>${PROBE}</p>` })).text, {
    text(text, parent) {
      if (text.includes(PROBE) && isVisible(parent)) isShown = true
    },
  })
  if (!isShown)
    throw new LiquidError(
      '{{ content }} must be where recipients can see it: in the body, between tags, and readable on its background',
      1,
    )
}

function readStyles(text: string): string {
  let styles = ''
  let isInStyle = false
  const parser = new Parser({
    onopentag(name) {
      isInStyle = name === 'style'
    },
    onclosetag: () => {
      isInStyle = false
    },
    ontext(part) {
      if (isInStyle) styles += part
    },
  })
  parser.end(text)
  return styles
}

/** Returns the attributes and the content of the body. After sanitizing, attribute values have no `<` or `>`. */
function bodyOf(clean: string): { attributes: string; inner: string } {
  const start = /<body\b([^<>]*)>/.exec(clean)
  const inner = clean.slice(start ? start.index + start[0].length : 0).replace(/<\/?body\b[^<>]*>/g, '')
  return { attributes: start?.[1]?.trimEnd() ?? '', inner: inner.trim() }
}

function documentOf(
  { attributes, inner }: { attributes: string; inner: string },
  { sheet, rest, has_preview }: { sheet: CleanSheet; rest: string; has_preview: boolean },
): string {
  const preview = has_preview ? '' : '{{ preview_text }}\n'
  const responsive = sheet.responsive === '' ? '' : `<style>\n${sheet.responsive}\n</style>\n`
  return `<!DOCTYPE html>
<html lang="{{ lang }}" dir="{{ dir }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>{{ title }}</title>
${OWN_SHEET}
${sheet.inlined}
${FOOTER}
</style>
${responsive}${rest}</head>
<body${attributes}>${preview}${inner}
</body>
</html>
`
}

const PREVIEW = /\{\{-?\s*preview_text\b/

/** Follows the creator's rules, with colors that are readable together. */
const FOOTER = `.footer { padding:24px 16px;font-family:Helvetica,Arial,sans-serif;font-size:13px;line-height:1.5;text-align:center;color:#4b5563;background-color:#ffffff }
.footer a { color:#4b5563 }`

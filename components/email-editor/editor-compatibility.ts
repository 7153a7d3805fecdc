import { mapBlocks } from '@/server/mail/html/content-blocks.ts'

const KNOWN = new Set('p h1 h2 h3 ul ol li blockquote strong b em i u s del strike code pre a br hr img'.split(' '))
const EMPTY_DIV = /<div(?=\s)[^<>]*><\/div>/gi
const COLUMNS = /<div data-columns?="[23]?"(?: style="[^"<>]*")?>/g
const IS_BLOCK = /\sdata-content-block="\d+"/i

const STYLE = /<style[\s>][^<]*<\/style\s*>\s*/gi

/** Separates style sheets, which the visual editor does not show, from the text. Stored style sheets contain no `<`. */
export function splitStyles(html: string): { styles: string; text: string } {
  if (!/<style/i.test(html)) return { styles: '', text: html }
  return { styles: (html.match(STYLE) ?? []).join(''), text: html.replace(STYLE, '') }
}

/**
 * Returns true if the visual editor preserves all of this HTML. It drops tables and layout, for example, but keeps apps' content blocks.
 */
export function isEditorCompatible(html: string): boolean {
  const { styles, text } = splitStyles(html)
  // The editor drops classes, without which a style sheet may not match anything.
  if (styles !== '' && /\s(?:class|id)=/i.test(text)) return false
  const own = mapBlocks(text, () => '')
    .replace(EMPTY_DIV, (div) => (IS_BLOCK.test(div) ? '' : div))
    .replace(COLUMNS, '')
  if (/<style|<!--/i.test(own)) return false
  const tags = own.matchAll(/<([a-z][a-z0-9-]*)/gi)
  return [...tags].every(([, tag]) => KNOWN.has((tag ?? '').toLowerCase()))
}

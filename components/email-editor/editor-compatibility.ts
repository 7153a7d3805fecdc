import { mapBlocks } from '@/server/mail/html/content-blocks.ts'

const KNOWN = new Set('p h1 h2 h3 ul ol li blockquote strong b em i u s del strike code pre a br hr img'.split(' '))
const EMPTY_DIV = /<div(?=\s)[^<>]*><\/div>/gi
const COLUMNS = /<div data-columns?="[23]?"(?: style="[^"<>]*")?>/g
const IS_BLOCK = /\sdata-content-block="\d+"/i

/**
 * Whether the visual editor keeps all of this HTML. It drops tables and layout, for example. Content blocks of apps are kept as they are.
 */
export function isEditorCompatible(html: string): boolean {
  const own = mapBlocks(html, () => '')
    .replace(EMPTY_DIV, (div) => (IS_BLOCK.test(div) ? '' : div))
    .replace(COLUMNS, '')
  if (/<style|<!--/i.test(own)) return false
  const tags = own.matchAll(/<([a-z][a-z0-9-]*)/gi)
  return [...tags].every(([, tag]) => KNOWN.has((tag ?? '').toLowerCase()))
}

import { mapBlocks } from '@/server/lib/content-blocks.ts'

const KNOWN = new Set('p h1 h2 h3 ul ol li blockquote strong b em i u s del strike code pre a br hr img'.split(' '))
const EMPTY_DIV = /<div(?=\s)[^<>]*><\/div>/gi
const IS_BLOCK = /\sdata-content-block="\d+"/i

/**
 * Whether the visual editor can hold this HTML without dropping parts of it, such as tables or layout. A block of an app is
 * held as it is, whatever is in it.
 */
export function isEditorCompatible(html: string): boolean {
  const own = mapBlocks(html, () => '').replace(EMPTY_DIV, (div) => (IS_BLOCK.test(div) ? '' : div))
  if (/<style|<!--/i.test(own)) return false
  const tags = own.matchAll(/<([a-z][a-z0-9-]*)/gi)
  return [...tags].every(([, tag]) => KNOWN.has((tag ?? '').toLowerCase()))
}

/**
 * A block of an app's server is stored in an email as `<div data-content-block="12" data-content-name="…"
 * data-content-settings="…">its HTML</div>`. The values are percent-encoded, so they contain no characters of HTML or Liquid.
 */
export interface ContentBlock {
  plugin_id: number
  /** Shown in the editor, even after the app was uninstalled. */
  name: string
  settings: Record<string, unknown>
}

export const blockAttributes = ({ plugin_id, name, settings }: ContentBlock) => ({
  [MARK]: String(plugin_id),
  [NAME]: encode(name),
  [SETTINGS]: encode(JSON.stringify(settings)),
})

/** Reads a block from its attributes; null if the element is not a block or its attributes are invalid. */
export function readBlock(attribute: (name: string) => string | null): ContentBlock | null {
  const plugin_id = Number(attribute(MARK))
  if (!Number.isSafeInteger(plugin_id) || plugin_id <= 0) return null
  try {
    const settings: unknown = JSON.parse(decodeURIComponent(attribute(SETTINGS) ?? '%7B%7D'))
    if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return null
    return { plugin_id, name: decodeURIComponent(attribute(NAME) ?? ''), settings: { ...settings } }
  } catch {
    return null
  }
}

/** Replaces each block's inner HTML with the result of `change`. For sanitized HTML, whose attributes contain no `<` or `>`. */
export function mapBlocks(html: string, change: (inner: string) => string): string {
  if (!html.includes(MARK)) return html
  let result = ''
  let from = 0
  for (const start of html.matchAll(START)) {
    if (start.index < from) continue
    const begin = start.index + start[0].length
    const end = endOfDiv(html, begin)
    result += html.slice(from, begin) + change(html.slice(begin, end))
    from = end
  }
  return result + html.slice(from)
}

/** Returns the HTML for recipients, without attributes of the editor. Settings may contain data that the creator shared only with the app. */
export function withoutBlockMarks(html: string): string {
  if (!html.includes(MARK)) return html
  return html.replace(START, (tag) => tag.replace(/\sdata-content-(?:block|name|settings)(?:="[^"]*"|='[^']*')?/gi, ''))
}

const MARK = 'data-content-block'
const NAME = 'data-content-name'
const SETTINGS = 'data-content-settings'
const START = /<div(?=\s)(?=[^<>]*\sdata-content-block(?=[\s=>]))[^<>]*>/gi

const encode = (text: string) => encodeURIComponent(text.toWellFormed())

function endOfDiv(html: string, from: number): number {
  let depth = 1
  const tag = /<(\/?)div(?=[\s/>])[^<>]*>/gi
  tag.lastIndex = from
  for (let found = tag.exec(html); found; found = tag.exec(html)) {
    depth += found[1] ? -1 : 1
    if (depth === 0) return found.index
  }
  return html.length
}

const KNOWN = new Set('p h1 h2 h3 ul ol li blockquote strong b em i u s del strike code pre a br hr img'.split(' '))

/** Whether the visual editor can hold this HTML without dropping parts of it, such as tables or layout. */
export function fitsTheEditor(html: string): boolean {
  if (/<style|<!--/i.test(html)) return false
  const tags = html.matchAll(/<([a-z][a-z0-9-]*)/gi)
  return [...tags].every(([, tag]) => KNOWN.has((tag ?? '').toLowerCase()))
}

import { liquidSpans } from '@/components/editor/liquid/tokens'

const BLOCK = new Set(
  'P DIV LI TD TH H1 H2 H3 H4 H5 H6 BLOCKQUOTE PRE UL OL TABLE TBODY TR SECTION ARTICLE BR HR'.split(' '),
)
/** Invisible characters that other editors insert into words. */
const UNSEEN = /[\u00ad\u180e\u200b-\u200f\u2028\u2060\ufeff]/g

/**
 * Joins merge tags split by formatting, such as `{{ <b>subscriber.first_name</b> }}`. The tag gets the format of its start, without
 * invisible characters.
 */
export function joinTags(body: Element): void {
  let line: Text[] = []
  const end = () => {
    joinLine(line)
    line = []
  }
  const visit = (parent: Element) => {
    for (const child of [...parent.childNodes]) {
      if (child.nodeType === 3) line.push(child as Text)
      if (child.nodeType !== 1) continue
      const is_block = BLOCK.has((child as Element).tagName)
      if (is_block) end()
      visit(child as Element)
      if (is_block) end()
    }
  }
  visit(body)
  end()
}

function joinLine(nodes: readonly Text[]): void {
  const texts = nodes.map(({ nodeValue }) => nodeValue ?? '')
  const source = texts.join('')
  if (!source.includes('{')) return
  for (const { begin, end } of liquidSpans(source).reverse()) {
    let from = 0
    let is_first = true
    for (const [at, node] of nodes.entries()) {
      const length = texts[at]?.length ?? 0
      const [first, last] = [Math.max(begin - from, 0), Math.min(end - from, length)]
      from += length
      if (first >= last) continue
      const text = node.nodeValue ?? ''
      const tag = is_first ? source.slice(begin, end).replace(UNSEEN, '') : ''
      is_first = false
      node.nodeValue = text.slice(0, first) + tag + text.slice(last)
      if (node.nodeValue === '') node.remove()
    }
  }
}

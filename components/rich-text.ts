import { createElement, Fragment, type ReactNode } from 'react'
import { shownValue } from '@/server/lib/locale/formats.ts'
import { text } from '@/server/lib/locale/texts.ts'

type Value = ReactNode | ((children: ReactNode) => ReactNode)

const PART = /\{(\d+)\}|<(\d+)\/>|<(\d+)>/g

/**
 * Returns a text with elements: `<0/>` stands for an element, `<0>…</0>` for an element around text. The build generates these calls
 * (decision 0115).
 */
export const rich = (message: string, ...values: Value[]): ReactNode => filled(text(message), values)

function filled(message: string, values: Value[]): ReactNode {
  const parts: ReactNode[] = []
  let at = 0
  PART.lastIndex = 0
  for (let part = PART.exec(message); part; part = PART.exec(message)) {
    const [place, value, element, opened] = part
    const found = values[Number(value ?? element ?? opened)]
    parts.push(message.slice(at, part.index))
    at = part.index + place.length
    if (opened === undefined) parts.push(shownValue(found as ReactNode))
    else {
      const end = message.indexOf(`</${opened}>`, at)
      const children = filled(message.slice(at, end), values)
      parts.push(typeof found === 'function' ? found(children) : children)
      at = end + opened.length + 3
    }
    PART.lastIndex = at
  }
  parts.push(message.slice(at))
  return createElement(Fragment, null, ...parts.filter((one) => one !== ''))
}

import { createElement, Fragment, type ReactNode } from 'react'
import { shownValue } from '@/server/lib/locale/formats.ts'
import { text } from '@/server/lib/locale/texts.ts'

type Value = ReactNode | ((children: ReactNode) => ReactNode)

const PART = /\{(\d+)\}|<(\d+)\/>|<(\d+)>/g

/**
 * Returns a text with elements: `<0/>` stands for an element, `<0>…</0>` for an element around text. The build generates these calls
 * (decision 0115).
 */
export const rich = (message: string, ...values: Value[]): ReactNode => fillIn(text(message), values)

function fillIn(message: string, values: Value[]): ReactNode {
  const parts: ReactNode[] = []
  let position = 0
  PART.lastIndex = 0
  for (let part = PART.exec(message); part; part = PART.exec(message)) {
    const [place, value, element, openedTag] = part
    const content = values[Number(value ?? element ?? openedTag)]
    parts.push(message.slice(position, part.index))
    position = part.index + place.length
    if (openedTag === undefined) parts.push(shownValue(content as ReactNode))
    else {
      const end = message.indexOf(`</${openedTag}>`, position)
      const children = fillIn(message.slice(position, end), values)
      parts.push(typeof content === 'function' ? content(children) : children)
      position = end + openedTag.length + 3
    }
    PART.lastIndex = position
  }
  parts.push(message.slice(position))
  return createElement(Fragment, null, ...parts.filter((one) => one !== ''))
}

import { useEffect, useRef, useState } from 'react'
import { focusAtEnd, textIn } from './follow'
import { isTyping, textFocus } from './typing'

/** After so long, keys work again in any case. In milliseconds. */
const MAX_MS = 15_000

interface Opening<Key> {
  /** The item shown now. */
  shown: Key
  /** Saves changes to the shown item. Throws if they cannot be saved: the item then stays. */
  save: () => Promise<unknown>
  show: (key: Key) => unknown
}

/**
 * Leads from one text to another. The choice changes immediately; what is shown follows when what was typed is saved, and must be locked until
 * then (`is_opening`). Keys do nothing in between.
 */
export function useOpening<Key>({ shown, save, show }: Opening<Key>) {
  const [opening, setOpening] = useState<{ key: Key }>()
  const latest = useRef(0)
  const release = useRef<() => void>(undefined)
  useEffect(() => () => release.current?.(), [])
  /** Throws what saving threw. With `into`, keys wait until that element has a text, which gets the focus. */
  const open = async (key: Key, into?: () => ParentNode | null | undefined) => {
    const turn = ++latest.current
    release.current?.()
    release.current = textFocus.hold()
    setOpening({ key })
    try {
      await save()
      if (turn !== latest.current) return
      await show(key)
      setOpening(undefined)
      if (into) await focusText(into, { isWanted: () => turn === latest.current })
    } finally {
      if (turn === latest.current) {
        setOpening(undefined)
        release.current()
      }
    }
  }
  return { chosen: opening ? opening.key : shown, is_opening: opening !== undefined, open }
}

interface Wanted {
  isWanted: () => boolean
  /** False if the element has all of its texts, so none is waited for. */
  isComing?: (element: ParentNode) => boolean
  /** The name of the text, otherwise of the one that the user typed into last. */
  name?: string
}

/** Focuses the text of an element as soon as it is there, unless the user chose another one. */
export async function focusText(
  into: () => ParentNode | null | undefined,
  { isWanted, isComing = () => true, name }: Wanted,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => {
    if (!isWanted() || isTyping(document.activeElement)) return resolve()
    const element = into()
    if (!element) return
    const field = textIn(element, name)
    if (!field) return isComing(element) ? undefined : resolve()
    focusAtEnd(field)
    resolve()
  }
  const observer = new MutationObserver(look)
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['contenteditable', 'inert', 'hidden'],
  })
  const end = setTimeout(resolve, MAX_MS)
  look()
  await promise
  observer.disconnect()
  clearTimeout(end)
}

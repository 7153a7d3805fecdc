import { useEffect, useRef, useState } from 'react'
import { focusAtEnd, textIn } from './follow'
import { isTyping, textFocus } from './typing'

/** Keys work again after this time in any case. In milliseconds. */
const MAX_MS = 15_000

interface Opening<Key> {
  /** The displayed item. */
  shown: Key
  /** Saves changes to the displayed item. If this throws, the item stays. */
  save: () => Promise<unknown>
  show: (key: Key) => unknown
}

/**
 * Switches from one text to another. The choice changes immediately; the displayed item follows after changes are saved, and must be
 * disabled until then (`is_opening`). Keys are ignored in between.
 */
export function useOpening<Key>({ shown, save, show }: Opening<Key>) {
  const [opening, setOpening] = useState<{ key: Key }>()
  const latest = useRef(0)
  const release = useRef<() => void>(undefined)
  useEffect(() => () => release.current?.(), [])
  /** Throws errors of saving. With `into`, keys are ignored until that element has a text field, which then gets the focus. */
  const open = async (key: Key, target?: () => ParentNode | null | undefined) => {
    const turn = ++latest.current
    release.current?.()
    release.current = textFocus.hold()
    setOpening({ key })
    try {
      await save()
      if (turn !== latest.current) return
      await show(key)
      setOpening(undefined)
      if (target) await focusText(target, { isWanted: () => turn === latest.current })
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
  /** Returns false if all the element's text fields are there, so waiting is pointless. */
  isComing?: (element: ParentNode) => boolean
  /** Name of the text field. Default: the one used last. */
  name?: string
}

/** Focuses a text field of an element as soon as it is there, unless the user focused another one. */
export async function focusText(
  target: () => ParentNode | null | undefined,
  { isWanted, isComing = () => true, name }: Wanted,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => {
    if (!isWanted() || isTyping(document.activeElement)) return resolve()
    const element = target()
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

'use client'

import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Dialogs that are opened by state have no trigger that Radix could give the focus back to, and it would be lost. Put
 * `onCloseAutoFocus` on the content and draw `FocusOrigin` as its first child.
 */
export function useFocusReturn() {
  const origin = useRef<HTMLElement>(null)
  const onCloseAutoFocus = (event: Event) => {
    const element = origin.current
    if (!element?.isConnected || element === document.body) return
    event.preventDefault()
    element.focus()
  }
  return { origin, onCloseAutoFocus }
}

/** Notes what has the focus. As the first child it comes before those that take the focus by `autoFocus`. */
export function FocusOrigin({ origin }: { origin: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    origin.current = lasting(document.activeElement)
  }, [origin])
  return null
}

/** The entry of a menu goes with the menu: its button stays. */
function lasting(element: Element | null): HTMLElement | null {
  const button = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const kept = button ? document.getElementById(button) : element
  return kept instanceof HTMLElement ? kept : null
}

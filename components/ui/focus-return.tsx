import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Returns the focus after dialogs opened by state, for which Radix has no trigger to focus. Put `onCloseAutoFocus` on the content and
 * render `FocusOrigin` as its first child.
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

/** Focuses the dialog itself if a frame would get the focus first: keys stay inside a frame, so Escape would not close the dialog. */
export function focusOutsideFrames(event: Event) {
  const content = event.currentTarget
  if (!(content instanceof HTMLElement)) return
  const first = content.querySelector('a[href], button, input, select, textarea, [tabindex], iframe')
  if (!first?.matches('iframe')) return
  event.preventDefault()
  content.focus()
}

/** Stores the focused element. Must be the first child, before elements with `autoFocus`. */
export function FocusOrigin({ origin }: { origin: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    origin.current = lasting(document.activeElement)
  }, [origin])
  return null
}

/** Returns the menu button for a menu item, because items disappear with their menu. */
function lasting(element: Element | null): HTMLElement | null {
  const button = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const kept = button ? document.getElementById(button) : element
  return kept instanceof HTMLElement ? kept : null
}

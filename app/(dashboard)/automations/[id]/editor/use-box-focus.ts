import { type RefObject, useCallback, useEffect, useRef } from 'react'

interface BoxFocusOptions {
  frame: RefObject<HTMLElement | null>
  selected: string
}

/**
 * Moves the focus to the selected box: a pasted step, or the neighbor of a removed one. A focused field or panel keeps the focus. Returns a
 * ref callback for boxes, because the canvas draws them after the draft has changed.
 */
export function useBoxFocus({ frame, selected }: BoxFocusOptions) {
  const before = useRef(selected)
  const boxToFocus = useRef<string>(undefined)
  useEffect(() => {
    boxToFocus.current = undefined
    if (before.current === selected) return
    before.current = selected
    const active = document.activeElement
    const isBox = active instanceof HTMLElement && active.dataset.box !== undefined
    if (active !== document.body && !isBox) return
    const box = boxIn(frame.current, selected)
    if (box) box.focus({ preventScroll: true })
    else boxToFocus.current = selected
  }, [frame, selected])
  return useCallback((box: HTMLElement | null) => {
    if (!box || box.dataset.box !== boxToFocus.current) return
    boxToFocus.current = undefined
    box.focus({ preventScroll: true })
  }, [])
}

/** Returns the box of the triggers, a step, or the end of a branch. */
export const boxIn = (frame: HTMLElement | null, key: string): HTMLElement | null =>
  frame?.querySelector<HTMLElement>(`[data-box="${key}"]`) ?? null

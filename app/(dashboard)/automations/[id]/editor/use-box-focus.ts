'use client'

import { type RefObject, useCallback, useEffect, useRef } from 'react'

interface BoxFocusOptions {
  frame: RefObject<HTMLElement | null>
  selected: string
}

/**
 * Keeps the focus at the selected box: a pasted step has it, and one whose box is gone hands it on. A field or a panel that has the focus keeps
 * it. Returns what boxes are told of when they are drawn, because the drawing adds them later than the draft changes.
 */
export function useBoxFocus({ frame, selected }: BoxFocusOptions) {
  const before = useRef(selected)
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    wanted.current = undefined
    if (before.current === selected) return
    before.current = selected
    const active = document.activeElement
    const isBox = active instanceof HTMLElement && active.dataset.box !== undefined
    if (active !== document.body && !isBox) return
    const box = boxIn(frame.current, selected)
    if (box) box.focus({ preventScroll: true })
    else wanted.current = selected
  }, [frame, selected])
  return useCallback((box: HTMLElement | null) => {
    if (!box || box.dataset.box !== wanted.current) return
    wanted.current = undefined
    box.focus({ preventScroll: true })
  }, [])
}

/** The box of the triggers, a step, or the end of a way. */
export const boxIn = (frame: HTMLElement | null, key: string): HTMLElement | null =>
  frame?.querySelector<HTMLElement>(`[data-box="${key}"]`) ?? null

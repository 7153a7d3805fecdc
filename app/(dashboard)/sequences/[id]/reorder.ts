'use client'

import { type PointerEvent, useRef, useState } from 'react'

/**
 * Reorders rows by dragging a handle with a mouse, pen or finger. `items` are the stored ids; `onDrop` receives the new order. Rows have a `data-reorder-id` to find the row under the pointer.
 */
export function useReorder(items: readonly number[], onDrop: (order: number[]) => void) {
  const [dragged, setDragged] = useState<{ id: number; order: number[] }>()
  const latest = useRef(dragged)
  const set = (next: typeof dragged) => {
    latest.current = next
    setDragged(next)
  }
  const handle = (id: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      set({ id, order: [...items] })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = latest.current
      if (!now) return
      const over = rowAt(event.clientX, event.clientY)
      const place = now.order.indexOf(over ?? now.id)
      if (over === undefined || over === now.id || place < 0) return
      set({ ...now, order: moved(now.order, now.id, place) })
    },
    onPointerUp: () => {
      const now = latest.current
      set(undefined)
      if (now?.order.some((other, i) => other !== items[i])) onDrop(now.order)
    },
    onPointerCancel: () => set(undefined),
  })
  return { order: dragged?.order ?? items, dragged: dragged?.id, handle }
}

/** Returns the order with one item moved. */
export function moved(order: readonly number[], id: number, place: number): number[] {
  const others = order.filter((other) => other !== id)
  const at = Math.min(Math.max(place, 0), others.length)
  return [...others.slice(0, at), id, ...others.slice(at)]
}

function rowAt(x: number, y: number): number | undefined {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-reorder-id]')
  return row ? Number(row.dataset.reorderId) : undefined
}

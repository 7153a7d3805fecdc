import { type PointerEvent, useRef, useState } from 'react'

/**
 * Reorders rows by dragging a handle with a mouse, pen or finger. `items` are the stored IDs; `onDrop` receives the new order. Rows need a
 * `data-reorder-id`, which identifies the row under the pointer.
 */
export function useReorder<Id extends number | string>(items: readonly Id[], onDrop: (order: Id[]) => void) {
  const [drag, setDrag] = useState<{ id: Id; order: Id[] }>()
  const latest = useRef(drag)
  const set = (next: typeof drag) => {
    latest.current = next
    setDrag(next)
  }
  const handle = (id: Id) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      set({ id, order: [...items] })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = latest.current
      if (!now) return
      const row = rowAt(event.clientX, event.clientY)
      const over = now.order.find((id) => String(id) === row)
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
  return { order: drag?.order ?? items, dragged: drag?.id, handle }
}

/** Returns the order after moving one item. */
export function moved<Id>(order: readonly Id[], id: Id, place: number): Id[] {
  const others = order.filter((other) => other !== id)
  const at = Math.min(Math.max(place, 0), others.length)
  return [...others.slice(0, at), id, ...others.slice(at)]
}

const rowAt = (x: number, y: number): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-reorder-id]')?.dataset.reorderId

'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far below the screen a plot is drawn already, in pixels. */
const AHEAD = 300

/**
 * Keeps a place of `height` pixels, and renders a plot into it once it comes near the screen: the library that draws keeps a phone busy
 * for half a second. Until then a printout shows the table of the chart's frame.
 */
export function WhenSeen({ height, children }: { height: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [is_seen, setSeen] = useState(false)
  useEffect(() => {
    if (is_seen || !place.current) return
    const observer = new IntersectionObserver((entries) => setSeen(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: `${AHEAD}px 0px`,
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [is_seen])
  return (
    <div ref={place} style={{ height }} data-plot>
      {is_seen ? children : null}
    </div>
  )
}

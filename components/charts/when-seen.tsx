import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Distance below the screen within which plots are drawn after scrolling, in pixels. */
const AHEAD = 300
/** Visible share that draws a plot before any scrolling. */
const ENOUGH = 0.25

/**
 * Reserves `height` pixels and renders a plot into them once they are near the screen, because loading the chart library keeps a phone busy
 * for half a second. Until then, printouts show the table of the chart's frame.
 */
export function WhenSeen({ height, children }: { height: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [is_seen, setSeen] = useState(false)
  useEffect(() => {
    const { current } = place
    if (is_seen || !current) return
    const look = (ahead: number, enough: number) => {
      const observer = new IntersectionObserver(
        (entries) => setSeen(entries.some((entry) => entry.isIntersecting && entry.intersectionRatio >= enough)),
        { rootMargin: `${ahead}px 0px`, threshold: enough },
      )
      observer.observe(current)
      return observer
    }
    let observer = look(0, ENOUGH)
    const lookAhead = () => {
      observer.disconnect()
      observer = look(AHEAD, 0)
    }
    // Capturing, because scroll events of other elements do not bubble.
    window.addEventListener('scroll', lookAhead, { once: true, capture: true, passive: true })
    return () => {
      window.removeEventListener('scroll', lookAhead, { capture: true })
      observer.disconnect()
    }
  }, [is_seen])
  return (
    <div ref={place} style={{ height }} data-plot>
      {is_seen ? children : null}
    </div>
  )
}

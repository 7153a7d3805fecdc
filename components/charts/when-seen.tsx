'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Distance below the screen at which plots are drawn once the page is scrolled, in pixels. */
const AHEAD = 300
/** Visible share from which a plot is drawn before the page is scrolled. */
const ENOUGH = 0.25

/**
 * Keeps a place of `height` pixels, and renders a plot into it once it comes near the screen: the library that draws keeps a phone busy
 * for half a second. Until then a printout shows the table of the chart's frame.
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
    // A scroll of any part of the page, which does not bubble.
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

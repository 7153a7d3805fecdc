import type { VisitState } from './start-visit.ts'

export interface OpeningRules {
  opens_on: 'time' | 'scroll' | 'exit' | 'click'
  open_after_seconds: number
  open_after_percent: number
  shows_again: 'always' | 'days' | 'never'
  shows_again_days: number
}

/**
 * Calls `show` once, when a form should open over a page without a click. Runs in browsers from its source text, so it cannot use anything
 * outside.
 */
export function watchOpening(rules: OpeningRules, read: () => VisitState, show: () => void): void {
  const { opens_on, shows_again } = rules
  if (opens_on === 'click') return
  const since = Date.now()
  const isHidden = () => {
    const { joined = 0, closed = 0 } = read()
    // Since this page was opened: through a link, or in another tab.
    if (joined >= since || closed >= since) return true
    if (shows_again === 'always') return false
    const hidden_ms = shows_again === 'never' ? Number.POSITIVE_INFINITY : rules.shows_again_days * 86_400_000
    return joined > 0 || (closed > 0 && Date.now() - closed < hidden_ms)
  }
  if (isHidden()) return
  const openOnce = () => {
    if (!isHidden()) show()
  }
  if (opens_on === 'time') {
    setTimeout(openOnce, rules.open_after_seconds * 1000)
    return
  }
  const stop = new AbortController()
  const { signal } = stop
  const open = () => {
    if (signal.aborted) return
    stop.abort()
    openOnce()
  }
  const depth = () => {
    const { scrollHeight } = document.documentElement
    // A page without scrolling counts as read to its end.
    return scrollHeight > innerHeight + 1 ? (scrollY / (scrollHeight - innerHeight)) * 100 : 100
  }
  if (opens_on === 'scroll') {
    const check = () => {
      if (depth() >= rules.open_after_percent) open()
    }
    addEventListener('scroll', check, { passive: true, signal })
    if (document.readyState === 'complete') check()
    else addEventListener('load', check, { signal })
    return
  }
  if (matchMedia('(hover: hover)').matches) {
    // The pointer leaves through the upper edge, toward tabs and address bar.
    document.documentElement.addEventListener(
      'mouseleave',
      ({ clientY }) => {
        if (clientY <= 0) open()
      },
      { signal },
    )
    return
  }
  // Without a pointer: the visitor scrolls up after reading, or has stayed for a minute.
  let lowest = 0
  addEventListener(
    'scroll',
    () => {
      lowest = Math.max(lowest, scrollY)
      if (lowest - scrollY > innerHeight / 2) open()
    },
    { passive: true, signal },
  )
  setTimeout(open, 60_000)
}

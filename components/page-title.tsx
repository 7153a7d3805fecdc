import { useEffect, useState } from 'react'
import { onPageName, titleOf } from '@/components/page-name'

/** Delay before announcing a title, because the name of a page’s record arrives after the page's title. */
const SETTLED_MS = 250

/**
 * Keeps the last page’s title until the next page’s arrives, as browsers do between documents, and announces the new one to screen readers.
 * Next.js removes the old title first and announces the state in between. A record's page starts with its name: "The ash glaze · Broadcast
 * · Envoi".
 */
export function PageTitle() {
  const [text, setText] = useState('')
  useEffect(() => {
    let page = document.title
    let title = page
    let lastPage = { at: window.location.pathname, page, is_named: false }
    let timer: ReturnType<typeof setTimeout> | undefined
    // A document's first title element counts, and React inserts its own before all others, so this one only counts while React has none.
    const spare = document.createElement('title')
    const announce = () => {
      clearTimeout(timer)
      const next = { at: window.location.pathname, page, is_named: title !== page }
      // Do not announce a name being edited. Announce a name or title that arrives late.
      if (next.at === lastPage.at && next.page === lastPage.page && (lastPage.is_named || !next.is_named)) return
      timer = setTimeout(() => {
        lastPage = next
        setText(title)
      }, SETTLED_MS)
    }
    const keep = () => {
      if (document.title && document.title !== title) page = document.title
      const next = titleOf(page)
      if (next !== title) {
        title = next
        announce()
      }
      if (!spare.isConnected) document.head.append(spare)
      // A navigation during hydration leaves the first page's title behind.
      for (const one of document.querySelectorAll('head > title'))
        if (one.textContent !== title) one.textContent = title
      document.querySelector('next-route-announcer')?.setAttribute('aria-hidden', 'true')
    }
    spare.textContent = title
    keep()
    const observer = new MutationObserver(keep)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    const stop = onPageName(keep)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      stop()
      spare.remove()
    }
  }, [])
  return (
    <p aria-live="assertive" className="sr-only">
      {text}
    </p>
  )
}

'use client'

import { useEffect, useState } from 'react'

/**
 * Keeps the title of the last page until that of the next one is there, as browsers do between documents, and announces the new one to
 * screen readers. Next.js removes the old title first, and announces what the document says in between.
 */
export function PageTitle() {
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    let title = document.title
    // A document's title is its first one, and React inserts its own before all others: this one counts while there is none of React's.
    const spare = document.createElement('title')
    const keep = () => {
      if (document.title && document.title !== title) {
        title = document.title
        setAnnounced(title)
      }
      if (!spare.isConnected) document.head.append(spare)
      // A navigation that overtakes hydration leaves the title of the first page behind.
      for (const other of [...document.querySelectorAll('head > title')].slice(1))
        if (other.textContent !== title) other.textContent = title
      document.querySelector('next-route-announcer')?.setAttribute('aria-hidden', 'true')
    }
    spare.textContent = title
    keep()
    const observer = new MutationObserver(keep)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      spare.remove()
    }
  }, [])
  return (
    <p aria-live="assertive" className="sr-only">
      {announced}
    </p>
  )
}

import { useEffect, useState } from 'react'
import type { SubscriberState } from '@/components/status-badge'
import type { FoundRecord } from '@/server/modules/search/schema.ts'

export interface FoundSubscriber {
  id: number
  email_address: string
  first_name: string | null
  state: SubscriberState
}

export interface Found {
  subscribers: FoundSubscriber[]
  records: FoundRecord[]
}

const NOTHING: Found = { subscribers: [], records: [] }

/**
 * Searches 180 ms after the last keystroke, from two characters on. Returns recent records while nothing is typed, and drops late results
 * of earlier texts.
 */
export function usePaletteSearch(text: string, search?: (text: string) => Promise<Found>) {
  const typed = text.trim()
  const query = search && typed.length !== 1 ? typed : undefined
  const [answer, setAnswer] = useState<{ text?: string; found: Found; failed: boolean }>({
    found: NOTHING,
    failed: false,
  })

  useEffect(() => {
    if (query === undefined || !search) return
    let stale = false
    const settle = (found: Found, failed: boolean) => {
      if (!stale) setAnswer({ text: query, found, failed })
    }
    const timer = setTimeout(
      () =>
        search(query).then(
          (found) => settle(found, false),
          () => settle(NOTHING, true),
        ),
      query === '' ? 0 : 180,
    )
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [query, search])

  const is_typed = query !== undefined && query !== ''
  // While someone types, the previous results stay.
  const is_shown = is_typed ? Boolean(answer.text) : query !== undefined && answer.text === query
  return {
    pending: is_typed && answer.text !== query,
    failed: is_typed && answer.text === query && answer.failed,
    ...(is_shown ? answer.found : NOTHING),
  }
}

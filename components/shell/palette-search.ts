'use client'

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
  const wanted = search && typed.length !== 1 ? typed : undefined
  const [answer, setAnswer] = useState<{ text?: string; found: Found; failed: boolean }>({
    found: NOTHING,
    failed: false,
  })

  useEffect(() => {
    if (wanted === undefined || !search) return
    let stale = false
    const settle = (found: Found, failed: boolean) => {
      if (!stale) setAnswer({ text: wanted, found, failed })
    }
    const timer = setTimeout(
      () =>
        search(wanted).then(
          (found) => settle(found, false),
          () => settle(NOTHING, true),
        ),
      wanted === '' ? 0 : 180,
    )
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [wanted, search])

  const is_typed = wanted !== undefined && wanted !== ''
  // While someone types, the previous results stay.
  const is_shown = is_typed ? Boolean(answer.text) : wanted !== undefined && answer.text === wanted
  return {
    pending: is_typed && answer.text !== wanted,
    failed: is_typed && answer.text === wanted && answer.failed,
    ...(is_shown ? answer.found : NOTHING),
  }
}

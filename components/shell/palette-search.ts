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

/** Searches 180 ms after the last keystroke, from two characters. Late results of an older text are dropped. */
export function usePaletteSearch(text: string, search?: (text: string) => Promise<Found>) {
  const wanted = search && text.trim().length >= 2 ? text.trim() : ''
  const [answer, setAnswer] = useState({ text: '', found: NOTHING, failed: false })

  useEffect(() => {
    if (!wanted || !search) return
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
      180,
    )
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [wanted, search])

  return {
    pending: wanted !== '' && answer.text !== wanted,
    failed: wanted !== '' && answer.text === wanted && answer.failed,
    ...(wanted ? answer.found : NOTHING),
  }
}

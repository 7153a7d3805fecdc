'use client'

import { useEffect, useState } from 'react'
import type { SubscriberState } from '@/components/status-badge'

export interface FoundSubscriber {
  id: number
  email_address: string
  first_name: string | null
  state: SubscriberState
}

const NO_SUBSCRIBERS: FoundSubscriber[] = []

/** Searches 180 ms after the last keystroke, from two characters. Late results of an older text are dropped. */
export function useSubscriberSearch(text: string, search?: (text: string) => Promise<FoundSubscriber[]>) {
  const wanted = search && text.trim().length >= 2 ? text.trim() : ''
  const [answer, setAnswer] = useState({ text: '', found: NO_SUBSCRIBERS })

  useEffect(() => {
    if (!wanted || !search) return
    let stale = false
    const settle = (found: FoundSubscriber[]) => {
      if (!stale) setAnswer({ text: wanted, found })
    }
    const timer = setTimeout(() => search(wanted).then(settle, () => settle(NO_SUBSCRIBERS)), 180)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [wanted, search])

  return { pending: wanted !== '' && answer.text !== wanted, found: wanted ? answer.found : NO_SUBSCRIBERS }
}

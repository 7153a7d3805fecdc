'use client'

import { useSyncExternalStore } from 'react'
import { dateTimeStyle, exactTime, formatDate, formatRelative } from '@/components/format'
import { useTimeZone } from '@/components/time-zone'

/** "3 hours ago", updated while the page is open, with the exact time and its time zone as title. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const timeZone = useTimeZone()
  const now = useNow()
  return (
    <time dateTime={at} title={exactTime(at, timeZone)} className={className} suppressHydrationWarning>
      {formatRelative(at, now)}
    </time>
  )
}

/** The time of a row: relative in the past, exact in the future, because planned times are compared with a calendar. */
export function ListedTime({ at }: { at: string }) {
  const is_planned = Date.parse(at) > useNow()
  return is_planned ? <DateTime at={at} /> : <RelativeTime at={at} />
}

/** A date and time in the account's time zone, with the time zone's name as title. */
export function DateTime({
  at,
  style = dateTimeStyle,
  className,
}: {
  at: string
  style?: Intl.DateTimeFormatOptions
  className?: string
}) {
  const timeZone = useTimeZone()
  return (
    // A listed time may pass while its page loads, and is relative then.
    <time dateTime={at} title={exactTime(at, timeZone)} className={className} suppressHydrationWarning>
      {formatDate(at, timeZone, style)}
    </time>
  )
}

/** Half a minute. All times in a list update together. */
const TICK = 30_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Uses a single timer, because a list has a time in each row. */
function subscribe(listener: () => void) {
  timer ??= setInterval(() => {
    for (const one of listeners) one()
  }, TICK)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Rounded up, so recent times never appear to be in the future. */
const currentTick = () => Math.ceil(Date.now() / TICK) * TICK

/** Returns the time to half a minute, the same for all components. */
export function useNow() {
  return useSyncExternalStore(subscribe, currentTick, currentTick)
}

'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { dateTimeStyle, dayStyle, exactTime, formatDate, formatRelative, utcTime } from '@/components/format'
import { useTimeZone } from '@/components/time-zone'
import { cn } from '@/components/ui/cn'

/** "3 hours ago", updated while the page is open, with the exact time, and that in UTC, as its title. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const timeZone = useTimeZone()
  const now = useNow()
  return (
    <time dateTime={at} title={exactTime(at, timeZone)} className={className} suppressHydrationWarning>
      {formatRelative(at, now)}
    </time>
  )
}

/** A date and time in the account's time zone, with that in UTC as its title. */
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
    <time dateTime={at} title={utcTime(at)} className={className}>
      {formatDate(at, timeZone, style)}
    </time>
  )
}

/** A day above the time of day, in the account's time zone with that in UTC as its title. Names a year that is not the current one. */
export function DayAndTime({ at, className }: { at: string; className?: string }) {
  const timeZone = useTimeZone()
  const yearOf = (instant: string | number) => formatDate(instant, timeZone, { year: 'numeric' })
  const is_this_year = yearOf(at) === yearOf(useNow())
  return (
    <time dateTime={at} title={utcTime(at)} className={cn('grid content-start', className)}>
      <span className="font-medium text-foreground">{formatDate(at, timeZone, dayStyle)}</span>
      {is_this_year ? null : <span>{yearOf(at)}</span>}
      <span>{formatDate(at, timeZone, hourStyle)}</span>
    </time>
  )
}

const hourStyle = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** A sentence that names times, in their order, as `formatDate` writes them: each is shown as such. */
export function TimedText({ text, times }: { text: string; times: readonly string[] }) {
  const timeZone = useTimeZone()
  const parts: ReactNode[] = []
  let rest = text
  // From the end: what a user wrote comes before the times, and may look like one.
  for (const at of [...times].reverse()) {
    const written = formatDate(at, timeZone, dateTimeStyle)
    const begin = rest.lastIndexOf(written)
    if (begin === -1) continue
    parts.unshift(<DateTime key={at} at={at} />, rest.slice(begin + written.length))
    rest = rest.slice(0, begin)
  }
  return [rest, ...parts]
}

/** Half a minute, so all times of a list update together. */
const TICK = 30_000

function subscribe(listener: () => void) {
  const timer = setInterval(listener, TICK)
  return () => clearInterval(timer)
}

/** Rounded up, so recent times never appear to be in the future. */
const currentTick = () => Math.ceil(Date.now() / TICK) * TICK

function useNow() {
  return useSyncExternalStore(subscribe, currentTick, currentTick)
}

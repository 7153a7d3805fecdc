import type { ReactNode } from 'react'
import { dateTimeStyle, dayStyle, exactTime, formatDate } from '@/components/format'
import { DateTime, useNow } from '@/components/relative-time'
import { useTimeZone } from '@/components/time-zone'
import { cn } from '@/components/ui/cn'

/** A day above the time of day, in the account's time zone, whose name is the title. Includes the year unless it is the current one. */
export function DayAndTime({ at, className }: { at: string; className?: string }) {
  const timeZone = useTimeZone()
  const yearOf = (instant: string | number) => formatDate(instant, timeZone, { year: 'numeric' })
  const is_this_year = yearOf(at) === yearOf(useNow())
  return (
    <time dateTime={at} title={exactTime(at, timeZone)} className={cn('grid content-start', className)}>
      <span className="font-medium text-foreground">{formatDate(at, timeZone, dayStyle)}</span>
      {is_this_year ? null : <span>{yearOf(at)}</span>}
      <span>{formatDate(at, timeZone, hourStyle)}</span>
    </time>
  )
}

const hourStyle = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** A sentence containing times formatted by `formatDate`, in this order. Marks each up as a time. */
export function TimedText({ text, times }: { text: string; times: readonly string[] }) {
  const timeZone = useTimeZone()
  const parts: ReactNode[] = []
  let rest = text
  // Searches from the end, because user-written text precedes the times and may look like one.
  for (const at of [...times].reverse()) {
    const written = formatDate(at, timeZone, dateTimeStyle)
    const begin = rest.lastIndexOf(written)
    if (begin === -1) continue
    parts.unshift(<DateTime key={at} at={at} />, rest.slice(begin + written.length))
    rest = rest.slice(0, begin)
  }
  return [rest, ...parts]
}

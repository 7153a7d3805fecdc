'use client'

import { createContext, type ReactNode, use } from 'react'

const TimeZone = createContext('UTC')

/** Provides the account’s time zone, used for all dates on the server and in the browser. */
export function TimeZoneProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <TimeZone value={timeZone}>{children}</TimeZone>
}

export function useTimeZone() {
  return use(TimeZone)
}

'use client'

import { createContext, type ReactNode, use } from 'react'

const TimeZone = createContext('UTC')

/** Every date of the dashboard is shown in the account's time zone, on the server and in the browser alike. */
export function TimeZoneProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <TimeZone value={timeZone}>{children}</TimeZone>
}

export function useTimeZone() {
  return use(TimeZone)
}

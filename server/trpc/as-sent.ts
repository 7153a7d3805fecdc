import type { InfiniteData } from '@tanstack/react-query'

/**
 * Returns data as a page passes it to the browser: dates as text and only JSON types, as in responses of /api/trpc. The parameters of a list's
 * pages are unchanged, because JSON would request the first one after `null`.
 */
export function asSent(data: unknown): unknown {
  if (data === undefined) return undefined
  return isPages(data) ? { pages: inJson(data.pages), pageParams: data.pageParams } : inJson(data)
}

const inJson = (data: unknown): unknown => JSON.parse(JSON.stringify(data))

const isPages = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data

import type { InfiniteData } from '@tanstack/react-query'

/**
 * Returns an answer as a page passes it to the browser: dates as text and nothing that JSON does not have, as in the answers of
 * /api/trpc. The parameters of a list's pages stay as they are: JSON would ask for the first one after `null`.
 */
export function asSent(data: unknown): unknown {
  if (data === undefined) return undefined
  return isPages(data) ? { pages: inJson(data.pages), pageParams: data.pageParams } : inJson(data)
}

const inJson = (data: unknown): unknown => JSON.parse(JSON.stringify(data))

const isPages = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data

import type { IncomingMessage, ServerResponse } from 'node:http'
import { hadOutageSince } from '../db/connections/outage.ts'
import { UNAVAILABLE_HEADERS, unavailablePage, wantsPage } from '../lib/page/unavailable-page.ts'

const RETRY_AFTER = '5'

/**
 * Turns Next's 500, which it sends for any error of a page, into 503 with Retry-After if the database was unavailable during the request.
 * Browsers get a page about it.
 */
export function answerOutages(request: IncomingMessage, response: ServerResponse): void {
  const started_at = performance.now()
  /** Headers that the server sets on every response. */
  const own_headers = new Set(response.getHeaderNames())
  const { writeHead, write, end, flushHeaders } = response
  let isReplaced: boolean | undefined

  /**
   * Returns whether the response is sent, after which nothing from Next may follow. The methods stay replaced: Next wraps them again to
   * compress, so restoring the originals would send the rest of the response uncompressed.
   */
  const replace = (status: number): boolean => {
    isReplaced ??= replaceOnce(status)
    return isReplaced
  }
  const replaceOnce = (status: number): boolean => {
    if (status !== 500 || !hadOutageSince(started_at)) return false
    if (!wantsPage(request.headers.accept)) {
      response.statusCode = 503
      response.setHeader('Retry-After', RETRY_AFTER)
      return false
    }
    for (const name of response.getHeaderNames()) if (!own_headers.has(name)) response.removeHeader(name)
    writeHead.call(response, 503, { ...UNAVAILABLE_HEADERS, 'Retry-After': RETRY_AFTER })
    end.call(response, request.method === 'HEAD' ? '' : unavailablePage(), 'utf8')
    return true
  }
  /** Callers wait for the callback that they passed. */
  const drop = (...given: unknown[]) => {
    const done = given.at(-1)
    if (typeof done === 'function') process.nextTick(done)
    return true
  }
  Object.assign(response, {
    writeHead: (status: number, ...rest: unknown[]) => {
      if (isReplaced) return response
      response.statusCode = status
      return replace(status) ? response : Reflect.apply(writeHead, response, [response.statusCode, ...rest])
    },
    write: (...given: unknown[]) =>
      replace(response.statusCode) ? drop(...given) : Reflect.apply(write, response, given),
    end: (...given: unknown[]) => {
      if (!replace(response.statusCode)) return Reflect.apply(end, response, given)
      drop(...given)
      return response
    },
    flushHeaders: () => {
      if (!replace(response.statusCode)) flushHeaders.call(response)
    },
  })
}

const REQUEST_MS = 15_000
const LOOK_MS = 2_000

/**
 * Makes requests to an Inngest server. A server that accepts requests and never answers must not block the outbox: after a request without
 * an answer in time, each request begins with a short one, which detects recovery within seconds. All fail when `closing` is aborted.
 */
export function remoteFetch(closing: AbortSignal): typeof fetch {
  let isSilent = false
  return async (input, init) => {
    const signals = init?.signal ? [init.signal] : []
    if (isSilent) {
      const signal = AbortSignal.any([closing, AbortSignal.timeout(LOOK_MS), ...signals])
      // Any answer counts.
      await fetch(new URL('/', input instanceof Request ? input.url : input), { method: 'HEAD', signal })
    }
    const limit = AbortSignal.timeout(REQUEST_MS)
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any([closing, limit, ...signals]) })
      isSilent = false
      return response
    } catch (error) {
      isSilent = limit.aborted
      throw error
    }
  }
}

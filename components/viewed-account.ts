/** The account that an administrator views in this tab. Requests name it, so none affects another account after the view has ended. */
let viewedId: number | undefined

export const setViewedAccount = (account_id: number | undefined): void => {
  viewedId = account_id
}

export const viewedHeaders = (): Record<string, string> =>
  viewedId === undefined ? {} : { 'x-viewed-account': `${viewedId}` }

const MAX_MS = 60_000

/**
 * Calls `end` once the time is over, even if a tab or computer wakes up later, because timers stop during sleep. Returns a function that
 * cancels it.
 */
export function whenOver(
  endsAt: Date,
  end: () => void,
  { wakes = document, now = Date.now }: { wakes?: EventTarget; now?: () => number } = {},
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    const left_ms = +endsAt - now()
    if (left_ms <= 0) end()
    else timer = setTimeout(look, Math.min(left_ms, MAX_MS))
  }
  look()
  wakes.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(timer)
    wakes.removeEventListener('visibilitychange', look)
  }
}

/** The account that an administrator views in this tab. Requests say it, so none is about another account once the view is over. */
let viewed: number | undefined

export const setViewedAccount = (account_id: number | undefined): void => {
  viewed = account_id
}

export const viewedHeaders = (): Record<string, string> =>
  viewed === undefined ? {} : { 'x-viewed-account': `${viewed}` }

const MAX_MS = 60_000

/**
 * Calls `end` once the time is over, also when a tab or a computer wakes up later: their timers stand still. Returns a function that stops
 * waiting.
 */
export function whenOver(
  until: Date,
  end: () => void,
  { wakes = document, now = Date.now }: { wakes?: EventTarget; now?: () => number } = {},
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    const left_ms = +until - now()
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

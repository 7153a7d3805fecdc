/** Script state in the visitor's browser, one entry per form: `envoi-form-<uid>`. */
export interface VisitState {
  /** Time the visitor closed the form. */
  closed?: number
  /** Time the visitor signed up. */
  joined?: number
  /** Day of the last counted view. */
  seen?: string
  /** The visitor's test and version. */
  test?: string
}

export interface Visit {
  /** Reads the current state, which another tab or script may have changed. */
  read: () => VisitState
  save: (change: VisitState) => void
  /** Counts a view, and requests the challenge. */
  begin: () => void
  /** Returns the inputs that prove that a visitor sent the form, or none if the service cannot be reached. */
  prove: (email_address: string) => Promise<Record<string, string>>
}

export type StartVisit = (form: {
  uid: string
  address: string
  version: () => string
  solve: (token: string, email_address: string, bits: number) => Promise<string>
}) => Visit

/** A visitor on a page with a form. Runs in browsers from its source text, so it cannot use anything outside. */
export const startVisit: StartVisit = ({ uid, address, version, solve }) => {
  const key = `envoi-form-${uid}`
  const state: VisitState = {}
  // If storage is blocked, the form shows and counts again on the next page.
  const read = () => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
      // Earlier scripts stored only the time of closing.
      Object.assign(state, typeof stored === 'number' ? { closed: stored } : stored)
    } catch {}
    return state
  }
  const save = (change: VisitState) => {
    Object.assign(read(), change)
    try {
      localStorage.setItem(key, JSON.stringify(state))
    } catch {}
  }
  let challenge: Promise<{ token: string; bits: number; wait_ms: number; at: number } | undefined> | undefined
  // Sign-ups and views send the same data, so both count for one source and page.
  const origin = () => ({ page: location.href.slice(0, 2048), came_from: document.referrer.slice(0, 2048) })
  const ask = () => {
    const today = new Date().toISOString().slice(0, 10)
    const body = new URLSearchParams({
      ...origin(),
      version: version(),
      again: read().seen === today ? '1' : '',
    })
    save({ seen: today })
    return fetch(`${address}/views`, { method: 'POST', body, credentials: 'omit' })
      .then((response) => response.json())
      .then((given) => ({ ...given, at: Date.now() }))
      .catch(() => undefined)
  }
  const begin = () => {
    challenge ??= ask()
    return challenge
  }
  return {
    read,
    save,
    begin,
    prove: async (email_address): Promise<Record<string, string>> => {
      let given = await begin()
      // Challenges are valid for a day.
      if (given && Date.now() - given.at > 72_000_000) {
        challenge = undefined
        given = await begin()
      }
      if (!given) return {}
      const proof = await solve(given.token, email_address, given.bits)
      const early = given.at + given.wait_ms - Date.now()
      if (early > 0) await new Promise((resume) => setTimeout(resume, early))
      return { envoi_token: given.token, envoi_proof: proof, ...origin() }
    },
  }
}

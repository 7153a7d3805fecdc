/** State that scripts keep in the visitor's browser, in one entry per form: `envoi-form-<uid>`. */
export interface VisitState {
  /** When the visitor closed the form. */
  closed?: number
  /** When the visitor signed up. */
  joined?: number
  /** The day of the last counted view. */
  seen?: string
  /** The test of two versions that the visitor is part of, and the version. */
  test?: string
}

export interface Visit {
  /** Reads the current state: another tab, or another script on the page, may have changed it. */
  read: () => VisitState
  save: (change: VisitState) => void
  /** Counts a view, and gets the challenge. */
  begin: () => void
  /** Returns the inputs that show that a visitor sent the form; none if the service could not be reached. */
  prove: (email_address: string) => Promise<Record<string, string>>
}

export type StartVisit = (form: {
  uid: string
  address: string
  version: () => string
  solve: (token: string, email_address: string, bits: number) => Promise<string>
}) => Visit

/** One visitor on one page with a form. Runs in browsers from its own source text, so it can use nothing from outside. */
export const startVisit: StartVisit = ({ uid, address, version, solve }) => {
  const key = `envoi-form-${uid}`
  const state: VisitState = {}
  // Storage may be blocked; then the form shows again on the next page, and counts again.
  const read = () => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
      // Earlier scripts stored only when the form was closed.
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
  // Sign-ups and views say the same, so both count for one source and page.
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
      // Challenges are accepted for a day.
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

/** A call that the server refused until the user confirms that it is them. */
interface Request {
  answered: Promise<boolean>
  answer: (is_confirmed: boolean) => void
}

let open: Request | undefined
const listeners = new Set<() => void>()

/** Asks the user to confirm that it is them. Calls that are refused at the same time share one question. Resolves to whether they did. */
export function askToConfirm(): Promise<boolean> {
  // Without the dialog on the page there is no one to ask.
  if (listeners.size === 0) return Promise.resolve(false)
  open ??= newRequest()
  const { answered } = open
  tell()
  return answered
}

function newRequest(): Request {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  return {
    answered: promise,
    answer: (is_confirmed) => {
      open = undefined
      resolve(is_confirmed)
      tell()
    },
  }
}

const tell = () => {
  for (const listener of listeners) listener()
}

/** For useSyncExternalStore. */
export const confirmRequests = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  current: (): Request | undefined => open,
  none: (): undefined => undefined,
}

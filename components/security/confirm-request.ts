/** A call that the server refuses until the user confirms their identity. */
interface Request {
  answered: Promise<boolean>
  answer: (is_confirmed: boolean) => void
}

let open: Request | undefined
const listeners = new Set<() => void>()

/** Asks the user to confirm their identity. Concurrent refused calls share one dialog. Resolves to whether the user confirmed. */
export function askToConfirm(): Promise<boolean> {
  // Without the dialog on the page, no one can be asked.
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

/** A store for useSyncExternalStore. */
export const confirmRequests = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  current: (): Request | undefined => open,
  none: (): undefined => undefined,
}

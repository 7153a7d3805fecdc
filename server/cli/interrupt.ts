/** Ctrl-C and SIGTERM as a signal to end in good order; the second one ends at once, as without it. */
export async function interruptible<Result>(work: (ended: AbortSignal) => Promise<Result>): Promise<Result> {
  const ended = new AbortController()
  const end = () => {
    for (const signal of SIGNALS) process.off(signal, end)
    ended.abort()
  }
  for (const signal of SIGNALS) process.on(signal, end)
  try {
    return await work(ended.signal)
  } finally {
    for (const signal of SIGNALS) process.off(signal, end)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

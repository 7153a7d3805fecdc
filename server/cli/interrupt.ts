/** Runs `work` with a signal for Ctrl-C and SIGTERM, so it can stop cleanly. A second signal ends the process immediately. */
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

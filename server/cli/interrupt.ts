/** Runs `work` with a signal for Ctrl-C and SIGTERM, so it can stop cleanly. A second interrupt ends the process immediately. */
export async function interruptible<Result>(work: (ended: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  const end = () => {
    for (const signal of SIGNALS) process.off(signal, end)
    controller.abort()
  }
  for (const signal of SIGNALS) process.on(signal, end)
  try {
    return await work(controller.signal)
  } finally {
    for (const signal of SIGNALS) process.off(signal, end)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

const ANSWER_MS = 2_000

/** Returns why an Inngest server cannot be reached, undefined when it answers. Any answer will do: a wrong key is reported when it is used. */
export async function unreachable(url: string, closing?: AbortSignal): Promise<string | undefined> {
  const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_MS), ...(closing ? [closing] : [])])
  try {
    const response = await fetch(url, { signal })
    await response.body?.cancel()
    return undefined
  } catch (error) {
    const { cause, message } = error as Error
    const { code } = (cause ?? {}) as NodeJS.ErrnoException
    return code ?? (cause instanceof Error ? cause.message : message)
  }
}

import { TRPCError } from '@trpc/server'

/**
 * Looks up what a link leads to. Returns the refusal's words for someone who has followed too many: a page that throws answers 500
 * and says nothing. Throws everything else.
 */
export async function resolveLink<Found>(call: Promise<Found>): Promise<{ found: Found } | { refusal: string }> {
  try {
    return { found: await call }
  } catch (error) {
    if (error instanceof TRPCError && error.code === 'TOO_MANY_REQUESTS') return { refusal: error.message }
    throw error
  }
}

import { isRefusal } from '@/server/trpc/problems.ts'

/**
 * Resolves an emailed link. Returns the message of a rate limit, which a thrown error would replace with a page for status 500. Throws all
 * other errors.
 */
export async function resolveLink<Found>(call: Promise<Found>): Promise<{ found: Found } | { refusal: string }> {
  try {
    return { found: await call }
  } catch (error) {
    if (isRefusal(error) && error.code === 'TOO_MANY_REQUESTS') return { refusal: error.message }
    throw error
  }
}

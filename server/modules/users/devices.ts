import { cryptographer } from '../../core/instance/cryptographer.ts'
import { randomToken } from '../../lib/crypto/crypto.ts'

// A device on which a user signed in keeps a signed token. It grants no access; it only exempts sign-in on that device from delays that
// others caused (decision 0013).

/** Returns a token for a device of this user. */
export const deviceToken = (user_id: number): string => cryptographer().signToken(PURPOSE, [user_id, randomToken(16)])

/** Returns the ID of the user's device that one of the tokens names, or undefined. */
export function knownDevice(tokens: readonly string[], user_id: number): string | undefined {
  for (const token of tokens) {
    const [owner, id] = cryptographer().readToken(PURPOSE, token) ?? []
    if (owner === user_id && typeof id === 'string') return id
  }
  return undefined
}

const PURPOSE = 'device'

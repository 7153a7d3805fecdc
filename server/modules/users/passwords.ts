import { hash, verify } from '@node-rs/argon2'
import { randomToken } from '../../lib/crypto/crypto.ts'

/** OWASP's minimum for argon2id: 19 MiB of memory, two iterations, one degree of parallelism. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Verified if the user has no password, so an unknown address takes as long as a wrong password. */
const dummy = hash(randomToken(), PARAMETERS)

export const hashPassword = (password: string): Promise<string> => hash(normal(password), PARAMETERS)

export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await dummy), normal(password))
  return Boolean(stored) && matches
}

/** Keyboards encode some characters as one or as two code points, which must give the same password. */
const normal = (password: string) => password.normalize('NFKC')

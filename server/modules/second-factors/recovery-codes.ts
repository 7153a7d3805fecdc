import { randomInt } from 'node:crypto'
import { invalid } from '../../core/errors.ts'
import { cryptographer } from '../../core/instance/cryptographer.ts'
import type { Tx } from '../../core/write/write.ts'
import { WRONG_RECOVERY_CODE } from './schema.ts'

const CODES = 10
const HALF = 5
/** Lower case without 0, 1, i, l, o and u, which are easily confused or form words. 30 characters: 49 bits per code. */
const ALPHABET = '23456789abcdefghjkmnpqrstvwxyz'

/** Replaces all codes with ten new ones and returns them. They cannot be read again. */
export async function replaceRecoveryCodes(tx: Tx, { user_id }: { user_id: number }): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await tx.db.recoveryCode.deleteMany({ where: { user_id } })
  await tx.db.recoveryCode.createMany({
    data: codes.map((code) => ({ user_id, code_hash: hashOf(user_id, code), created_at: tx.now() })),
  })
  return codes
}

/** Uses up a code. Returns how many remain. Throws invalid for an unknown or used code. */
export async function acceptRecoveryCode(
  tx: Tx,
  { user_id, recovery_code }: { user_id: number; recovery_code: string },
): Promise<number> {
  const { count } = await tx.db.recoveryCode.updateMany({
    where: { user_id, code_hash: hashOf(user_id, recovery_code), used_at: null },
    data: { used_at: tx.now() },
  })
  if (count === 0) throw invalid(WRONG_RECOVERY_CODE)
  return tx.db.recoveryCode.count({ where: { user_id, used_at: null } })
}

const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const newCode = () => `${half()}-${half()}`

/** Keyed by SECRET_KEY, so codes cannot be guessed from a copy of the database alone. */
const hashOf = (user_id: number, code: string) =>
  cryptographer().digest('recovery-code', `${user_id}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)

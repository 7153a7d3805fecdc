import { systemPool } from '../../../core/context.ts'
import { SERVICE_ACCOUNT } from '../../../db/scope.ts'
import { env } from '../../../env.ts'
import { mailTransport } from './mail-transport.ts'
import { recordUnreachable } from './transport-error.ts'

/** Refusals of an account that has sent nothing for this long are no longer shown. */
const STALE_MS = 7 * 86_400_000

/**
 * Connects and signs in to the mail server, and stores the result.
 * @returns the error, or null
 */
export async function checkTransport({ now }: { now: Date }): Promise<string | null> {
  // Caught email always arrives, so errors of an earlier server no longer matter.
  if (!env().SMTP_URL) {
    await systemPool().query('delete from transport_error')
    return null
  }
  try {
    await mailTransport().transport.verify()
    await systemPool().query('delete from transport_error where account_id = $1', [SERVICE_ACCOUNT])
    return null
  } catch (error) {
    const { message } = error as Error
    await recordUnreachable({ reply: message, now })
    return message
  }
}

/** Checks a mail server that was unavailable, so the notice disappears before the next message is sent. */
export async function recheckTransport({ now }: { now: Date }): Promise<void> {
  await systemPool().query('delete from transport_error where account_id <> $1 and last_at < $2', [
    SERVICE_ACCOUNT,
    new Date(+now - STALE_MS),
  ])
  const known = await systemPool().query('select 1 from transport_error where account_id = $1', [SERVICE_ACCOUNT])
  if (known.rowCount) await checkTransport({ now })
}

import type { Tx } from '../../../core/write/write.ts'

interface Consent {
  subscriber_id: number
  source: 'form' | 'double_opt_in' | 'preferences'
  /** What the subscriber was shown. */
  text: string | null
  form_id: number | null
  ip: string | null
}

/** Records when and how an existing subscriber agreed to receive emails. */
export async function recordConsent(tx: Tx, consent: Consent): Promise<void> {
  await tx.db.consent.create({ data: { account_id: tx.account_id, ...consent, given_at: tx.now() } })
}

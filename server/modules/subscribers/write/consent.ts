import type { Tx } from '../../../core/write/write.ts'

interface Consent {
  subscriber_id: number
  source: 'form' | 'double_opt_in' | 'preferences' | 'manual'
  /** Text that the subscriber was shown. */
  text: string | null
  form_id: number | null
  ip: string | null
}

/** The text of the record of a changed address. `back`: the owner of the address takes a change back. */
export const addressChangeText = (from: string, to: string, back = false): string =>
  `Changed the address ${back ? 'back ' : ''}from ${from} to ${to}`

/** The text of the record that the owner of the address before agreed to a change. */
export const agreedText = (from: string, to: string): string => `Agreed to the change of address from ${from} to ${to}`

/** SQL of the two addresses of `consent c` as an array, if it records a changed address: one that the subscriber confirmed, or another. */
export const CHANGED_ADDRESSES = `case when c.source = 'address_change' or c.source = 'double_opt_in' and c.form_id is null
  then regexp_match(c.text, '^Changed the address (?:back )?from (\\S+) to (\\S+)$') end`

/**
 * Returns SQL of the address that owns the data of a subscriber: purchases, access to paid posts, copies, erasure. The link of a forwarded
 * email can move a subscription to a stranger, so an address that was changed with it owns nothing until the address before agrees, or a
 * user or an app of the account vouches for it.
 */
export const ownerAddressSql = (s = 's'): string => `coalesce((select (${CHANGED_ADDRESSES})[1] from consent c
  where c.account_id = ${s}.account_id and c.subscriber_id = ${s}.id and c.source = 'double_opt_in' and (${CHANGED_ADDRESSES}) is not null
    and c.id > coalesce((select max(v.id) from consent v where v.account_id = ${s}.account_id and v.subscriber_id = ${s}.id
      and (v.source = 'address_change' or v.source = 'double_opt_in' and v.form_id is null
        and v.text ~ '^(Changed the address back|Agreed to the change of address) from ')), 0)
  order by c.id limit 1), ${s}.email_address)`

/**
 * Records changes of addresses that the subscribers did not confirm themselves: by users and apps. It is kept with the consents, so it
 * is never changed, shown to the creator, part of the copy, and erased with the subscriber.
 */
export async function recordAddressChanges(
  tx: Tx,
  changes: readonly { id: number; from: string; to: string }[],
): Promise<void> {
  if (changes.length === 0) return
  await tx.sql.run(
    `insert into consent (account_id, subscriber_id, source, text, given_at)
     select $1, c.id, 'address_change', c.text, $4 from unnest($2::bigint[], $3::text[]) as c(id, text)`,
    [changes.map(({ id }) => id), changes.map(({ from, to }) => addressChangeText(from, to)), tx.now()],
  )
}

/** Records when and how an existing subscriber agreed to receive emails. */
export async function recordConsent(tx: Tx, consent: Consent): Promise<void> {
  await tx.db.consent.create({ data: { account_id: tx.account_id, ...consent, given_at: tx.now() } })
}

/** Records consent to a text, unless the subscriber consented to exactly this text in this form before. */
export async function recordConsentOnce(tx: Tx, { subscriber_id, source, text, form_id, ip }: Consent): Promise<void> {
  await tx.sql.run(
    `insert into consent (account_id, subscriber_id, source, text, form_id, ip, given_at)
     select $1, $2::bigint, $3, $4::text, $5::int, $6::text, $7::timestamptz
     where not exists (select from consent c where c.account_id = $1 and c.subscriber_id = $2 and c.form_id = $5 and c.text = $4)`,
    [subscriber_id, source, text, form_id, ip, tx.now()],
  )
}

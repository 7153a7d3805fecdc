/**
 * SQL of whether an address was stored before addresses had one form (server/lib/text/email-address.ts#normalizeEmailAddress). The words of the
 * indexes `subscriber_spelling_idx` and `suppression_spelling_idx`, which hold nearly no rows.
 */
export const isOtherForm = (address: string): string =>
  `(${address} is not nfc normalized or ${address} ~ '[！-～。｡]' or strpos(${address}, 'xn--') > 0)`

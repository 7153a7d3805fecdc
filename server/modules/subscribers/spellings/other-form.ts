/**
 * SQL of whether an address was stored before addresses had one form (server/lib/text/email-address.ts#normalizeEmailAddress). The words of the
 * indexes `subscriber_other_form_idx` and `suppression_other_form_idx`, which hold nearly no rows.
 */
export const isOtherForm = (address: string): string =>
  `(${address} is not nfc normalized or ${address} ~ '[！-～。｡-ﾟﾡ-ￜſ]' or strpos(${address}, 'xn--') > 0)`

import { STEP, stepToken } from '../../modules/forms/spam/challenge.ts'

/** Returns what a form sends with the fields of someone who took the extra step: the shortest way to be known as a visitor. */
export const asVisitor = <Fields extends { email_address?: string }>(
  uid: string,
  fields: Fields,
): Fields & { [STEP]: string } => ({
  ...fields,
  [STEP]: stepToken(uid, fields.email_address ?? '', new Date(Date.now() - 5_000)),
})

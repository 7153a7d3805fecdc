import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'

/** The law requires a postal address in every commercial email (L1). */
export const NO_POSTAL_ADDRESS =
  "Postal address can't be blank: the law requires one in every email. Add it in Settings › General."

export async function hasPostalAddress(ctx: Ctx): Promise<boolean> {
  const { postal_address } = await ctx.db.account.findFirstOrThrow({ where: {}, select: { postal_address: true } })
  return Boolean(postal_address?.trim())
}

/** Throws invalid if the account has no postal address. */
export async function requirePostalAddress(ctx: Ctx): Promise<void> {
  if (!(await hasPostalAddress(ctx))) throw invalid(NO_POSTAL_ADDRESS)
}

import type { Ctx } from '../../core/context.ts'

/** A confirmed sending address of the account: this one, or with null the default. */
export async function findSender(
  ctx: Ctx,
  email_address: string | null,
): Promise<{ name: string; address: string } | undefined> {
  const sender = await ctx.db.sendingAddress.findFirst({
    where: { status: 'confirmed', ...(email_address === null ? { is_default: true } : { email_address }) },
  })
  return sender ? { name: sender.from_name, address: sender.email_address } : undefined
}

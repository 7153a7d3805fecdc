import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { write } from '../../core/write/write.ts'
import { ownerAddressSql, recordAddressChanges } from '../subscribers/write/consent.ts'

/**
 * Confirms, on behalf of the creator, an address changed on the preference page, so the subscriber's data belongs to it. Throws not_found.
 */
export async function confirmAddress(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await write(ctx, async (tx) => {
    await tx.sql.run('select 1 from subscriber where account_id = $1 and id = $2 for no key update', [id])
    const found = await tx.sql.one<{ from: string; to: string }>(
      `select ${ownerAddressSql()} as "from", s.email_address as "to" from subscriber s where s.account_id = $1 and s.id = $2`,
      [id],
    )
    if (!found) throw notFound()
    if (found.from !== found.to) await recordAddressChanges(tx, [{ id, ...found }])
  })
}

import type { Tx } from '../../core/write/write.ts'
import { CHANGED_ADDRESSES } from '../subscribers/write/consent.ts'

interface OtherAddresses {
  /** Addresses that the subscriber had or confirmed, or that a user or app gave them. */
  former: string[]
  /** Addresses requested on the preference page and never confirmed. */
  requested: string[]
}

/** Returns addresses that belong to the subscriber or were said to, except addresses that now belong to another subscriber. */
export async function readOtherAddresses(tx: Tx, { id }: { id: number }): Promise<OtherAddresses> {
  const rows = await tx.sql.rows<{ address: string; is_former: boolean }>(
    `select address, bool_or(is_former) as is_former from (
       select unnest(${CHANGED_ADDRESSES}) as address, true as is_former from consent c
       where c.account_id = $1 and c.subscriber_id = $2
       union all
       select new_address, false from preference_request
       where account_id = $1 and subscriber_id = $2 and new_address is not null) a
     where not exists (select from subscriber s where s.account_id = $1 and s.email_address = a.address)
     group by address order by address`,
    [id],
  )
  const addresses = (isFormer: boolean) => rows.filter((row) => row.is_former === isFormer).map((row) => row.address)
  return { former: addresses(true), requested: addresses(false) }
}

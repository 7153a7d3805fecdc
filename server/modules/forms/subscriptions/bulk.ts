import type { Ctx } from '../../../core/context.ts'
import { type Done, iso } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { readSlimSubscribers } from '../../subscribers/view.ts'
import { lockAgainstDeletion } from '../../subscribers/write/lock.ts'
import type { BulkAddition, BulkAdditionEcho, BulkFormSubscriber } from '../schema.ts'
import { type Addition, addToForms } from './subscriptions.ts'

/**
 * Adds subscribers to forms and returns a row per addition, also for existing subscriptions, which do not change. A form in the trash
 * does not exist.
 */
export function addEachToForm(
  ctx: Ctx,
  { items }: { items: readonly BulkAddition[] },
): Promise<Done<BulkFormSubscriber, BulkAdditionEcho>> {
  return write(ctx, async (tx) => {
    const forms = await lockUntrashedForms(tx, new Set(items.map(({ form_id }) => form_id)))
    const ids = await lockAgainstDeletion(
      tx,
      items.flatMap(({ subscriber_id }) => subscriber_id ?? []),
    )
    const subscribers = await readSlimSubscribers(tx, [...ids])
    const additions: Addition[] = []
    const failures: Done<never, BulkAdditionEcho>['failures'] = []
    for (const [at, { referrer = null, ...item }] of items.entries()) {
      const form_id = item.form_id !== null && forms.has(item.form_id) ? item.form_id : null
      const subscriber_id =
        item.subscriber_id !== null && subscribers.has(item.subscriber_id) ? item.subscriber_id : null
      if (form_id !== null && subscriber_id !== null) additions.push({ form_id, subscriber_id, referrer })
      else
        failures.push({
          at,
          item: { form_id, subscriber_id, referrer },
          errors: [
            ...(form_id === null ? ['Form does not exist'] : []),
            ...(subscriber_id === null ? ['Subscriber does not exist'] : []),
          ],
        })
    }
    const added = new Map((await addToForms(tx, { additions })).map((one) => [pairKey(one), one]))
    const rows = additions.flatMap((addition) => {
      const [subscriber, one] = [subscribers.get(addition.subscriber_id), added.get(pairKey(addition))]
      if (!subscriber || !one) return []
      const { id, first_name, email_address, created_at } = subscriber
      const { added_at, referrer, utm } = one
      return [
        { id, first_name, email_address, created_at, added_at: iso(added_at), referrer, referrer_utm_parameters: utm },
      ]
    })
    return { rows, failures }
  })
}

const pairKey = ({ form_id, subscriber_id }: { form_id: number; subscriber_id: number }) =>
  `${form_id}:${subscriber_id}`

/** Returns the ids of forms that are not in the trash, and locks them until the transaction ends. */
async function lockUntrashedForms(tx: Tx, ids: ReadonlySet<number | null>): Promise<Set<number>> {
  const rows = await tx.sql.rows<{ id: number }>(
    `select id from form where account_id = $1 and id = any ($2::bigint[]) and status <> 'trashed' order by id for share`,
    [[...ids].filter((id) => id !== null)],
  )
  return new Set(rows.map(({ id }) => id))
}

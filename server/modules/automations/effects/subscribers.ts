import type { Tx } from '../../../core/write/write.ts'
import type { TemplateSubscriber } from '../../../mail/liquid/subscriber-variables.ts'
import { previewVariables } from '../../../mail/liquid/template.ts'
import { loadTags } from '../../delivery/sending/check-rows.ts'

/** Returns subscriber data for templates, including accepted values that are not written yet. */
export async function readTemplateSubscribers(
  tx: Tx,
  ids: readonly number[],
  { with_tags }: { with_tags: boolean },
): Promise<TemplateSubscriber[]> {
  const rows = await tx.sql.rows<TemplateSubscriber>(
    `select id, email_address, first_name, fields || coalesce(queued_fields, '{}') as fields, tracking_disabled, city, region, country
     from subscriber where account_id = $1 and id = any ($2::bigint[]) order by id`,
    [ids],
  )
  if (with_tags) await loadTags(tx, rows)
  return rows
}

/** Throws LiquidError for a template that does not parse. */
export const usesTags = (source: string): boolean =>
  previewVariables(source).some((path) => path.startsWith('subscriber.tags'))

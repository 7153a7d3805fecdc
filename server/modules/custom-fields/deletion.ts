import type { Ctx } from '../../core/context.ts'
import { conflict } from '../../core/errors.ts'
import { subscribedEventTypes } from '../../core/events/events.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { t } from '../../lib/locale/texts.ts'
import type { Deleting, Deletion, Undeleting } from '../deleted-records/schema.ts'
import { deleteWithUndo, GONE_AFTER_MS, lockUnused, type OwnRows, putBack } from '../deleted-records/service.ts'
import { getCustomField, lockFieldNames, requireUnused, retireField } from './service.ts'

const ROWS: readonly OwnRows[] = [{ table: 'custom_field', where: 't.id = $3' }]

const asksFor = (json: string) =>
  `jsonb_path_exists(${json}, '$.** ? (@.custom_field_id == $id || @.custom_field_ids[*] == $id || @.subscriber_custom_field_id == $id)',
     jsonb_build_object('id', t.id))`
const shows = (columns: string) => `position('subscriber.' || t.key in concat_ws(' ', ${columns})) > 0`

/**
 * SQL condition that something would lose the field by its deletion: forms, segments, and emails that may still be sent. Automations
 * prevent the deletion.
 */
const IS_USED = `(
  exists (select from form f where f.account_id = $1 and f.status = 'active' and ${asksFor('f.settings')})
  or exists (select from segment s where s.account_id = $1 and ${asksFor('s.definition')})
  or exists (select from snippet s where s.account_id = $1 and not s.archived and ${shows('s.content, s.value_html')})
  or exists (select from broadcast b where b.account_id = $1 and b.status in ('scheduled', 'sending')
    and (${shows('b.subject, b.preview_text, b.content, b.versions::text')}
      or ${asksFor('jsonb_build_array(b.subscriber_filter, b.excluded)')}))
  or exists (select from sequence_email e where e.account_id = $1 and e.published and e.deleted_at is null
    and ${shows('e.subject, e.preview_text, e.content, e.draft::text')})
  or exists (select from automation_version_email e join automation a on a.account_id = $1 and a.id = e.automation_id
    where e.account_id = $1 and e.version = a.version and a.deleted_at is null
      and ${shows('e.subject, e.preview_text, e.content')}))`

/**
 * Deletes a field. Its values are hidden immediately, and erased when an undo can no longer restore them. A field in use needs a
 * confirmation. Throws not_found, and invalid while an automation uses it.
 */
export const deleteCustomFieldWithUndo = (ctx: Ctx, input: Deleting): Promise<Deletion> =>
  deleteWithUndo(ctx, input, {
    kind: 'custom_field',
    lock: async (tx) => {
      await lockFieldNames(tx)
      const isUnused = await lockUnused(tx, { id: input.id, table: 'custom_field', is_used: IS_USED })
      await requireUnused(tx, input.id)
      return isUnused || 'ask_first'
    },
    rows: ROWS,
    remove: (tx) => retireField(tx, { id: input.id, not_before: new Date(+tx.now() + GONE_AFTER_MS) }),
  })

/** Restores a field with its values, and tells apps that were told of the deletion. Throws conflict. */
export function undeleteCustomField(ctx: Ctx, input: Undeleting): Promise<void> {
  return write(ctx, async (tx) => {
    await lockFieldNames(tx)
    const { id } = await putBack(tx, input, { kind: 'custom_field', rows: ROWS })
    await reclaimSlot(tx, id)
    if ((await subscribedEventTypes(tx, ['custom_field.created'])).size > 0)
      tx.emit('custom_field.created', { custom_field: await getCustomField(tx, { id }) })
  })
}

/** Throws conflict if the values have been erased. */
async function reclaimSlot(tx: Tx, id: number): Promise<void> {
  const reclaimed = await tx.sql.run(
    `delete from retired_slot r using custom_field f where r.account_id = $1 and f.account_id = $1 and f.id = $2 and r.slot = f.slot`,
    [id],
  )
  if (reclaimed === 0) throw conflict(t`This can no longer be restored`)
}

import { invalid } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write/write.ts'
import { addToForms } from '../../forms/subscriptions/subscriptions.ts'
import { enrollSubscribers } from '../../sequences/enrolling/enrolling.ts'
import type { ImportOptions } from '../schema.ts'

type EnrollTargets = Pick<ImportOptions, 'form_id' | 'sequence_id'>

/**
 * Adds subscribers to the import's form and sequence. Returns the added subscribers, with the form or sequence. A form with double opt-in
 * emails unconfirmed subscribers its confirmation (L8). The form's own tags and sequences are for sign-ups only.
 */
export async function addToFormsAndSequences(
  tx: Tx,
  { form_id, sequence_id }: EnrollTargets,
  ids: readonly number[],
): Promise<Map<number, { form?: true; sequence?: true }>> {
  const added = new Map<number, { form?: true; sequence?: true }>()
  if (ids.length === 0) return added
  if (form_id) {
    const additions = ids.map((subscriber_id) => ({ form_id, subscriber_id }))
    for (const { subscriber_id, created } of await addToForms(tx, { additions, follow_up: false })) {
      if (created) added.set(subscriber_id, { form: true })
    }
  }
  if (sequence_id) {
    const pairs = ids.map((subscriber_id) => ({ sequence_id, subscriber_id }))
    for (const { subscriber_id, created } of await enrollSubscribers(tx, { pairs })) {
      if (created) added.set(subscriber_id, { ...added.get(subscriber_id), sequence: true })
    }
  }
  return added
}

/** Throws invalid for a deleted form, an inactive sequence, and double opt-in without a form that sends a confirmation. */
export async function checkEnrollTargets(
  tx: Tx,
  { form_id, sequence_id, double_opt_in }: EnrollTargets & Pick<ImportOptions, 'double_opt_in'>,
): Promise<void> {
  const form = form_id ? await tx.db.form.findFirst({ where: { id: form_id, status: { not: 'trashed' } } }) : null
  if (form_id && !form) throw invalid('Form not found')
  if (double_opt_in && !form?.double_opt_in) {
    throw invalid('Choose a form with double opt-in: it sends the confirmation email')
  }
  if (!sequence_id) return
  const sequence = await tx.db.sequence.findFirst({ where: { id: sequence_id, deleted_at: null, active: true } })
  if (!sequence) throw invalid('Sequence not found, or it is inactive')
}

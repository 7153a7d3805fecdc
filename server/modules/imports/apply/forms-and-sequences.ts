import { invalid } from '../../../core/errors.ts'
import type { Tx } from '../../../core/write.ts'
import { addToForms } from '../../forms/subscriptions.ts'
import { enrollSubscribers } from '../../sequences/enrolling.ts'
import type { ImportOptions } from '../schema.ts'

type EnrollTargets = Pick<ImportOptions, 'form_id' | 'sequence_id'>

/**
 * Adds people to the form and the sequence of the import. Those who were new there come back, with what they were added to.
 * A form that asks for confirmation writes to everybody who is unconfirmed: it is the way of double opt-in (L8).
 */
export async function addToFormsAndSequences(
  tx: Tx,
  { form_id, sequence_id }: EnrollTargets,
  ids: readonly number[],
): Promise<Map<number, { form_id?: number; sequence_id?: number }>> {
  const placed = new Map<number, { form_id?: number; sequence_id?: number }>()
  if (ids.length === 0) return placed
  const note = (id: number, place: object) => placed.set(id, { ...placed.get(id), ...place })
  if (form_id) {
    const additions = ids.map((subscriber_id) => ({ form_id, subscriber_id }))
    for (const { subscriber_id, created } of await addToForms(tx, { additions })) {
      if (created) note(subscriber_id, { form_id })
    }
  }
  if (sequence_id) {
    const pairs = ids.map((subscriber_id) => ({ sequence_id, subscriber_id }))
    for (const { subscriber_id, created } of await enrollSubscribers(tx, { pairs })) {
      if (created) note(subscriber_id, { sequence_id })
    }
  }
  return placed
}

/** Throws invalid for a form or sequence that nobody can be added to, and for double opt-in without a form that asks. */
export async function checkEnrollTargets(
  tx: Tx,
  { form_id, sequence_id, double_opt_in }: EnrollTargets & Pick<ImportOptions, 'double_opt_in'>,
): Promise<void> {
  const form = form_id ? await tx.db.form.findFirst({ where: { id: form_id, status: { not: 'trashed' } } }) : null
  if (form_id && !form) throw invalid('Form not found')
  if (double_opt_in && !form?.double_opt_in) {
    throw invalid('Choose a form that asks people to confirm: its letter is the one that they get')
  }
  if (!sequence_id) return
  const sequence = await tx.db.sequence.findFirst({ where: { id: sequence_id, deleted_at: null, active: true } })
  if (!sequence) throw invalid('Sequence not found, or it is inactive')
}

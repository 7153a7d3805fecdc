import { invalid, notFound } from '../../../core/errors.ts'
import { ONLY_THE_FIRST } from '../compose/emails.ts'
import type { SequenceEdit } from '../impact-schema.ts'
import type { Definition, Step } from '../sending/schedule.ts'
import type { StoredSequence } from '../view.ts'

/** An email of a sequence, published or not. */
export interface EditedStep extends Step {
  subject: string
  published: boolean
}

/** A sequence as stored, or after an edit. */
export interface EditedSequence extends Definition {
  steps: EditedStep[]
}

/** Returns the published emails, by position. */
export const publishedOf = ({ steps, ...definition }: EditedSequence): EditedSequence => ({
  ...definition,
  steps: steps.filter(({ published }) => published).sort((a, b) => a.position - b.position),
})

/** Returns the sequence after an edit. Throws not_found for an unknown email, invalid for an incomplete order. */
export function editSequence(sequence: EditedSequence, edit: SequenceEdit): EditedSequence {
  const { steps } = sequence
  if ('id' in edit && !steps.some(({ id }) => id === edit.id)) throw notFound()
  const changeOne = (id: number, change: Partial<EditedStep>) => ({
    ...sequence,
    steps: steps.map((step) => (step.id === id ? { ...step, ...change } : step)),
  })
  switch (edit.kind) {
    case 'publish':
      return changeOne(edit.id, { published: true })
    case 'unpublish':
      return changeOne(edit.id, { published: false })
    case 'delete':
      return { ...sequence, steps: steps.filter(({ id }) => id !== edit.id) }
    case 'timing': {
      const { id, kind: _, ...timing } = edit
      return changeOne(id, timing)
    }
    case 'settings': {
      const { send_days, send_hour, time_zone } = edit
      return { ...sequence, send_days, send_hour, time_zone }
    }
    case 'reorder': {
      // Assigns the existing positions in the given order, as `reorderEmails` does.
      const positions = steps.map(({ position }) => position).sort((a, b) => a - b)
      const ordered = edit.email_ids.flatMap((id) => steps.filter((step) => step.id === id))
      if (ordered.length !== steps.length || new Set(edit.email_ids).size !== steps.length)
        throw invalid('The emails of this sequence have changed. Reload the page and try again.')
      if (ordered.some(({ delay_value }, i) => i > 0 && delay_value === 0)) throw invalid(ONLY_THE_FIRST)
      return { ...sequence, steps: ordered.map((step, i) => ({ ...step, position: positions[i] ?? step.position })) }
    }
    case 'resume':
      return sequence
  }
}

/** Returns the excluded sources after an edit. */
export const sourcesAfter = (sequence: StoredSequence, edit: SequenceEdit) =>
  edit.kind === 'settings' ? edit.exclude_subscriber_sources : sequence.exclude_subscriber_sources

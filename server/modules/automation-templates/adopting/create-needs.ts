import type { Tx } from '../../../core/write/write.ts'
import { getCustomField } from '../../custom-fields/service.ts'
import { createTypedField } from '../../custom-fields/typed.ts'
import { createForm } from '../../forms/design.ts'
import { createSegment } from '../../segments/service.ts'
import { createEmail } from '../../sequences/compose/emails.ts'
import { createSequence } from '../../sequences/service.ts'
import { createTag } from '../../tags/service.ts'
import type { Need } from '../content-schema.ts'
import { mapSegment, type Visit } from '../develop/references.ts'
import type { PlannedNeed } from './plan.ts'

/** Replaces a template's references and Liquid with the account's. */
export interface Mapping {
  visit: Visit
  text: (liquid: string) => string
}

/** Creates the planned objects and returns the mapping. Emails of sequences are created as drafts, so no unread email is sent. */
export async function createNeeds(
  tx: Tx,
  { needs, plan }: { needs: readonly Need[]; plan: readonly PlannedNeed[] },
): Promise<Mapping> {
  const ids = new Map(plan.map(({ kind, id, own_id }) => [`${kind} ${id}`, own_id]))
  const keys = new Map<string, string>()
  const mapping: Mapping = {
    visit: (kind, id) => {
      const own = ids.get(`${kind} ${id}`)
      if (own !== undefined) return own
      // The adopting member replaces the template's member. Nodes belong to the app, and emails are mapped where they are created.
      if (kind === 'user' && tx.actor.kind === 'user') return tx.actor.user_id
      return id
    },
    text: (liquid) =>
      liquid.replace(/\bsubscriber\.([a-z0-9_]+)/g, (path, key) =>
        keys.has(key) ? `subscriber.${keys.get(key)}` : path,
      ),
  }
  // Emails of sequences use fields, and segments refer to all other kinds, which are created first.
  for (const kind of ['custom_field', 'tag', 'form', 'sequence', 'segment'] as const) {
    for (const need of needs.filter((need) => need.kind === kind)) {
      const name = `${need.kind} ${need.id}`
      const own = ids.get(name) ?? (await createNeed(tx, need, mapping))
      ids.set(name, own)
      if (need.kind === 'custom_field' && own !== null) keys.set(need.key, (await getCustomField(tx, { id: own })).key)
    }
  }
  return mapping
}

async function createNeed(tx: Tx, need: Need, { visit, text }: Mapping): Promise<number | null> {
  switch (need.kind) {
    case 'tag':
      return (await createTag(tx, { name: need.name })).value.id
    case 'custom_field':
      return (await createTypedField(tx, { label: need.name, ...need.format })).value.id
    case 'form':
      return (
        await createForm(tx, { name: need.name, type: need.type, format: need.type === 'hosted' ? null : 'inline' })
      ).id
    case 'segment':
      return (await createSegment(tx, { name: need.name, definition: mapSegment(need.definition, visit) })).id
    case 'sequence':
      return createSequenceWithEmails(tx, need, text)
    case 'product':
      return null
  }
}

interface Texts {
  subject: string
  preview_text: string | null
  content: string
}

/** Returns the texts of an email with the account's fields. */
export const textsOf = ({ subject, preview_text, content }: Texts, text: Mapping['text']): Texts => ({
  subject: text(subject),
  preview_text: preview_text === null ? null : text(preview_text),
  content: text(content),
})

async function createSequenceWithEmails(
  tx: Tx,
  { name, emails }: Extract<Need, { kind: 'sequence' }>,
  text: Mapping['text'],
): Promise<number> {
  const { id: sequence_id } = await createSequence(tx, { name })
  for (const email of emails) await createEmail(tx, { sequence_id, send_days: null, ...email, ...textsOf(email, text) })
  return sequence_id
}

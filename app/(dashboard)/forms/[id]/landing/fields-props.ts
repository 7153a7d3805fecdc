import type { Section } from '@/server/lib/page/landing/document.ts'
import type { Draft } from './use-draft'

export interface FieldsProps<Of extends Section> {
  draft: Draft
  section: Of
  /** Changes properties of the section. `about` names the edited text, so typing in it is one undo step. */
  change: (part: Partial<Of>, about?: string) => void
}

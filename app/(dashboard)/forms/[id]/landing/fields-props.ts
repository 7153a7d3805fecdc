import type { Section } from '@/server/lib/page/landing/document.ts'
import type { Draft } from './use-draft'

export interface FieldsProps<Of extends Section> {
  draft: Draft
  section: Of
  /** Changes members of the section; `about` names what is typed, which is one step to undo. */
  change: (part: Partial<Of>, about?: string) => void
}

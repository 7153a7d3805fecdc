import {
  Archive,
  CircleCheck,
  type LucideIcon,
  PanelBottom,
  PanelsTopLeft,
  PanelTop,
  PencilLine,
  RectangleEllipsis,
  SquareArrowOutUpRight,
  Trash2,
} from '@/components/generated/icons'
import type { Form } from '@/server/modules/forms/schema.ts'

/** Labels of the form statuses. */
export const formStatuses = {
  active: { label: 'Active', tone: 'success', icon: CircleCheck },
  archived: { label: 'Archived', tone: 'neutral', icon: Archive },
  trashed: { label: 'Trash', tone: 'danger', icon: Trash2 },
} as const

/** A landing page that visitors cannot find yet. */
export const NOT_PUBLISHED = { label: 'Not published', tone: 'neutral', icon: PencilLine } as const

/** Labels and descriptions of the form types. */
export interface FormKind {
  key: NonNullable<Form['format']> | 'hosted'
  label: string
  description: string
  icon: LucideIcon
}

export const formTypes: readonly FormKind[] = [
  {
    key: 'inline',
    label: 'Inline',
    description: 'Appears in your page where you paste it.',
    icon: RectangleEllipsis,
  },
  {
    key: 'modal',
    label: 'Modal',
    description: 'Opens over the page after a delay or a click.',
    icon: PanelsTopLeft,
  },
  {
    key: 'slide in',
    label: 'Slide in',
    description: 'Slides into a corner of the page.',
    icon: PanelBottom,
  },
  { key: 'sticky bar', label: 'Sticky bar', description: 'Stays at the top of the page.', icon: PanelTop },
  {
    key: 'hosted',
    label: 'Landing page',
    description: 'A page hosted by Envoi, for links in profiles and posts.',
    icon: SquareArrowOutUpRight,
  },
]

export function formTypeOf({ type, format }: Pick<Form, 'type' | 'format'>): FormKind {
  const key = type === 'hosted' ? 'hosted' : (format ?? 'inline')
  return formTypes.find((kind) => kind.key === key) ?? (formTypes[0] as FormKind)
}

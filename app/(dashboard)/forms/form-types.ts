import {
  type LucideIcon,
  PanelBottom,
  PanelsTopLeft,
  PanelTop,
  RectangleEllipsis,
  SquareArrowOutUpRight,
} from 'lucide-react'
import type { Form } from '@/server/modules/forms/schema.ts'

/** What people see of a form, in the product's words. */
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
    description: 'Stands in your page where you put it: below an article, in the footer.',
    icon: RectangleEllipsis,
  },
  {
    key: 'modal',
    label: 'Modal',
    description: 'Comes over the page after a while, or at a click.',
    icon: PanelsTopLeft,
  },
  {
    key: 'slide in',
    label: 'Slide in',
    description: 'Comes into a corner and leaves the page free.',
    icon: PanelBottom,
  },
  { key: 'sticky bar', label: 'Sticky bar', description: 'A line along the upper edge of the page.', icon: PanelTop },
  {
    key: 'hosted',
    label: 'Landing page',
    description: 'A page of its own at an address of ours, for links in profiles and posts.',
    icon: SquareArrowOutUpRight,
  },
]

export function formTypeOf({ type, format }: Pick<Form, 'type' | 'format'>): FormKind {
  const key = type === 'hosted' ? 'hosted' : (format ?? 'inline')
  return formTypes.find((kind) => kind.key === key) ?? (formTypes[0] as FormKind)
}

import { readableOn } from '@/server/lib/text/color.ts'

/** Colors of buttons. Each has a text color with a contrast of at least 4.5. */
export const BUTTON_COLORS = [
  { name: 'Graphite', background: '#1f2937', text: '#ffffff' },
  { name: 'Blue', background: '#1d4ed8', text: '#ffffff' },
  { name: 'Teal', background: '#0f766e', text: '#ffffff' },
  { name: 'Green', background: '#15803d', text: '#ffffff' },
  { name: 'Purple', background: '#7e22ce', text: '#ffffff' },
  { name: 'Pink', background: '#be185d', text: '#ffffff' },
  { name: 'Red', background: '#b91c1c', text: '#ffffff' },
  { name: 'Sun', background: '#fde047', text: '#1f2937' },
] as const

/** Returns the text color for a button of any color, `#rrggbb`. */
export const textOn = (background: string): string =>
  BUTTON_COLORS.find((one) => one.background === background)?.text ?? readableOn(background)

export const ALIGNMENTS = ['left', 'center', 'right'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

/** Returns the alignment in an element's style attribute. */
export function alignmentOf(element: Element): Alignment | null {
  const named = /text-align:\s*(left|center|right)/.exec(element.getAttribute('style') ?? '')?.[1]
  return ALIGNMENTS.find((one) => one === named) ?? null
}

import type { Section, SectionKind } from '@/server/lib/page/landing/document.ts'
import { plainText } from '@/server/lib/page/landing/marks.ts'

export const SECTION_KINDS: Readonly<Record<SectionKind, string>> = {
  hero: 'Hero',
  text: 'Text',
  picture: 'Image',
  list: 'List',
  testimonial: 'Testimonial',
  form: 'Form',
  footer: 'Footer',
}

/** Returns a section's first words, to tell it from others. */
export function sectionWords(section: Section): string {
  if ('heading' in section && section.heading) return plainText(section.heading)
  if (section.kind === 'testimonial') return plainText(section.items[0]?.quote ?? '')
  if (section.kind === 'list') return section.items.map(({ title }) => plainText(title)).join(', ')
  if (section.kind === 'picture') return section.caption
  return 'text' in section ? plainText(section.text) : ''
}

import { type LandingPage, showsForm } from '@/server/lib/page/landing/document.ts'

/** Returns what visitors of a page would miss, in words. Nothing of it keeps the page from being published. */
export function remarksOf(page: LandingPage, pictures: ReadonlyMap<number, unknown>): string[] {
  const { sections } = page
  const hasPicture = (id: number | null) => id !== null && pictures.has(id)
  const is_without_picture = sections.some(
    (section) =>
      (section.kind === 'picture' || (section.kind === 'hero' && section.media === 'picture')) &&
      !hasPicture(section.picture_id),
  )
  const is_example = JSON.stringify(sections).includes('https://example.com')
  return [
    ...(sections.some(showsForm) ? [] : ['No section shows the form, so no one can sign up.']),
    ...(is_without_picture ? ['A picture is not chosen yet. Visitors see no gap, and no picture.'] : []),
    ...(is_example ? ['Some links still lead to example.com.'] : []),
    ...(page.description ? [] : ['There is no description for search engines.']),
  ]
}

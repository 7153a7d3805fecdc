import { type LandingPage, showsForm } from '@/server/lib/page/landing/document.ts'
import type { LandingDetail } from '@/server/modules/forms/landing-schema.ts'

interface Remark {
  text: string
  /** Page to fix it on, if that is another page. */
  link?: { label: string; href: string }
}

/** Returns remarks about what visitors would miss. A remark never prevents publishing. */
export function remarksOf(
  page: LandingPage,
  pictures: ReadonlyMap<number, unknown>,
  { id, has_file }: Pick<LandingDetail, 'id' | 'has_file'>,
): Remark[] {
  const { sections } = page
  const hasPicture = (picture_id: number | null) => picture_id !== null && pictures.has(picture_id)
  const is_without_picture = sections.some(
    (section) =>
      (section.kind === 'picture' || (section.kind === 'hero' && section.media === 'picture')) &&
      !hasPicture(section.picture_id),
  )
  const is_example = JSON.stringify(sections).includes('https://example.com')
  const file: Remark = {
    text: 'The template promises a file by email, and the form sends none.',
    link: { label: 'Add a file', href: `/forms/${id}?tab=after` },
  }
  return [
    ...(sections.some(showsForm) ? [] : [{ text: 'No section shows the form, so no one can sign up.' }]),
    ...(page.promises_file && !has_file ? [file] : []),
    ...(is_without_picture ? [{ text: 'An image is not chosen yet. Visitors see no gap in its place.' }] : []),
    ...(is_example ? [{ text: 'Some links still lead to example.com.' }] : []),
    ...(page.description ? [] : [{ text: 'There is no description for search engines.' }]),
  ]
}

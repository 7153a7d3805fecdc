import type { Html } from '../html.ts'
import type { FooterLink } from '../public-page.ts'
import type { PublicStyle } from '../theme.ts'
import type { ShownImage } from './image.ts'

/** Content of a page that is not in its sections. */
export interface LandingContext {
  account_name: string
  /** The account's style, or what pages have without one. */
  style: PublicStyle
  pictures: ReadonlyMap<number, ShownImage>
  /** The form with its style sheet. */
  form: { html: Html; style: string }
  /** Terms and privacy policy of the instance. */
  links: readonly FooterLink[]
  /** Marks places where an image is missing, for the editor. */
  is_draft?: boolean
  /** True if the form was refused: the page opens there. */
  is_refused?: boolean
}

/** State of the sections before: a page has one main heading, and one place that links to the form lead to. */
export interface Around extends LandingContext {
  has_main_heading: boolean
  has_form: boolean
  /** True if the page shows the form anywhere, so buttons can lead to it. */
  leads_to_form: boolean
}

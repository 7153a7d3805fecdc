import type { Html } from '../html.ts'
import type { FooterLink } from '../public-page.ts'
import type { PublicStyle } from '../theme.ts'
import type { ShownImage } from './image.ts'

/** Content of a page other than its sections. */
export interface LandingContext {
  account_name: string
  /** The account's style, or the style of pages without one. */
  style: PublicStyle
  pictures: ReadonlyMap<number, ShownImage>
  /** The form and its style sheet. */
  form: { html: Html; style: string }
  /** Terms and privacy policy of the instance. */
  links: readonly FooterLink[]
  /** Marks missing images, for the editor. */
  is_draft?: boolean
  /** True if the form was refused, so the page opens there. */
  is_refused?: boolean
}

/** State of the sections before: a page has one main heading, and one form that links lead to. */
export interface Around extends LandingContext {
  has_main_heading: boolean
  has_form: boolean
  /** True if the page shows the form anywhere, so buttons can lead to it. */
  leads_to_form: boolean
}

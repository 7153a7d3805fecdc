// A landing page as an ordered list of sections. Only types and closed sets, for the renderer, the editor and the rules.

/** Background of a section, from the colors of the account's style. */
export const BACKGROUNDS = ['plain', 'tint', 'accent', 'dark'] as const
export type Background = (typeof BACKGROUNDS)[number]

export const HERO_LAYOUTS = ['center', 'left', 'media_right', 'media_left', 'behind'] as const
export const HERO_MEDIA = ['none', 'picture', 'drawing', 'form'] as const

/** Drawn with the colors of the style, for pages without images. */
export const DRAWINGS = [
  'envelope',
  'course',
  'book',
  'cover',
  'ticket',
  'hills',
  'vases',
  'storefront',
  'monogram',
  'waves',
] as const
export type DrawingName = (typeof DRAWINGS)[number]

export const LIST_LOOKS = ['checks', 'numbers', 'cards', 'questions', 'links'] as const
export const PICTURE_WIDTHS = ['text', 'wide', 'full'] as const
export const TEXT_ALIGNS = ['left', 'center'] as const
export const FORM_LAYOUTS = ['center', 'beside'] as const

interface SectionBase {
  /** Unique on the page. */
  id: string
  background: Background
}

/** The beginning of a page: its subject, and a call to action. */
export interface HeroSection extends SectionBase {
  kind: 'hero'
  layout: (typeof HERO_LAYOUTS)[number]
  media: (typeof HERO_MEDIA)[number]
  picture_id: number | null
  drawing: DrawingName
  /** Text on a book, a cover or a ticket. */
  drawing_text: string
  eyebrow: string
  heading: string
  text: string
  /** Blank: no button. */
  button_label: string
  /** Blank: the form of the page. */
  button_url: string
  /** Small text below the button. */
  note: string
}

export interface TextSection extends SectionBase {
  kind: 'text'
  heading: string
  text: string
  align: (typeof TEXT_ALIGNS)[number]
}

export interface PictureSection extends SectionBase {
  kind: 'picture'
  picture_id: number | null
  caption: string
  width: (typeof PICTURE_WIDTHS)[number]
}

export interface ListItem {
  title: string
  text: string
  /** Blank: no link. */
  url: string
}

export interface ListSection extends SectionBase {
  kind: 'list'
  look: (typeof LIST_LOOKS)[number]
  heading: string
  text: string
  items: ListItem[]
}

export interface Testimonial {
  quote: string
  name: string
  role: string
  picture_id: number | null
}

export interface TestimonialSection extends SectionBase {
  kind: 'testimonial'
  heading: string
  items: Testimonial[]
}

/** The form of the landing page. Its texts and fields are settings of the form. */
export interface FormSection extends SectionBase {
  kind: 'form'
  layout: (typeof FORM_LAYOUTS)[number]
}

export interface FooterLinkItem {
  label: string
  url: string
}

export interface FooterSection extends SectionBase {
  kind: 'footer'
  text: string
  links: FooterLinkItem[]
}

export type Section =
  | HeroSection
  | TextSection
  | PictureSection
  | ListSection
  | TestimonialSection
  | FormSection
  | FooterSection
export type SectionKind = Section['kind']

/** The form in version B of a page. */
export interface FormOfVersion {
  /** Blank: the heading of the form. */
  heading: string
  description: string
  /** Blank: the button of the form. */
  button_label: string
  accent_color: string
  has_own_color?: boolean | undefined
  /** Labels by `first_name` or the id of a custom field. Blank: the label of the form. */
  labels: Record<string, string>
}

export interface LandingPage {
  /** In the browser's tab and in search results. Blank: the first heading. */
  title: string
  /** For search engines, and for previews of shared links. */
  description: string
  /** For previews of shared links. */
  picture_id: number | null
  /** True if search engines may list the page. */
  is_listed: boolean
  /** True if the logo, or the account's name, is at the top. */
  has_name: boolean
  sections: Section[]
  /** Only version B has it: version A shows the form according to its settings. */
  form?: FormOfVersion | undefined
  /** Set by templates whose text promises a file to everyone who signs up. */
  promises_file?: boolean | undefined
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Returns whether a link may have this address. */
export const isLinkTarget = (url: string): boolean => SCHEMES.has(URL.parse(url)?.protocol ?? '')

/** Returns the ids of all images of a page, each once. */
export function pictureIdsOf({ picture_id, sections }: LandingPage): number[] {
  const ids = sections.flatMap((section) => {
    if (section.kind === 'testimonial') return section.items.map((item) => item.picture_id)
    return 'picture_id' in section ? [section.picture_id] : []
  })
  return [...new Set([picture_id, ...ids])].filter((id) => id !== null)
}

/** Returns whether the section shows the form. */
export const showsForm = (section: Section): boolean =>
  section.kind === 'form' ||
  (section.kind === 'hero' &&
    section.media === 'form' &&
    (section.layout === 'media_left' || section.layout === 'media_right'))

/** Returns the title of a page: its own, or its first heading. */
export const titleOf = ({ title, sections }: LandingPage): string =>
  title || sections.map((section) => ('heading' in section ? section.heading : '')).find(Boolean) || ''

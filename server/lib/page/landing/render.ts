import { type Html, html, trustedHtml } from '../html.ts'
import { languageAttributes } from '../language.ts'
import { logoOf } from '../public-style.ts'
import { searchDescription } from '../search-description.ts'
import type { Around, LandingContext } from './context.ts'
import { type LandingPage, type Section, showsForm, titleOf } from './document.ts'
import { imageAddress, type ShownImage } from './image.ts'
import { plainText } from './marks.ts'
import { sectionHtml } from './sections.ts'
import { landingStyle } from './style.ts'

// A landing page as HTML: no script, and only absolute addresses, because sites show copies of it. Pure, so the editor shows the same as
// visitors see.

/** Returns the style sheet and the content of the body. */
export function landingParts(page: LandingPage, context: LandingContext): { style: string; body: Html } {
  const { sections, has_name } = page
  const { account_name, style, links } = context
  const footer = sections.find((section) => section.kind === 'footer')
  const shown_sections = sections.filter((section) => section.kind !== 'footer')
  const first = shown_sections[0]
  const context_of_section: Around = {
    ...context,
    has_main_heading: false,
    has_form: false,
    leads_to_form: shown_sections.some(showsForm),
  }
  const top =
    has_name &&
    html`<header class="band top on-${first ? backgroundOf(first, context) : 'plain'}${isCentered(first) && html` middle`}"><div class="wrap">${logoOf(style) ?? html`<p>${account_name}</p>`}</div></header>`
  const hasHeading = shown_sections.some((section) => section.kind === 'hero' && section.heading)
  const main = html`<main>${!hasHeading && html`<h1 class="hidden">${titleOf(page) || account_name}</h1>`}${shown_sections.map(
    (section) => sectionHtml(section, context_of_section),
  )}</main>`
  return {
    style: landingStyle(style, context.form.style),
    body: html`${top}${main}${sectionHtml(footer ?? PLAIN_FOOTER, { ...context_of_section, links })}`,
  }
}

const PLAIN_FOOTER: Section = { id: 'end', kind: 'footer', background: 'plain', text: '', links: [] }

const isCentered = (section: Section | undefined): boolean =>
  section?.kind === 'hero' && (section.layout === 'center' || section.layout === 'behind')

/** The name is above the first section, on its background. */
function backgroundOf(section: Section, { pictures }: LandingContext): string {
  if (section.kind !== 'hero' || section.layout !== 'behind') return section.background
  return pictures.has(section.picture_id ?? 0) ? 'plain' : 'accent'
}

/** The page's address, and the base address of its images. */
interface LandingAddress {
  url: string
  base_url: string
  /** Address of the image drawn from the title, for a page that has no image for previews. */
  drawn_url?: string
}

/** Returns the complete page with its style sheet, whose hash is allowed by its policy. */
export function landingDocument(
  page: LandingPage,
  context: LandingContext,
  { url, base_url, drawn_url }: LandingAddress,
): { html: string; style: string } {
  const { style, body } = landingParts(page, context)
  const { account_name, pictures } = context
  const page_title = titleOf(page)
  const title = page_title ? `${plainText(page_title)} · ${account_name}` : account_name
  const description = page.description || firstText(page)
  const picture = pictures.get(page.picture_id ?? 0)
  const meta: [attribute: 'name' | 'property', name: string, content: string | number | undefined][] = [
    ['name', 'description', description],
    ['name', 'robots', page.is_listed ? undefined : 'noindex'],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', account_name],
    ['property', 'og:title', plainText(page_title) || account_name],
    ['property', 'og:description', description],
    ['property', 'og:url', url],
    ...sharedPicture(picture, { base_url, drawn_url }),
    ['name', 'twitter:card', picture || drawn_url ? 'summary_large_image' : 'summary'],
  ]
  const document = html`<!DOCTYPE html>
<html${languageAttributes()}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="canonical" href="${url}">
${meta.map(([attribute, name, content]) => content && html`<meta ${attribute}="${name}" content="${content}">\n`)}<style>${trustedHtml(style)}</style></head>
<body>${body}</body></html>
`
  return { html: document.toString(), style }
}

function sharedPicture(
  picture: ShownImage | undefined,
  { base_url, drawn_url }: { base_url: string; drawn_url: string | undefined },
): ['property', string, string | number | undefined][] {
  if (!picture) return [['property', 'og:image', drawn_url]]
  const { url, width, height } = imageAddress(picture, base_url, 1200)
  return [
    ['property', 'og:image', url],
    ['property', 'og:image:width', width],
    ['property', 'og:image:height', height],
    ['property', 'og:image:alt', picture.alt],
  ]
}

const firstText = ({ sections }: LandingPage): string =>
  searchDescription(sections.map((section) => ('text' in section ? plainText(section.text) : '')).find(Boolean) ?? '')

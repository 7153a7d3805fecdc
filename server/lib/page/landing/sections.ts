import { type Html, html } from '../html.ts'
import type { Around } from './context.ts'
import type {
  FooterSection,
  FormSection,
  HeroSection,
  ListItem,
  ListSection,
  PictureSection,
  Section,
  TestimonialSection,
  TextSection,
} from './document.ts'
import { isLinkTarget } from './document.ts'
import { drawing } from './drawings.ts'
import { responsiveImage, type ShownImage } from './image.ts'
import { inlineText, richText } from './marks.ts'

export function sectionHtml(section: Section, around: Around): Html {
  switch (section.kind) {
    case 'hero':
      return hero(section, around)
    case 'text':
      return text(section)
    case 'picture':
      return picture(section, around)
    case 'list':
      return list(section)
    case 'testimonial':
      return testimonials(section, around)
    case 'form':
      return form(section, around)
    case 'footer':
      return footer(section, around)
  }
}

const band = ({ id, background }: Section, classes: string, inner: Html): Html =>
  html`<section id="s-${id}" class="band on-${background} ${classes}">${inner}</section>`

const WIDE = '(max-width: 70rem) 100vw, 68rem'
const HALF = '(max-width: 52rem) 100vw, 32rem'

function hero(section: HeroSection, around: Around): Html {
  const { layout, background } = section
  const is_first = !around.has_main_heading
  const tag = is_first && section.heading ? 'h1' : 'h2'
  if (section.heading) around.has_main_heading = true
  const picture_of_hero = shownPicture(section.picture_id, around)
  const words = html`<div class="words">${layout === 'center' && section.drawing === 'monogram' && section.media === 'drawing' && html`<div class="above">${drawn(section, around)}</div>`}${section.eyebrow && html`<p class="eyebrow">${section.eyebrow}</p>`}${
    section.heading && html`<${tag}>${inlineText(section.heading)}</${tag}>`
  }${section.text && html`<div class="lede">${richText(section.text)}</div>`}${button(section, around)}${section.note && html`<p class="note">${inlineText(section.note)}</p>`}</div>`
  if (layout === 'behind') {
    const back = picture_of_hero
      ? responsiveImage({ ...picture_of_hero, alt: '' }, { sizes: '100vw', class_name: 'whole', is_first })
      : drawing('waves', { text: '', account_name: '' })
    const classes = picture_of_hero ? 'hero behind over' : 'hero behind'
    return band(
      { ...section, background: picture_of_hero ? background : 'accent' },
      classes,
      html`<div class="back">${back}</div><div class="wrap">${words}</div>`,
    )
  }
  const media = heroMedia(section, around, { shown_picture: picture_of_hero, is_first })
  if (layout === 'center' || layout === 'left')
    return band(
      section,
      `hero ${layout}`,
      html`<div class="wrap">${words}${media && html`<div class="below">${media}</div>`}</div>`,
    )
  return band(
    section,
    `hero ${layout}`,
    html`<div class="wrap${media && html` two`}">${words}${media && html`<div>${media}</div>`}</div>`,
  )
}

function heroMedia(
  section: HeroSection,
  around: Around,
  { shown_picture, is_first }: { shown_picture: ShownImage | undefined; is_first: boolean },
): Html | null {
  const { layout, media } = section
  const isBeside = layout === 'media_left' || layout === 'media_right'
  if (media === 'picture')
    return shown_picture
      ? responsiveImage(shown_picture, { sizes: isBeside ? HALF : WIDE, class_name: 'shot', is_first })
      : hole(around)
  if (media === 'form') return isBeside ? theForm(around) : null
  if (media === 'drawing' && !(layout === 'center' && section.drawing === 'monogram')) return drawn(section, around)
  return null
}

const drawn = (section: HeroSection, { account_name }: Around) =>
  drawing(section.drawing, { text: section.drawing_text || section.heading, account_name })

function button({ button_label, button_url }: HeroSection, { leads_to_form }: Around): Html | null {
  if (!button_label || (button_url ? !isLinkTarget(button_url) : !leads_to_form)) return null
  return html`<a class="button" href="${button_url || '#sign-up'}">${button_label}</a>`
}

const text = (section: TextSection): Html =>
  band(
    section,
    '',
    html`<div class="wrap narrow text${section.align === 'center' && html` middle`}">${section.heading && html`<h2>${inlineText(section.heading)}</h2>`}<div class="prose">${richText(section.text)}</div></div>`,
  )

function picture(section: PictureSection, around: Around): Html {
  const { width, caption } = section
  const found = shownPicture(section.picture_id, around)
  if (!found && !around.is_draft) return html``
  const sizes = { text: '(max-width: 44rem) 100vw, 42rem', wide: WIDE, full: '100vw' }[width]
  const shown = found ? responsiveImage(found, { sizes, class_name: 'shot' }) : hole(around)
  const figure = html`<figure>${shown}${caption && html`<figcaption>${inlineText(caption)}</figcaption>`}</figure>`
  if (width === 'full' && found) return band(section, 'bleed', figure)
  return band(section, '', html`<div class="wrap${width === 'text' && html` narrow`}">${figure}</div>`)
}

/** Minimum number of short items for two columns. */
const MANY = 4

function list(section: ListSection): Html {
  const { look, heading, items } = section
  const tag = heading ? 'h3' : 'h2'
  const isMiddle = look === 'cards' || look === 'links'
  const head =
    (heading || section.text) &&
    html`<div class="head${isMiddle && html` middle`}">${heading && html`<h2>${inlineText(heading)}</h2>`}${section.text && richText(section.text)}</div>`
  const title = (item: ListItem) => linked(item.url, inlineText(item.title))
  const titleHtml = (item: ListItem) => item.title && html`<${tag}>${title(item)}</${tag}>`
  const body = (item: ListItem) => item.text && richText(item.text)
  const drawn = () => {
    switch (look) {
      case 'checks':
        return html`<ul class="items ticks${items.length >= MANY && html` many`}">${items.map((item) => html`<li>${item.title && html`<b>${title(item)}</b>`}${body(item)}</li>`)}</ul>`
      case 'numbers':
        return html`<ol class="items steps">${items.map((item) => html`<li>${titleHtml(item)}${body(item)}</li>`)}</ol>`
      case 'cards':
        return html`<ul class="items grid">${items.map((item) => html`<li class="tile">${titleHtml(item)}${body(item)}</li>`)}</ul>`
      case 'questions':
        return html`<ul class="items asked">${items.map((item) => html`<li><details><summary>${inlineText(item.title)}</summary><div>${richText(item.text)}</div></details></li>`)}</ul>`
      case 'links':
        return html`<ul class="items doors">${items.map((item) => html`<li>${door(item)}</li>`)}</ul>`
    }
  }
  return band(
    section,
    look === 'links' ? 'slim' : '',
    html`<div class="wrap${head && (look === 'numbers' || look === 'questions') && html` split`}">${head}${drawn()}</div>`,
  )
}

const linked = (url: string, inner: Html[]) => (isLinkTarget(url) ? html`<a href="${url}">${inner}</a>` : inner)

function door({ title, text, url }: ListItem): Html {
  const inner = html`<b>${title}</b>${text && html`<span>${text}</span>`}`
  return isLinkTarget(url) ? html`<a href="${url}">${inner}</a>` : html`<div class="door">${inner}</div>`
}

function testimonials(section: TestimonialSection, around: Around): Html {
  const { heading, items } = section
  const head = heading && html`<div class="head middle"><h2>${inlineText(heading)}</h2></div>`
  const quotes = items.map(({ quote, name, role, picture_id }) => {
    const face = shownPicture(picture_id, around)
    const image = face && responsiveImage({ ...face, alt: '' }, { sizes: '3rem', class_name: 'face' })
    return html`<figure class="said ${items.length === 1 ? 'one' : 'tile'}"><blockquote>${richText(quote)}</blockquote>${
      (name || role) &&
      html`<figcaption>${image}<div><b>${name}</b>${role && html`<span>${role}</span>`}</div></figcaption>`
    }</figure>`
  })
  return band(
    section,
    '',
    html`<div class="wrap">${head}${quotes.length === 1 ? quotes : html`<div class="grid">${quotes}</div>`}</div>`,
  )
}

const form = (section: FormSection, around: Around): Html =>
  band(section, `signup ${section.layout}`, html`<div class="wrap">${theForm(around)}</div>`)

/** Buttons lead to the first form. After a refusal the page opens there. */
function theForm(around: Around): Html {
  const isFirst = !around.has_form
  around.has_form = true
  const target = isFirst && html` id="sign-up" tabindex="-1"${around.is_refused && html` autofocus`}`
  return html`<div class="card"${target}>${around.form.html}</div>`
}

function footer(section: FooterSection, { account_name, links }: Around): Html {
  const all_links = [
    ...section.links
      .filter(({ label, url }) => label && isLinkTarget(url))
      .map(({ label, url }) => ({ label, href: url })),
    ...links,
  ]
  return html`<footer id="s-${section.id}" class="band end on-${section.background}"><div class="wrap"><div class="about">${
    section.text ? richText(section.text) : html`<p>${account_name}</p>`
  }</div>${all_links.length > 0 && html`<nav aria-label="Links">${all_links.map(({ label, href }) => html`<a href="${href}">${label}</a>`)}</nav>`}</div></footer>`
}

const shownPicture = (id: number | null, { pictures }: Around): ShownImage | undefined =>
  id === null ? undefined : pictures.get(id)

const hole = ({ is_draft }: Around): Html | null => (is_draft ? html`<div class="hole">Choose an image</div>` : null)

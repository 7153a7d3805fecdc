import { type Html, html } from './html.ts'
import { responsiveImage, type ShownImage } from './landing/image.ts'

// The image of a form that is embedded in a website. Only builds text.

/** An image beside the form is used only where both fit; a sticky bar always shows it small, and only on wide screens. */
export const PICTURE_PLACES = ['above', 'beside'] as const
export type PicturePlace = (typeof PICTURE_PLACES)[number]

/** Settings of a form's image. */
export interface ChosenPicture {
  picture_id: number
  /** Blank: the description from the library. */
  alt: string
  place: PicturePlace
}

export interface FormPicture extends ShownImage {
  place: PicturePlace
}

/** Returns the image of a form, null if it has none or its image was deleted. */
export function formPictureOf(
  chosen: ChosenPicture | null,
  known: ReadonlyMap<number, ShownImage>,
): FormPicture | null {
  const shown = chosen && known.get(chosen.picture_id)
  return shown ? { ...shown, alt: chosen.alt || shown.alt, place: chosen.place } : null
}

/** Pixels, where the page around the form is wide. */
const WIDEST = { above: 640, beside: 360 } as const
/** Pixels, for an image that is shown whole. */
const HIGHEST = { above: 280, beside: 400 } as const
const MIN_TO_FILL = { width: 480, ratio: 1.2 } as const
/** Pixels, in a sticky bar. */
const SMALL = 64

/** Returns a form with its image. A wide image fills its place, and may be cropped; any other is shown whole. */
export function withPicture(
  form: Html,
  { picture, is_bar, is_first }: { picture: FormPicture; is_bar: boolean; is_first: boolean },
): Html {
  const { width, height, place } = picture
  const fills = width >= MIN_TO_FILL.width && width / height >= MIN_TO_FILL.ratio
  const scale = fills ? 1 : Math.min(1, HIGHEST[place] / height, WIDEST[place] / width)
  const shown_picture = {
    ...picture,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const most = fills ? WIDEST[place] : shown_picture.width
  const sizes = is_bar ? `${SMALL}px` : `(max-width: ${most}px) 100vw, ${most}px`
  const drawn = responsiveImage(shown_picture, { sizes, class_name: fills ? 'fills' : 'whole', is_first })
  return html`<div class="pictured ${place}"><div class="picture">${drawn}</div>${form}</div>`
}

/** Added to the style of a form with an image. Form and image need no query: if they do not fit in one row, they take two. */
export const PICTURE_STYLE = `.pictured{display:grid;gap:20px}.pictured *{box-sizing:border-box}.pictured .picture{display:grid;place-items:center;min-width:0;margin:0}.pictured picture{display:contents}.pictured source{display:none}
.pictured .picture img{display:block;max-width:100%;height:auto;margin:0;border-radius:12px}.pictured .picture .fills{width:100%;max-height:20rem;object-fit:cover}
.pictured.beside{display:flex;flex-wrap:wrap;align-items:center;gap:20px 32px}.beside>.picture{flex:1 1 13rem;align-self:stretch}.beside>.sign-up{flex:1.6 1 17rem;min-width:0}.beside .picture .fills{height:100%;max-height:30rem}
@media(max-width:559px){.pictured .picture .whole{max-height:18rem;object-fit:contain}}`

/** Added to the style of a form's page. */
export const PICTURE_PAGE_STYLE = 'main:has(.beside){max-width:48rem}'

/** In an overlay, a wide image above the form extends to the edges of its panel. */
const TO_THE_EDGES = `>.picture:has(.fills){margin:-32px -28px 0}`

/** Added to the style of a form that opens over a website. The bar's rules come last, because a bar is a panel, too. */
export const PICTURE_OVERLAY_STYLE = `.panel .above${TO_THE_EDGES}.panel .above .picture .fills{max-height:min(20rem,34vh);border-radius:0}.panel .above .picture .whole{max-height:34vh;object-fit:contain}
.panel:has(.picture)>.close{background:var(--paper,#fff);border-radius:50%}
@media(min-width:720px){dialog:has(.beside){max-width:47rem}.panel:has(.beside){max-width:45rem}.corner>.panel:has(.beside){max-width:38rem}}
@media(max-width:719px){.panel .beside${TO_THE_EDGES}.panel .beside .picture .fills{max-height:34vh;border-radius:0}.panel .beside .picture .whole{max-height:34vh;object-fit:contain}.bar .pictured .picture:has(img){display:none}}
.bar .panel:has(.picture){max-width:none}.bar .panel:has(.picture)>.close{background:none}
.bar .pictured{display:flex;flex-wrap:nowrap;align-items:center;gap:18px;max-width:64rem;margin:auto}.bar .pictured>.sign-up{flex:1;margin:0}.bar .panel .pictured>.picture:has(img){flex:none;align-self:center;margin:0}
.bar .panel .picture img:is(.fills,.whole){width:${SMALL}px;height:${SMALL}px;max-height:none;object-fit:cover;border-radius:10px}`

import { currentLocale } from '../../../lib/locale/current.ts'
import { countText, listText, numberText } from '../../../lib/locale/formats.ts'
import { t } from '../../../lib/locale/texts.ts'
import { type Html, html } from '../../../lib/page/html.ts'
import type { findProduct } from '../../purchases/product.ts'
import type { ProductInput } from '../../purchases/product-schema.ts'
import type { PaidShare, Site } from './site.ts'

// The box after the public part of a paid post.

type OfferedProduct = NonNullable<Awaited<ReturnType<typeof findProduct>>>

/** Result of the visitor's request. */
export type Asked = 'sent' | { refused: string }

interface PaywallProps {
  slug: string
  product: OfferedProduct | undefined
  asked?: Asked | undefined
  /** The part that only buyers see. Undefined if unknown. */
  rest?: PaidShare | undefined
  /** True if the page has a sign-up form. */
  has_form?: boolean
}

/** Renders the box with the product and the access for buyers. Without a product no one can buy, but buyers still get access. */
export function paywallBox(site: Site, { slug, product, asked, rest, has_form = false }: PaywallProps): Html {
  const refusal = typeof asked === 'object' ? asked.refused : undefined
  const sold_by = product && product.others.length === 0 ? product.name : site.name
  return html`<aside class="paywall" aria-labelledby="paywall"><p class="fade" aria-hidden="true"></p>
<h2 id="paywall">The rest is for buyers of ${sold_by}</h2>
${rest && behindText(rest)}${product && html`<p>${soldText(site, product)} Buyers read every paid post in full.</p>${[product, ...product.others].map(buyLink)}`}
<form method="post" action="${site.url}/access"><h3>Already bought?</h3>${asked === 'sent' ? sentNotice() : html`<p>Enter the email address of your purchase. We email you a link that opens this post.</p>`}
<input type="hidden" name="post" value="${slug}">
<label><span>Email address</span><input type="email" name="email_address" autocomplete="email" required maxlength="320"${refusal !== undefined && html` aria-invalid="true" aria-describedby="refused"`}></label>${
    refusal !== undefined && html`<p class="refused" id="refused" role="alert">${refusal}</p>`
  }<button>Email me the link</button></form>${has_form && html`<p class="free"><a href="#subscribe">Subscribe by email</a> to get the free posts.</p>`}</aside>`
}

/** Writes "Still to come: 1,240 words and 3 images". */
function behindText({ words, images }: PaidShare): Html | null {
  const parts = [
    ...(words > 0 ? [countText(words, numberText(words), 'word')] : []),
    ...(images > 0 ? [countText(images, numberText(images), 'image')] : []),
  ]
  return parts.length > 0 ? html`<p class="behind">Still to come: ${listText(parts)}</p>` : null
}

const sentNotice = () =>
  html`<p role="status" id="sent" tabindex="-1"><strong>Check your inbox.</strong> If this address bought it, we sent a link. It works for 24 hours.</p>`

const soldText = (site: Site, product: OfferedProduct): string | null =>
  product.others.length === 0 ? t`${site.name} sells ${product.name} for ${priceOf(product)}.` : null

const buyLink = (product: ProductInput): Html =>
  html`<p><a class="buy" href="${product.url}">Buy ${product.name}<span>${priceOf(product)}</span></a></p>`

/** Formats a price for visitors of any country. */
function priceOf({ price, currency }: ProductInput): string {
  const digits = Number.isInteger(price) ? { minimumFractionDigits: 0 } : {}
  return new Intl.NumberFormat(currentLocale().tag, { style: 'currency', currency, ...digits }).format(price)
}

export const PAYWALL_STYLE = `.paywall{position:relative;margin-top:2.5rem;padding:clamp(1.5rem,5vw,2.5rem);background:var(--wash);border-radius:var(--radius);font:1rem/1.5 var(--ui)}
.paywall .fade{position:absolute;inset:auto 0 100%;height:8rem;margin:0 0 2.5rem;background:linear-gradient(transparent,var(--paper));pointer-events:none}
.paywall h2{margin:0 0 .5rem;font-size:1.5rem}.paywall h3{margin:0 0 .25rem;font:600 1rem/1.4 var(--ui);letter-spacing:0}.paywall p{margin:0 0 1rem;color:var(--soft)}
.paywall .behind{color:var(--ink);font-weight:600}.paywall .buy{display:inline-flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center;min-height:3rem;padding:.5rem 1.375rem;background:var(--accent);color:var(--on-accent);border-radius:var(--button-radius);font-weight:600;text-decoration:none}
.paywall .buy span{font-weight:400}.paywall form{margin-top:1.5rem;padding-top:1.5rem;border-top:1px solid var(--line)}
.paywall label span{display:block;margin-bottom:.25rem;font-size:.875rem;font-weight:600}.paywall input:not([type=hidden]){width:100%;min-height:2.75rem;padding:0 .875rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:var(--field-radius)}
.paywall button{min-height:2.75rem;margin-top:.75rem;padding:0 1.25rem;font:inherit;font-weight:600;color:inherit;background:transparent;border:1px solid currentColor;border-radius:var(--button-radius);cursor:pointer}
.paywall .free{margin:1.5rem 0 0}.paywall .free a{color:inherit}.paywall #sent{scroll-margin-top:40vh;outline:none}.paywall .refused{margin:.5rem 0 0;color:var(--danger)}`

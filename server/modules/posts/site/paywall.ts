import { currentLocale } from '../../../lib/locale/current.ts'
import { type Html, html } from '../../../lib/page/html.ts'
import type { ProductInput } from '../../purchases/product-schema.ts'
import type { Site } from './site.ts'

// The box after the public part of a paid post.

/** Result of the visitor's request. */
export type Asked = 'sent' | { refused: string }

/** Renders the box with the product and the access for buyers. Without a product no one can buy, but buyers still get access. */
export function paywallBox(
  site: Site,
  { slug, product, asked }: { slug: string; product: ProductInput | undefined; asked?: Asked | undefined },
): Html {
  const refusal = typeof asked === 'object' ? asked.refused : undefined
  const sold_by = product ? product.name : site.name
  return html`<aside class="paywall" aria-labelledby="paywall"><p class="fade" aria-hidden="true"></p>
<h2 id="paywall">The rest is for buyers of ${sold_by}</h2>
${product && html`<p>${site.name} sells ${product.name} for ${priceOf(product)}. Buyers read every paid post in full.</p><p><a class="buy" href="${product.url}">Buy ${product.name}<span>${priceOf(product)}</span></a></p>`}
<form method="post" action="${site.url}/access"><h3>Already bought?</h3>${asked === 'sent' ? sentNotice() : html`<p>Enter the email address of your purchase. We email you a link that opens this post.</p>`}
<input type="hidden" name="post" value="${slug}">
<label><span>Email address</span><input type="email" name="email_address" autocomplete="email" required maxlength="320"${refusal !== undefined && html` aria-invalid="true" aria-describedby="refused"`}></label>${
    refusal !== undefined && html`<p class="refused" id="refused" role="alert">${refusal}</p>`
  }<button>Email me the link</button></form></aside>`
}

const sentNotice = () =>
  html`<p role="status" id="sent" tabindex="-1"><strong>Check your inbox.</strong> If this address bought it, we sent a link. It works for 24 hours.</p>`

/** Formats a price for visitors of any country. */
function priceOf({ price, currency }: ProductInput): string {
  const digits = Number.isInteger(price) ? { minimumFractionDigits: 0 } : {}
  return new Intl.NumberFormat(currentLocale().tag, { style: 'currency', currency, ...digits }).format(price)
}

export const PAYWALL_STYLE = `.paywall{position:relative;margin:0 0 2rem;padding:clamp(1.5rem,5vw,2.25rem);background:var(--wash);border:1px solid var(--line);border-radius:1rem;font:1rem/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
.paywall .fade{position:absolute;inset:auto 0 100%;height:2.5rem;margin:0;background:linear-gradient(transparent,var(--paper));pointer-events:none}
.paywall h2{margin:0 0 .5rem;font-size:1.35rem;line-height:1.25;letter-spacing:-.01em;text-wrap:balance}.paywall h3{margin:0 0 .25rem;font-size:1rem}.paywall p{margin:0 0 1rem;color:var(--soft)}
.paywall .buy{display:inline-flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center;min-height:3rem;padding:.5rem 1.25rem;background:var(--link);color:var(--paper);border-radius:.625rem;font-weight:600;text-decoration:none}
.paywall .buy span{font-weight:400}.paywall form{margin-top:1.5rem;padding-top:1.5rem;border-top:1px solid var(--line)}
.paywall label span{display:block;margin-bottom:.25rem;font-size:.875rem;font-weight:600}.paywall input:not([type=hidden]){width:100%;min-height:2.75rem;padding:0 .875rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:.625rem}
.paywall button{min-height:2.75rem;margin-top:.75rem;padding:0 1.25rem;font:inherit;font-weight:600;color:inherit;background:transparent;border:1px solid currentColor;border-radius:.625rem;cursor:pointer}
.paywall #sent{scroll-margin-top:40vh;outline:none}.paywall .refused{margin:.5rem 0 0;color:#b91c1c}.paywall :is(a,input,button):focus-visible{outline:3px solid var(--link);outline-offset:2px}
.paid{display:inline-block;margin-inline-start:.5rem;padding:.0625rem .5rem;font:.75rem/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;font-weight:600;color:var(--link);border:1px solid currentColor;border-radius:2rem;vertical-align:.1em}
@media(prefers-color-scheme:dark){.paywall .refused{color:#fca5a5}}`

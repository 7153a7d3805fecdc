import { type Html, html } from '../../lib/page/html.ts'
import type { ShownCreators } from './shown.ts'

/**
 * Renders the creators whom an account recommends, with none selected. Without images of other origins, which would reveal the visitor
 * to them. Inside another page, the response opens in a new tab, because it may not be framed.
 */
export const creatorsSection = (
  { creators, token }: ShownCreators,
  {
    account_name,
    action,
    image_origin,
    is_inside = false,
  }: { account_name: string; action: string; image_origin?: string; is_inside?: boolean },
): Html =>
  html`<form class="creators" method="post" action="${action}/${token}"${is_inside && html` target="_blank"`}><h2>${account_name} also recommends</h2>
<ul>${creators.map(
    ({ id, name, words, image_url }) =>
      html`<li><label><input type="checkbox" name="creator_${id}" value="1">${
        image_url && image_origin && image_url.startsWith(`${image_origin}/`)
          ? html`<img src="${image_url}" alt="" width="44" height="44" loading="lazy">`
          : html`<span class="face" aria-hidden="true">${name.slice(0, 1)}</span>`
      }<span><strong>${name}</strong>${words && html`<span>${words}</span>`}<small>Yes, I want emails from ${name}.</small></span></label></li>`,
  )}</ul><p class="small">Each creator has a list of their own, and every email has a link to unsubscribe.</p><button>Subscribe to those I chose</button></form>`

export const CREATORS_STYLE = `.creators{margin-top:2rem;padding-top:1.5rem;border-top:1px solid rgba(127,127,127,.35);text-align:start}.creators h2{margin:0 0 .75rem;font-size:1.1rem;line-height:1.3}
.creators ul{list-style:none;margin:0 0 1rem;padding:0}.creators li+li{margin-top:.25rem}.creators label{display:grid;grid-template-columns:auto auto minmax(0,1fr);gap:.75rem;align-items:start;padding:.625rem 0;cursor:pointer}
.creators input{width:1.25rem;height:1.25rem;min-height:0;margin:.75rem 0 0}.creators img,.creators .face{display:grid;place-items:center;width:2.75rem;height:2.75rem;border-radius:50%;object-fit:cover;background:rgba(127,127,127,.2);font-weight:600}
.creators label>span>*{display:block}.creators strong{font-weight:600}.creators label>span>span{font-size:.9375rem}.creators small,.creators .small{font-size:.8125rem;opacity:.85}.creators .small{margin:0 0 1rem}
.creators button{width:100%;min-height:2.75rem;padding:.5rem 1.25rem;font:inherit;font-weight:600;color:inherit;background:transparent;border:1px solid currentColor;border-radius:var(--button-radius,.625rem);cursor:pointer}.creators :is(button,input):focus-visible{outline:3px solid currentColor;outline-offset:2px}`

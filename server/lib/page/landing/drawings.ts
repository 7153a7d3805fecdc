import { type Html, html } from '../html.ts'
import type { DrawingName } from './document.ts'

// Drawings in the colors of the surrounding section: a = accent, o = on accent, p = paper, i = ink, w = wash, l = line.

interface Words {
  /** Text on a book, a cover or a ticket. */
  text: string
  account_name: string
}

const svg = (parts: Html): Html => html`<svg viewBox="0 0 480 400" role="presentation" focusable="false">${parts}</svg>`

const DRAWN: Readonly<Record<Exclude<DrawingName, 'book' | 'cover' | 'ticket' | 'monogram'>, Html>> = {
  envelope: svg(html`<circle class="w" cx="250" cy="200" r="180"/><g transform="rotate(-5 240 210)">
<rect class="p s" x="96" y="60" width="288" height="236" rx="10"/><rect class="a" x="124" y="92" width="120" height="14" rx="7"/>
<path class="t" d="M124 132h232M124 154h232M124 176h180M124 212h232M124 234h140"/></g>
<path class="a" d="M70 214 240 318 410 214v132a18 18 0 0 1-18 18H88a18 18 0 0 1-18-18z"/>
<path class="ho" d="m74 356 128-94M406 356l-128-94"/><circle class="p s" cx="396" cy="92" r="30"/><path class="ha" d="m384 92 9 9 16-18"/>`),
  course: svg(html`<rect class="w" x="30" y="50" width="420" height="300" rx="28"/>
<rect class="p s" x="66" y="84" width="348" height="236" rx="14"/><path class="hl" d="M66 120h348"/>
<circle class="l" cx="88" cy="102" r="5"/><circle class="l" cx="106" cy="102" r="5"/><circle class="l" cx="124" cy="102" r="5"/>
<rect class="a" x="90" y="144" width="188" height="118" rx="10"/><path class="o" d="m170 180 38 23-38 23z"/>
<path class="t" d="M90 286h140M302 156h88M302 184h88M302 212h60M302 240h88M302 268h44"/>
<circle class="a" cx="404" cy="322" r="38"/><path class="ho" d="m388 322 11 12 22-24"/>`),
  hills:
    svg(html`<clipPath id="hills"><rect x="40" y="30" width="400" height="340" rx="32"/></clipPath><g clip-path="url(#hills)">
<path class="w" d="M40 30h400v340H40z"/><circle class="a f6" cx="330" cy="140" r="54"/>
<path class="l" d="M40 250c80-90 130-100 190-40s120 70 210-20v190H40z"/><path class="a f4" d="M40 300c90-70 160-60 230-20s110 30 170-10v110H40z"/>
<path class="a" d="M40 340c70-40 120-44 190-20s140 20 210-14v74H40z"/><path class="ho" d="M236 380c-14-26 34-38 16-66s22-34 12-56"/></g>`),
  vases:
    svg(html`<rect class="w" x="40" y="40" width="400" height="320" rx="32"/><circle class="l" cx="250" cy="170" r="104"/>
<path class="a" d="M196 150h64c0 30 40 46 40 104 0 40-20 66-32 66h-80c-12 0-32-26-32-66 0-58 40-74 40-104z"/>
<path class="ho f4" d="M172 226c34 14 78 14 112 0"/><path class="hi" d="M224 150c-6-46-30-60-26-104m34 104c0-40 30-56 34-90m-30 90c10-20 40-26 54-54"/>
<circle class="i" cx="198" cy="46" r="8"/><circle class="i" cx="268" cy="58" r="8"/><circle class="i" cx="292" cy="94" r="8"/>
<path class="p s" d="M318 246h74c8 0 14 8 12 16l-12 48a14 14 0 0 1-14 10h-46a14 14 0 0 1-14-10l-12-48c-2-8 4-16 12-16z"/>
<path class="p s" d="M98 268h64v36a16 16 0 0 1-16 16h-32a16 16 0 0 1-16-16z"/><path class="hi" d="M98 280c-30 0-30 26 4 26M40 320h400"/>`),
  storefront:
    svg(html`<rect class="w" x="30" y="60" width="420" height="290" rx="32"/><rect class="p s" x="84" y="150" width="312" height="200"/>
<path class="a" d="M92 86h296l24 70H68z"/><path class="o f3" d="M141 86h49l-8 70h-57zM240 86h49l16 70h-57z"/>
<path class="a" d="M68 156a28 28 0 0 0 57 0 28 28 0 0 0 58 0 28 28 0 0 0 57 0 28 28 0 0 0 57 0 28 28 0 0 0 58 0 28 28 0 0 0 57 0z"/>
<rect class="w" x="110" y="210" width="128" height="92" rx="6"/><path class="ha" d="M110 270h128M134 270v-22a14 14 0 0 1 28 0v22m20 0v-34h28v34"/>
<path class="i f8" d="M276 210h84v140h-84z"/><circle class="a" cx="346" cy="284" r="5"/><path class="hi" d="M30 350h420"/>`),
  waves: svg(
    html`<path class="hi f3" d="M0 90c60-50 100-50 160 0s100 50 160 0 100-50 160 0M0 150c60-50 100-50 160 0s100 50 160 0 100-50 160 0M0 210c60-50 100-50 160 0s100 50 160 0 100-50 160 0M0 270c60-50 100-50 160 0s100 50 160 0 100-50 160 0M0 330c60-50 100-50 160 0s100 50 160 0 100-50 160 0"/>`,
  ),
}

const BARS = [34, 62, 96, 54, 120, 78, 140, 92, 58, 110, 70, 40]
const SOUND = html`<svg viewBox="0 0 312 140" role="presentation" focusable="false">${BARS.map(
  (height, at) =>
    html`<rect class="o" x="${at * 26 + 6}" y="${70 - height / 2}" width="12" height="${height}" rx="6"/>`,
)}</svg>`

/** Returns a drawing. It is decorative, so it has no accessible name. */
export function drawing(name: DrawingName, { text, account_name }: Words): Html {
  switch (name) {
    case 'book':
      return wrap(
        name,
        html`<div class="leaf"></div><div class="front"><b>${text}</b><i></i><span>${account_name}</span></div>`,
      )
    case 'cover':
      return wrap(name, html`<div class="front"><span>${account_name}</span>${SOUND}<b>${text}</b></div>`)
    case 'ticket':
      return wrap(
        name,
        html`<div class="front"><span>${account_name}</span><b>${text}</b><i></i></div><div class="stub"><i></i><i></i><i></i></div>`,
      )
    case 'monogram':
      return wrap(name, html`<b>${[...account_name.trim()][0]?.toUpperCase()}</b>`)
    default:
      return wrap(name, DRAWN[name])
  }
}

const wrap = (name: DrawingName, inner: Html) => html`<div class="drawing ${name}" aria-hidden="true">${inner}</div>`

export const DRAWING_STYLE = `.drawing{width:100%;max-width:30rem;margin-inline:auto}.drawing svg{display:block;width:100%;height:auto}
.drawing .a{fill:var(--accent)}.drawing .o{fill:var(--on-accent)}.drawing .p{fill:var(--paper)}.drawing .i{fill:var(--ink)}.drawing .w{fill:var(--wash)}.drawing .l{fill:var(--line)}
.drawing .s{stroke:var(--line);stroke-width:2}.drawing :is(.t,.ha,.ho,.hi,.hl){fill:none;stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
.drawing .t{stroke:var(--line);stroke-width:8}.drawing .ha{stroke:var(--accent);stroke-width:5}.drawing .ho{stroke:var(--on-accent);stroke-width:4}.drawing .hi{stroke:var(--ink)}.drawing .hl{stroke:var(--line);stroke-width:2}
.drawing .f3{opacity:.3}.drawing .f4{opacity:.45}.drawing .f6{opacity:.65}.drawing .f8{opacity:.85}
.book,.cover,.ticket{position:relative;font-family:var(--heading-font);line-height:1.12;color:var(--on-accent)}
.book{max-width:19rem;padding:0 1.25rem 1.25rem 0}.book .front{position:relative;display:flex;flex-direction:column;aspect-ratio:3/4;padding:2.25rem 1.75rem 1.5rem 2.25rem;background:var(--accent);border-radius:.25rem .625rem .625rem .25rem;box-shadow:inset .75rem 0 0 rgb(0 0 0/.14),inset .8125rem 0 0 rgb(255 255 255/.16),0 1.5rem 3rem rgb(0 0 0/.22)}
.book .leaf{position:absolute;inset:.625rem .625rem .625rem .625rem;background:repeating-linear-gradient(90deg,#fff 0 2px,#e3e0db 2px 4px);border:1px solid #cfcac3;border-radius:.25rem .625rem .625rem .25rem}
.book b{font-size:1.75rem;letter-spacing:-.02em;text-wrap:balance}.book i{display:block;width:3rem;height:.25rem;margin:1.25rem 0 auto;background:currentColor}.book span{font:600 .875rem/1.3 var(--font)}
.cover{max-width:23rem}.cover .front{display:flex;flex-direction:column;justify-content:space-between;gap:1rem;aspect-ratio:1;padding:1.75rem;background:radial-gradient(circle at 80% 0,rgb(255 255 255/.2),transparent 60%),var(--accent);border-radius:var(--radius);box-shadow:0 1.5rem 3.5rem rgb(0 0 0/.22)}
.cover span{font:600 .875rem/1.3 var(--font)}.cover b{font-size:1.875rem;letter-spacing:-.02em;text-wrap:balance}.cover svg{max-width:16rem}
.ticket{display:flex;max-width:28rem;transform:rotate(-2.5deg);filter:drop-shadow(0 1.25rem 2rem rgb(0 0 0/.2))}.ticket .front{flex:1;display:flex;flex-direction:column;gap:.75rem;min-height:13rem;padding:1.75rem;background:var(--accent);border-radius:var(--radius) .75rem .75rem var(--radius)}
.ticket span{font:600 .875rem/1.3 var(--font)}.ticket b{margin-top:auto;font-size:1.75rem;letter-spacing:-.02em;text-wrap:balance}.ticket .front i{width:55%;height:.375rem;background:currentColor;opacity:.4;border-radius:1rem}
.ticket .stub{display:grid;align-content:center;gap:.5rem;width:6rem;padding:1.25rem;background:var(--accent);border-inline-start:.1875rem dashed var(--on-accent);border-radius:.75rem var(--radius) var(--radius) .75rem}.ticket .stub i{height:.5rem;background:var(--on-accent);opacity:.75}.ticket .stub i:nth-child(2){height:2.5rem}
.monogram{display:grid;place-items:center;width:8.5rem;height:8.5rem;border-radius:50%;background:var(--accent);color:var(--on-accent);font:700 3.75rem/1 var(--heading-font)}`

import { styleVariables } from '../public-style.ts'
import type { PublicStyle } from '../theme.ts'
import { DRAWING_STYLE } from './drawings.ts'

/** Variables of the page, which sections reassign for their background. */
const BASE = ['ground', 'paper', 'ink', 'soft', 'line', 'wash', 'link', 'accent', 'on-accent', 'danger']
  .map((name) => `--b-${name}:var(--${name})`)
  .join(';')

/** Resets the variables within a card, whatever surrounds it. */
const RESET = ['paper', 'ink', 'soft', 'line', 'wash', 'link', 'accent', 'on-accent', 'danger']
  .map((name) => `--${name}:var(--b-${name})`)
  .join(';')

const ON_DARK_IN_DARK =
  '--paper:var(--b-ground);--ink:var(--b-ink);--soft:var(--b-soft);--line:var(--b-line);--wash:var(--b-wash);--link:var(--b-link);--accent:var(--b-accent);--on-accent:var(--b-on-accent)'

const PAGE_STYLE = `:root{${BASE};scroll-behavior:smooth}*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 var(--font);overflow-wrap:break-word}
h1,h2,h3{margin:0;font-family:var(--heading-font);line-height:1.12;letter-spacing:-.022em;text-wrap:balance}h1{font-size:clamp(2.375rem,1.55rem + 3.7vw,4.125rem);line-height:1.04;letter-spacing:-.032em}h2{font-size:clamp(1.75rem,1.4rem + 1.5vw,2.5rem)}h3{font-size:1.1875rem;line-height:1.3;letter-spacing:-.012em}
p,ul,ol{margin:0;text-wrap:pretty}a{color:var(--link);text-underline-offset:.18em}img{max-width:100%}a:focus-visible,summary:focus-visible{outline:3px solid var(--link);outline-offset:3px;border-radius:4px}
.on-tint{--paper:var(--b-wash);--link:var(--b-ink);--wash:var(--b-paper)}
.on-accent{--paper:var(--b-accent);--ink:var(--b-on-accent);--soft:var(--b-on-accent);--link:var(--b-on-accent);--accent:var(--b-on-accent);--on-accent:var(--b-accent);--line:color-mix(in srgb,var(--b-on-accent) 28%,var(--b-accent));--wash:color-mix(in srgb,var(--b-on-accent) 11%,var(--b-accent))}
.on-dark{--paper:var(--b-ink);--ink:var(--b-paper);--soft:color-mix(in srgb,var(--b-paper) 80%,var(--b-ink));--link:var(--b-paper);--accent:var(--b-paper);--on-accent:var(--b-ink);--line:color-mix(in srgb,var(--b-paper) 22%,var(--b-ink));--wash:color-mix(in srgb,var(--b-paper) 9%,var(--b-ink))}
.band{background:var(--paper);color:var(--ink)}.wrap{width:min(68rem,100% - 2.5rem);margin-inline:auto}.narrow{max-width:42rem}
.band{padding-block:clamp(3rem,7vw,6rem)}.on-plain+.on-plain,.on-tint+.on-tint,.on-accent+.on-accent,.on-dark+.on-dark{padding-top:0}
.top{padding-block:1.5rem 0;margin-bottom:-1px}.top .wrap{display:flex;align-items:center;min-height:2.5rem}.top.middle .wrap{justify-content:center}.top p{font-family:var(--heading-font);font-weight:700;letter-spacing:-.01em}.top .logo{display:block;max-width:100%;height:auto;margin:0}.top~main>.hero:first-child{padding-top:clamp(2rem,5vw,4.5rem)}.top+main>:first-child:not(.hero){padding-top:2.5rem}
.words{display:grid;gap:1.25rem;justify-items:start}.lede{display:grid;gap:.75em;max-width:38rem;font-size:clamp(1.0625rem,1rem + .4vw,1.25rem);line-height:1.55;color:var(--soft)}.eyebrow{font-size:.8125rem;font-weight:700;letter-spacing:.09em;text-transform:uppercase;color:var(--link)}
.note{font-size:.9375rem;color:var(--soft)}.button{display:inline-flex;align-items:center;justify-content:center;min-height:3.25rem;padding:.625rem 1.75rem;border-radius:var(--button-radius);background:var(--accent);color:var(--on-accent);font-weight:650;text-align:center;text-decoration:none}.button:hover{filter:brightness(1.08)}.button:focus-visible{outline:3px solid var(--ink);outline-offset:3px;border-radius:var(--button-radius)}
.hero .words{gap:1.375rem}.hero .button{margin-top:.5rem}.center .words,.behind .words{justify-items:center;text-align:center;max-width:50rem;margin-inline:auto}.center .below{margin-top:clamp(2rem,5vw,3.5rem)}.center .above{margin-bottom:.5rem}.left .words{max-width:46rem}
.two{display:grid;gap:clamp(2rem,5vw,4.5rem);align-items:center}@media(min-width:52rem){.two{grid-template-columns:minmax(0,1.08fr) minmax(0,.92fr)}.media_left .two{grid-template-columns:minmax(0,.92fr) minmax(0,1.08fr)}.media_left .two>:first-child{order:2}.two h1{font-size:clamp(2.375rem,1.6rem + 2.5vw,3.5rem)}}
.shot{display:block;width:100%;height:auto;border-radius:var(--radius);background:var(--wash)}.behind{position:relative;isolation:isolate;padding-block:clamp(5rem,14vw,10rem)}.behind>.back{position:absolute;inset:0;z-index:-1;overflow:hidden}.behind>.back :is(img,svg){display:block;width:100%;height:100%;object-fit:cover}.behind .drawing{max-width:none;height:100%;opacity:.5}
.over{--paper:#141414;--ink:#fff;--soft:#fff;--link:#fff;--accent:#fff;--on-accent:#111}.over>.back::after{content:"";position:absolute;inset:0;background:linear-gradient(rgb(10 10 10/.5),rgb(10 10 10/.66))}
.card{${RESET};background:var(--paper);color:var(--ink);border:1px solid var(--line);border-radius:var(--radius);padding:clamp(1.5rem,4vw,2.5rem);box-shadow:0 1px 2px rgb(0 0 0/.05),0 1.25rem 2.75rem rgb(0 0 0/.07)}
.text{display:grid;gap:1.5rem}.prose{display:grid;gap:1.1em;font-size:1.125rem;line-height:1.7}.prose ul{padding-inline-start:1.25em}.prose li+li{margin-top:.4em}.prose h3{margin-top:.6em;font-size:1.3125rem}.text.middle{text-align:center}.text.middle .prose ul{text-align:start;justify-self:center}
.head{display:grid;gap:.875rem;max-width:42rem;margin-bottom:clamp(1.75rem,4vw,3rem)}.head p{font-size:1.125rem;color:var(--soft)}.head.middle{margin-inline:auto;text-align:center}
@media(min-width:60rem){.split{display:grid;grid-template-columns:minmax(0,.8fr) minmax(0,1.2fr);gap:clamp(2rem,5vw,5rem);align-items:start}.split .head{margin:0}}
figure{margin:0}figcaption{margin-top:.875rem;font-size:.9375rem;color:var(--soft);text-align:center}.bleed{padding-block:0}.bleed .shot{border-radius:0;max-height:44rem;object-fit:cover}.bleed figcaption{padding:.25rem 1.25rem 1.25rem}
.items{margin:0;padding:0;list-style:none}.grid{display:grid;gap:clamp(1.25rem,2.5vw,1.75rem);grid-template-columns:repeat(auto-fit,minmax(min(100%,17.5rem),1fr))}.tile{display:grid;gap:.5rem;align-content:start;padding:1.625rem;background:var(--wash);border:1px solid var(--line);border-radius:var(--radius)}.tile p,.steps p,.ticks p{color:var(--soft)}
.ticks{display:grid;gap:1.125rem;max-width:42rem}.ticks.many{max-width:none;column-gap:3rem}@media(min-width:52rem){.ticks.many{grid-template-columns:1fr 1fr}}.ticks li{position:relative;padding-inline-start:2.5rem}.ticks li::before{content:"";position:absolute;inset-inline-start:0;top:.05em;width:1.5rem;height:1.5rem;border-radius:50%;background:var(--accent)}.ticks li::after{content:"";position:absolute;inset-inline-start:.5625rem;top:.36em;width:.375rem;height:.6875rem;border:solid var(--on-accent);border-width:0 2px 2px 0;transform:rotate(42deg)}.ticks b{display:block;font-weight:650}
.steps{counter-reset:step;display:grid;gap:0;max-width:46rem}.steps li{counter-increment:step;position:relative;padding-block:0 2rem;padding-inline-start:4.25rem}.steps li:last-child{padding-bottom:0}.steps li::before{content:counter(step);position:absolute;inset-inline-start:0;top:-.25rem;display:grid;place-items:center;width:2.75rem;height:2.75rem;border-radius:50%;border:2px solid var(--accent);font:700 1.125rem/1 var(--heading-font)}.steps li:not(:last-child)::after{content:"";position:absolute;inset-inline-start:1.3125rem;top:3rem;bottom:.5rem;width:2px;background:var(--line)}.steps h2,.steps h3{margin-bottom:.25rem;font-size:1.1875rem;letter-spacing:-.012em;line-height:1.3}.tile h2{font-size:1.1875rem;letter-spacing:-.012em;line-height:1.3}
.asked{max-width:46rem}.asked details{border-bottom:1px solid var(--line)}.asked li:first-child details{border-top:1px solid var(--line)}.asked summary{display:flex;justify-content:space-between;gap:1rem;padding:1.125rem 0;font-weight:650;cursor:pointer;list-style:none}.asked summary::-webkit-details-marker{display:none}.asked summary::after{content:"";flex:none;width:.625rem;height:.625rem;margin-block-start:.375rem;margin-inline-end:.25rem;border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(45deg)}.asked details[open] summary::after{margin-top:.75rem;transform:rotate(225deg)}.asked div{display:grid;gap:.75em;padding-block-end:1.375rem;padding-inline-end:2rem;color:var(--soft)}
.doors{display:grid;gap:.875rem;max-width:34rem;margin-inline:auto}.doors :is(a,.door){display:grid;gap:.125rem;padding:1.0625rem 1.375rem;border:1px solid var(--line);border-radius:min(var(--button-radius),1.75rem);background:var(--wash);color:var(--ink);text-align:center;text-decoration:none}.doors b{font-weight:650}.doors span{font-size:.9375rem;color:var(--soft)}.doors a:hover{border-color:var(--ink)}
.said{display:grid;gap:1.25rem;margin:0}.said blockquote{margin:0;display:grid;gap:.75em}.said figcaption{display:flex;align-items:center;gap:.875rem;margin:0;text-align:start;color:inherit}.said figcaption b,.said figcaption span{display:block;line-height:1.35}.said figcaption span{color:var(--soft)}.face{flex:none;width:3rem;height:3rem;border-radius:50%;object-fit:cover}.one{max-width:50rem;margin-inline:auto;text-align:center;justify-items:center}.one figcaption:not(:has(img)){text-align:center}.one blockquote{font:600 clamp(1.375rem,1.1rem + 1.3vw,1.9375rem)/1.35 var(--heading-font);letter-spacing:-.015em;text-wrap:balance}.tile.said{gap:1.25rem;align-content:space-between}.tile.said blockquote p{color:inherit}
.signup .card{max-width:34rem;margin-inline:auto}.signup.beside .card{max-width:none}@media(min-width:52rem){.beside .sign-up{grid-template-columns:minmax(0,1fr) minmax(0,1fr);column-gap:clamp(2rem,5vw,4rem);align-items:start}.beside .sign-up>.words{grid-row:1/span 3;align-self:center}.beside .sign-up>:not(.words){grid-column:2}}.sign-up>.words{display:block}[tabindex="-1"]:focus{outline:none}.sign-up .headline{font-size:1.625rem;letter-spacing:-.02em}.sign-up :is(input,select,textarea){background:var(--paper);color:var(--ink);border-color:var(--soft)}
.end{padding-block:2.5rem;font-size:.9375rem}.end .wrap{display:flex;flex-wrap:wrap;gap:.75rem 2rem;align-items:baseline;justify-content:space-between}.end p,.end a{color:var(--soft)}.end nav{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}.end.on-plain{border-top:1px solid var(--line)}.end .about{display:grid;gap:.5em;max-width:36rem}.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.hole{display:grid;place-items:center;min-height:16rem;aspect-ratio:3/2;width:100%;border:2px dashed var(--line);border-radius:var(--radius);color:var(--soft);font-size:.9375rem}@media(prefers-reduced-motion:reduce){:root{scroll-behavior:auto}}
${DRAWING_STYLE}`

/** Returns the style sheet of a landing page. `form_style` is the style sheet of its form. */
export function landingStyle(style: PublicStyle, form_style: string): string {
  const variables = styleVariables(style)
  const dark_sections = variables.includes('@media')
    ? `@media(prefers-color-scheme:dark){.on-dark{${ON_DARK_IN_DARK}}}`
    : ''
  return `${variables}\n${form_style}\n${PAGE_STYLE}\n${dark_sections}`
}

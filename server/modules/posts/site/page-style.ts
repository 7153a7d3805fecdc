import { publicVariables } from '../../../lib/page/public-style.ts'
import type { PublicStyle } from '../../../lib/page/theme.ts'
import { PAYWALL_STYLE } from './paywall.ts'

// Styles of the public pages: the visitor's color scheme, no scripts and no web fonts. Colors, fonts and corners are variables of the style.

/** Parts of every page: header, footer, topics, buttons. */
const FRAME_STYLE = `*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1.125rem/1.6 var(--font);overflow-wrap:break-word;overflow-x:clip}
a{color:var(--link);text-underline-offset:.15em;text-decoration-thickness:1px}:is(a,button,input,summary):focus-visible{outline:3px solid var(--link);outline-offset:3px;border-radius:2px}
img{max-width:100%;height:auto}picture{display:contents}source{display:none}ul,ol{padding:0}
h1,h2,h3{font-family:var(--heading-font);line-height:1.2;letter-spacing:-.015em;text-wrap:balance}h1{margin:0;font-size:clamp(2rem,1.5rem + 2.2vw,3.25rem);line-height:1.1;letter-spacing:-.025em}
.page{max-width:75rem;margin:0 auto;padding:0 clamp(1.25rem,4vw,2.5rem)}
.site,footer,.meta,.byline,.tools,.topics,.more,.paid,.near,.contents,.year time,.share{font-family:var(--ui)}
.site{display:flex;align-items:center;gap:1rem;min-height:4.5rem;padding:.75rem 0;font-size:.9375rem}.site nav{display:flex;align-items:center;gap:.5rem 1.25rem;margin-inline-start:auto}
.site nav a:not(.button){color:var(--soft);text-decoration:none}.site nav a:hover{color:var(--ink)}.site .home span{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}@media(max-width:40rem){.site nav a:not(.button){display:none}}.site .home{display:flex;align-items:center;gap:.75rem;min-width:0;color:inherit;font-weight:650;text-decoration:none}
.avatar{flex:none;aspect-ratio:1;border-radius:50%;object-fit:cover}.site .logo{display:block;width:auto;max-width:min(100%,16rem);max-height:3rem}
.site .button{flex:none;display:inline-flex;align-items:center;min-height:2.5rem;padding:0 1.125rem;background:var(--accent);color:var(--on-accent);border-radius:var(--button-radius);font-weight:600;text-decoration:none}.site .button:hover{filter:brightness(1.08)}
.lede{margin:1rem 0 0;color:var(--soft);font-size:1.25rem;line-height:1.45;text-wrap:pretty}
.words>:is(h1,.lede){max-width:40rem}main.words{padding:clamp(3rem,10vw,7rem) 0}
.meta .avatar{width:1.5rem;height:1.5rem}.meta strong{font-weight:600;color:var(--ink)}.meta{display:flex;flex-wrap:wrap;align-items:center;gap:.125rem .5rem;margin:0;color:var(--soft);font-size:.875rem}:is(.meta strong+time,:is(.meta,.byline p>span)>span:not(.paid))::before{content:"·";margin-inline-end:.5rem}
.paid{padding:.0625rem .5rem;font-size:.75rem;font-weight:600;color:var(--link);border:1px solid currentColor;border-radius:2rem}
.topics{display:flex;flex-wrap:wrap;gap:.5rem;margin:0;list-style:none;font-size:.875rem;line-height:1.4}.topics a{display:inline-block;padding:.375rem .8125rem;color:inherit;text-decoration:none;background:var(--wash);border-radius:2rem}.topics a:hover{color:var(--link)}.topics [aria-current]{background:var(--ink);color:var(--paper)}
.more{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1.25rem;color:inherit;border:1px solid var(--line);border-radius:var(--button-radius);font-size:.9375rem;font-weight:600;text-decoration:none}.more:hover{border-color:currentColor}
.subscribe{padding:clamp(1.25rem,3vw,2rem);background:var(--wash);border-radius:var(--radius);font:1rem/1.5 var(--ui);scroll-margin-top:1.5rem}.subscribe .sign-up{gap:14px}.subscribe .headline{font-size:1.3125em}.subscribe .sign-up p{margin-top:6px;color:var(--soft)}
.subscribe .fields:not(:has(>:is(label,.marked)~:is(label,fieldset,.marked))){grid-template-columns:minmax(0,1fr) auto;align-items:end;gap:8px}
footer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:1rem 2rem;margin-top:clamp(3.5rem,8vw,6rem);padding:2rem 0 3rem;border-top:1px solid var(--line);color:var(--soft);font-size:.875rem}
footer p{display:grid;gap:.25rem;margin:0}footer strong{color:var(--ink);font-weight:600}footer nav{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}footer a{padding:.125rem 0;color:inherit;text-decoration:none}footer a:hover{text-decoration:underline}`

/** The list, in three layouts. */
const LIST_STYLE = `main>.list .opening{padding:clamp(1.25rem,3vw,2.5rem) 0 clamp(2rem,4vw,3rem);border-bottom:1px solid var(--line)}main>.list .opening .avatar{margin-bottom:1rem}.bio{margin:1rem 0 0;max-width:36rem;color:var(--soft);text-wrap:pretty}
main>.list>h1{padding:clamp(1.5rem,4vw,3rem) 0 1.5rem}main>.list>h1+.tools{border-top:1px solid var(--line)}main>.list>.lede{padding:3rem 0}main>.list>.subscribe{max-width:40rem;margin:3rem auto 0}.pages{margin:3rem 0 0;text-align:center}
.picture{overflow:hidden;aspect-ratio:3/2;background:var(--wash);border-radius:var(--radius)}.picture img{display:block;width:100%;height:100%;object-fit:cover;transition:transform .5s}
:is(article.first,.cards li,.rows li){position:relative}main>.list h2{margin:0}:is(article.first,.cards,.rows) h2 a{color:inherit;text-decoration:none}:is(article.first,.cards,.rows) h2 a::after{content:"";position:absolute;inset:0}:is(article.first,.cards li,.rows li):hover h2 a{color:var(--link)}
.summary{margin:.5rem 0 .75rem;color:var(--soft);display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;text-wrap:pretty}
article.first h2{font-size:clamp(1.75rem,1.3rem + 1.9vw,2.625rem);line-height:1.12;letter-spacing:-.02em}article.first .topics{position:relative;z-index:1;margin-bottom:.875rem}article.first .summary{font-size:1.1875rem;line-height:1.5}
.cards,.rows,.year ul{margin:0;list-style:none}
.tools{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.5rem;margin:0;padding:1.25rem 0;border-bottom:1px solid var(--line)}.tools form{display:flex;gap:.5rem;flex:1 1 14rem;min-width:0;max-width:20rem;margin-inline-start:auto}
.tools input{flex:1;width:0;min-width:0;min-height:2.5rem;padding:0 .875rem;font:1rem/1.4 var(--ui);color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:var(--field-radius)}.tools button{min-height:2.5rem;padding:0 1rem;font:600 .9375rem/1.4 var(--ui);color:inherit;background:var(--wash);border:0;border-radius:var(--button-radius);cursor:pointer}
.blank{display:grid;place-items:center;background:color-mix(in srgb,var(--accent) 12%,var(--paper));color:var(--link);font:700 4.5rem/1 var(--heading-font)}
.magazine .opening{display:grid;gap:2rem clamp(2rem,6vw,5rem)}.magazine .first{display:grid;gap:1.5rem clamp(1.5rem,4vw,3.5rem);padding:clamp(2rem,4vw,3.5rem) 0}
.magazine .tools{border-top:1px solid var(--line)}.cards{display:grid;gap:clamp(2rem,4vw,3rem) clamp(1.5rem,3vw,2.5rem);padding-top:clamp(2rem,4vw,3rem)}article.first+.cards{border-top:1px solid var(--line)}
.cards .picture{margin-bottom:1.125rem}.cards h2{font-size:1.375rem}.cards .summary{font-size:1rem;line-height:1.5}.plain li{padding-top:1.25rem;border-top:2px solid var(--ink)}
@media(min-width:40rem){.cards:not(.one){grid-template-columns:repeat(2,minmax(0,1fr))}.one li:has(.picture){display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:2rem;align-items:center}.one .picture{margin:0}}
@media(min-width:50rem){.magazine .opening{grid-template-columns:minmax(0,1.15fr) minmax(0,1fr);align-items:center}.magazine article.first:has(.picture){grid-template-columns:minmax(0,1.35fr) minmax(0,1fr);align-items:center}.magazine article.first:not(:has(.picture)) .words{max-width:48rem}}
@media(min-width:64rem){.cards.many{grid-template-columns:repeat(3,minmax(0,1fr))}}
:is(.newsletter,.archive){max-width:42rem;margin:0 auto}:is(.newsletter,.archive) .opening{display:grid;gap:1.5rem}:is(.newsletter,.archive) h1{font-size:clamp(1.75rem,1.4rem + 1.6vw,2.375rem)}:is(.newsletter,.archive) .tools form{flex-basis:100%;max-width:none}@media(max-width:40rem){.tools form{flex-basis:100%;max-width:none}}.newsletter .opening{text-align:center}.newsletter .opening .avatar{margin-inline:auto;display:block}.newsletter .bio{margin-inline:auto}
.newsletter .first{padding:clamp(2rem,5vw,3.5rem) 0}.newsletter article.first .picture{margin:1.5rem 0;aspect-ratio:16/9}.newsletter article.first p:last-child{margin:1.25rem 0 0}
.rows li{display:flex;gap:1.5rem;justify-content:space-between;padding:1.5rem 0;border-top:1px solid var(--line)}.tools+.rows li:first-child{border-top:0}.rows h2{font-size:1.3125rem}.rows .summary{font-size:1rem;line-height:1.5;-webkit-line-clamp:2}.rows .picture{flex:none;width:clamp(5rem,20vw,7rem);aspect-ratio:1;border-radius:calc(var(--radius)/2)}
.year{margin-top:2.5rem}.year>h2{margin-bottom:.75rem;font-size:1.0625rem;font-family:var(--ui);letter-spacing:0;color:var(--soft)}.year li{display:grid;grid-template-columns:4.5rem minmax(0,1fr);gap:1rem;align-items:baseline;padding:.6875rem 0;border-top:1px solid var(--line)}.year time{color:var(--soft);font-size:.875rem}.year h3{margin:0;font-size:1.1875rem;line-height:1.35;letter-spacing:-.01em;text-wrap:pretty}.year a{color:inherit;text-decoration:none}.year a:hover{color:var(--link);text-decoration:underline}.year .paid{margin-inline-start:.625rem;vertical-align:.15em;letter-spacing:0}`

/** A post: one column as wide as a page of a book, which images may leave. */
const POST_STYLE = `.post{--column:40rem}.post :is(.opening,.contents,.text,.paywall),.post>.topics,.post~.subscribe,.near{max-width:var(--column,40rem);margin-inline:auto}
.post .opening{max-width:48rem;padding-top:clamp(1.75rem,5vw,4rem);text-align:center}.post .opening .topics{justify-content:center;margin-bottom:1.25rem}.post .lede{max-width:38rem;margin-inline:auto}
.byline{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:.75rem;margin-top:1.75rem;font-size:.9375rem;line-height:1.4;text-align:start}.byline p{display:grid;margin:0}.byline p>span{display:flex;flex-wrap:wrap;gap:0 .5rem;color:var(--soft);font-size:.875rem}.byline strong{font-weight:600}
.share{position:relative;margin-inline-start:.5rem}.share summary{display:flex;align-items:center;min-height:2.25rem;padding:0 .9375rem;border:1px solid var(--line);border-radius:var(--button-radius);font-size:.875rem;font-weight:600;cursor:pointer;list-style:none}.share summary::-webkit-details-marker{display:none}.share summary:hover{border-color:currentColor}
.share ul{position:absolute;z-index:1;inset-inline-end:0;top:calc(100% + .375rem);min-width:10rem;margin:0;padding:.375rem;background:var(--paper);border:1px solid var(--line);border-radius:min(var(--radius),12px);box-shadow:0 12px 32px rgb(0 0 0/.14);list-style:none}.share li a{display:block;padding:.4375rem .75rem;color:inherit;text-decoration:none;border-radius:6px}.share li a:hover{background:var(--wash)}
.cover{max-width:60rem;margin:clamp(2rem,4vw,3rem) auto 0}.cover img{display:block;width:100%;border-radius:var(--radius)}.cover img:not([width]){aspect-ratio:16/9;object-fit:cover}
.contents{margin-top:2.5rem;padding:1.25rem 1.5rem;background:var(--wash);border-radius:var(--radius);font-size:.9375rem}.contents h2{margin:0 0 .5rem;font:600 .875rem/1.4 var(--ui);letter-spacing:0;color:var(--soft)}.contents ol{margin:0;padding-inline-start:1.25rem}.contents li{padding:.1875rem 0}.contents a{color:inherit;text-decoration:none}.contents a:hover{text-decoration:underline}
.text{margin-top:clamp(2rem,4vw,3rem);font-size:1.1875rem;line-height:1.68;text-wrap:pretty;hanging-punctuation:first}.text>:first-child{margin-top:0}.text>:last-child{margin-bottom:0}
.text :is(p,ul,ol,blockquote,pre,table,figure){margin:0 0 1.3em}.text :is(ul,ol){padding-inline-start:1.5em}.text li{margin:.35em 0}.text li::marker{color:var(--soft)}
.text :is(h1,h2,h3){margin:2em 0 .6em;line-height:1.25;scroll-margin-top:1.5rem}.text h1{font-size:1.75rem}.text h2{font-size:1.5rem}.text h3{font-size:1.1875rem}
.text img{border-radius:min(var(--radius),12px)}.text>[data-wide]{margin:2.25em calc(50% - min(50vw,30rem));text-align:center}.text>[data-wide] img{display:block;margin-inline:auto}.text figcaption{margin:.75em auto 0;padding-inline:1.25rem;max-width:40rem;color:var(--soft);font:.875rem/1.5 var(--ui);text-align:center}
@media(max-width:62rem){.text>[data-wide] img{border-radius:0}}@media(max-width:40rem){.cover{margin-inline:calc(-1*clamp(1.25rem,4vw,2.5rem))}.cover img{border-radius:0}}
.text blockquote{margin:2em 0;padding-inline-start:1.5rem;border-inline-start:3px solid var(--accent);font:italic 1.25em/1.5 var(--heading-font);text-wrap:balance}.text blockquote :last-child{margin-bottom:0}
.text pre{overflow-x:auto;padding:1.125rem 1.25rem;background:var(--wash);border-radius:min(var(--radius),12px);font-size:.875rem;line-height:1.6}.text code{padding:.125em .35em;background:var(--wash);border-radius:.25rem;font:.875em/1.5 ui-monospace,Menlo,Consolas,monospace}.text pre code{padding:0;background:none;font-size:inherit}
.text hr{width:6rem;margin:3em auto;border:0;border-top:1px solid var(--soft)}.text sup{font:600 .7em/0 var(--ui)}.text sup a{padding:.25em;text-decoration:none}.text :target{scroll-margin-top:30vh;background:var(--wash);box-shadow:0 0 0 .375rem var(--wash)}
.text hr+ol{font-size:.9375rem;color:var(--soft)}.text table{display:block;overflow-x:auto;max-width:100%;border-collapse:collapse;border-spacing:0;font:.9375rem/1.5 var(--ui)}.text table:not([role],[width],[style],[class],[cellpadding]) :is(th,td){padding:.5rem 1rem .5rem 0;text-align:start}.text table:not([role],[width],[style],[class],[cellpadding]) tr+tr>*{border-top:1px solid var(--line)}@media(min-width:40rem){.text table:not([role],[width],[style],[class],[cellpadding]){display:table;width:100%}}
.post>.topics{margin-top:2.5rem}.post~.subscribe{margin-top:clamp(3rem,6vw,4rem)}
.near{display:grid;gap:1rem;margin-top:2.5rem}.near a{display:grid;gap:.25rem;align-content:start;padding:1.25rem;color:inherit;text-decoration:none;border:1px solid var(--line);border-radius:var(--radius)}.near a:hover{border-color:currentColor}.near :is(span,time){color:var(--soft);font-size:.8125rem}.near strong{font:700 1.125rem/1.3 var(--heading-font)}
@media(min-width:40rem){.near{grid-template-columns:1fr 1fr}.near .newer{order:1;text-align:end;grid-column:2}.near .newer~.older{grid-row:1}}`

const SITE_STYLE = `${FRAME_STYLE}\n${LIST_STYLE}\n${POST_STYLE}\n${PAYWALL_STYLE}`

/** Returns the styles, with the account's style if it chose one. */
export const siteStyle = (style: PublicStyle | null): string => `${publicVariables(style)}\n${SITE_STYLE}`

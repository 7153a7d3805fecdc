import { styleVariables } from '../../../lib/page/public-style.ts'
import type { PublicStyle } from '../../../lib/page/theme.ts'
import { PAYWALL_STYLE } from './paywall.ts'

/** Styles of the public post pages: one text column in the visitor's color scheme, without scripts and web fonts. */
const POST_STYLE = `:root{color-scheme:light dark;--paper:#fdfdfc;--ink:#22292b;--soft:#5b6669;--line:#e3e6e6;--link:#0f5c6e;--wash:#f1f3f3}
@media(prefers-color-scheme:dark){:root{--paper:#131819;--ink:#e6eaea;--soft:#9ba6a8;--line:#2a3335;--link:#7fcbdc;--wash:#1c2426}}
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1.125rem/1.65 Charter,"Bitstream Charter","Sitka Text",Cambria,Georgia,serif;overflow-wrap:break-word}
a{color:var(--link);text-underline-offset:.15em}a:focus-visible{outline:3px solid var(--link);outline-offset:3px;border-radius:2px}
.page{max-width:42rem;margin:0 auto;padding:clamp(1.5rem,5vw,3.5rem) 1.25rem 4rem}
.site,time,.more,footer{font-family:system-ui,-apple-system,"Segoe UI",sans-serif}
.site{display:flex;align-items:center;gap:.75rem;margin-bottom:clamp(2rem,6vw,4rem);font-size:.9375rem;font-weight:600}
.site a{color:inherit;text-decoration:none}.site a:hover{text-decoration:underline}.site img{width:2.25rem;height:2.25rem;border-radius:50%;object-fit:cover}
h1{margin:0 0 .5rem;font-size:clamp(1.9rem,1.4rem + 2.4vw,2.75rem);line-height:1.15;letter-spacing:-.02em;text-wrap:balance}
time{color:var(--soft);font-size:.9375rem}.lede{margin:.75rem 0 0;color:var(--soft);font-size:1.2rem;text-wrap:pretty}
.cover{display:block;width:100%;height:auto;margin:2rem 0 0;border-radius:.75rem}
.text{margin-top:2.25rem;text-wrap:pretty}.text>:first-child{margin-top:0}
.text p,.text ul,.text ol,.text blockquote,.text pre,.text table,.text figure{margin:0 0 1.25em}
.text h1,.text h2,.text h3{margin:2em 0 .5em;line-height:1.25;letter-spacing:-.01em}.text h1{font-size:1.6rem}.text h2{font-size:1.4rem}.text h3{font-size:1.15rem}
.text img{max-width:100%;height:auto;border-radius:.5rem}.text blockquote{margin-inline:0;padding-inline-start:1.25rem;border-inline-start:3px solid var(--line);color:var(--soft)}
.text pre{overflow-x:auto;padding:1rem;background:var(--wash);border-radius:.5rem;font-size:.9rem}.text code{padding:.1em .3em;background:var(--wash);border-radius:.25rem;font-size:.9em}.text pre code{padding:0;background:none;font-size:inherit}.text hr{border:0;border-top:1px solid var(--line);margin:2.5em 0}
.text table{display:block;overflow-x:auto;max-width:100%}
.posts{list-style:none;margin:2.5rem 0 0;padding:0}.posts li{padding:1.75rem 0;border-top:1px solid var(--line)}
.posts h2{margin:.25rem 0 .35rem;font-size:1.4rem;line-height:1.25;letter-spacing:-.01em}.posts h2 a{color:inherit;text-decoration:none}.posts h2 a:hover{text-decoration:underline}
.posts p{margin:0;color:var(--soft)}.more{display:inline-block;margin-top:1rem;padding:.75rem 0}
.tools{display:flex;flex-wrap:wrap;gap:.75rem 1.25rem;align-items:center;margin:2rem 0 0;font:.9375rem/1.4 system-ui,-apple-system,"Segoe UI",sans-serif}
.tools form{display:flex;gap:.5rem;flex:1 1 16rem;max-width:24rem}.tools input{flex:1;min-width:0;min-height:2.75rem;padding:0 .875rem;font:inherit;font-size:1rem;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:.625rem}
.tools button{min-height:2.75rem;padding:0 1rem;font:inherit;color:inherit;background:var(--wash);border:1px solid var(--line);border-radius:.625rem;cursor:pointer}
.tools :is(input,button):focus-visible{outline:3px solid var(--link);outline-offset:2px}
.topics{display:flex;flex-wrap:wrap;gap:.5rem;margin:0;padding:0;list-style:none;font:.875rem/1.4 system-ui,-apple-system,"Segoe UI",sans-serif}
.topics a{display:inline-block;padding:.375rem .75rem;color:inherit;text-decoration:none;background:var(--wash);border:1px solid var(--line);border-radius:2rem}
.topics a:hover,.topics [aria-current]{border-color:var(--link);color:var(--link)}article .topics{margin-top:2.5rem}
.subscribe{margin:3rem 0 0;padding:clamp(1.25rem,4vw,2rem);background:var(--wash);border:1px solid var(--line);border-radius:1rem;font-family:system-ui,-apple-system,"Segoe UI",sans-serif;font-size:1rem}
footer{margin-top:4rem;padding-top:1.5rem;border-top:1px solid var(--line);color:var(--soft);font-size:.875rem;display:flex;flex-wrap:wrap;gap:.5rem 1.25rem}.website a,footer a{display:inline-block;padding:.25rem 0}
${PAYWALL_STYLE}`

/** Returns the styles, with the account's style if it chose one. */
export const postStyle = (style: PublicStyle | null): string =>
  style
    ? `${POST_STYLE}
${styleVariables(style)}
body{font-family:var(--font)}.site,time,.more,footer,.paywall,.paid{font-family:inherit}.paywall .buy{background:var(--accent);color:var(--on-accent)}.paywall :is(.buy,button){border-radius:var(--button-radius)}.paywall input{border-radius:var(--field-radius)}.paywall{border-radius:var(--radius)}h1,h2,h3{font-family:var(--heading-font)}.cover,.text img{border-radius:var(--radius)}
.site img.logo{width:auto;height:auto;max-width:100%;border-radius:0}`
    : POST_STYLE

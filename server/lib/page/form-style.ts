import { readableOn } from '../text/color.ts'
import { PICTURE_OVERLAY_STYLE, PICTURE_PAGE_STYLE, PICTURE_STYLE } from './form-picture.ts'
import { CARD_STYLE, lightVariables, publicVariables } from './public-style.ts'
import type { PublicStyle } from './theme.ts'

// The style of a form: on its own page, in a frame, over a website, and in the dashboard's preview. Only builds text.

/** Color of buttons in forms, emails and public pages of accounts without a style. */
export const DEFAULT_ACCENT = '#14495a'

/** Look of a form: its own color, and the account's style. */
export interface FormLook {
  accent_color: string
  style: PublicStyle | null
  has_picture: boolean
}

/**
 * A form has the accent color of the account's style unless it has its own. Forms older than styles required a color, so the default color does
 * not count as a choice.
 */
export function formLook(
  {
    accent_color,
    has_own_color,
    picture,
  }: { accent_color: string; has_own_color?: boolean | undefined; picture?: object | null | undefined },
  style: PublicStyle | null,
): FormLook {
  const isOwn = has_own_color ?? accent_color.toLowerCase() !== DEFAULT_ACCENT
  const has_picture = Boolean(picture)
  if (!style) return { accent_color, style, has_picture }
  return isOwn
    ? { accent_color, style: { ...style, accent_color }, has_picture }
    : { accent_color: style.accent_color, style, has_picture }
}

/** Adds the rules for an image to a style sheet, if the form has one. */
const withPictures = (look: FormLook, sheet: string, pictures: string) =>
  look.has_picture ? `${sheet}\n${pictures}` : sheet

const colors = (accent: string) => `--accent:${accent};--on-accent:${readableOn(accent)}`

/** Style of the form, which inherits font and text color from the surrounding page. */
export const signUpFormStyle = (look: FormLook): string => {
  const { accent_color, style } = look
  const sheet = style
    ? `${unstyled(accent_color)}\n.sign-up{${lightVariables(style)}}${FORM_SHAPES}`
    : unstyled(accent_color)
  return withPictures(look, sheet, PICTURE_STYLE)
}

const FORM_SHAPES =
  '.sign-up button{border-radius:var(--button-radius)}.sign-up :is(input,select){border-radius:var(--field-radius)}'

const unstyled = (
  accent: string,
): string => `.sign-up{${colors(accent)};display:grid;gap:18px;text-align:start;line-height:1.5}
.sign-up *{box-sizing:border-box}.sign-up .headline{margin:0;font-size:1.5em;line-height:1.25;letter-spacing:-.01em;text-wrap:balance}
.sign-up p{margin:8px 0 0;text-wrap:pretty}.sign-up .fields{display:grid;gap:14px}.sign-up label{display:grid;gap:6px;font-size:.875em;font-weight:500}
.sign-up :is(input,select){font:inherit;font-size:16px;width:100%;min-height:46px;padding:0 14px;border:1px solid #8f8a85;border-radius:10px;background:#fff;color:#1c1917}
.sign-up button{font:inherit;font-weight:600;min-height:46px;padding:0 22px;border:0;border-radius:10px;background:var(--accent);color:var(--on-accent);cursor:pointer}
.sign-up button[disabled]{opacity:.6;cursor:progress}.sign-up :is(input,select,button):focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.sign-up fieldset{display:grid;gap:10px;min-width:0;margin:0;padding:0;border:0}.sign-up legend{padding:0;margin-bottom:10px;font-size:.875em;font-weight:500}
.sign-up :is(fieldset label,.box){grid-template-columns:auto 1fr;align-items:start;gap:10px;font-weight:400}.sign-up input:is([type=checkbox],[type=radio]){width:20px;height:20px;min-height:20px;margin:0;padding:0;accent-color:var(--accent)}
.sign-up small{font-size:1em;font-weight:400;opacity:.75}
.sign-up .trap{position:absolute;inset-inline-start:-9999px;width:1px;height:1px;overflow:hidden}.sign-up :is(.refused,.problem){margin:0;color:#b91c1c;font-weight:500}.sign-up .marked{display:grid;gap:6px;min-width:0}.sign-up .problem{font-size:.875em}.sign-up [aria-invalid]{border-color:currentColor;box-shadow:inset 0 0 0 1px}
.sign-up .refused:empty{display:none}.sign-up .consent{margin:0;font-size:.8125em;opacity:.75}.sign-up[tabindex]:focus{outline:none}`

/** Style of a form in a page with the variables of a style, whose sections have their own colors. */
export const sectionFormStyle = (accent_color: string): string =>
  `${unstyled(accent_color)}\n${FORM_SHAPES}${STYLED_FORM}`

/** Style of a form on its own page. */
export const formPageStyle = (look: FormLook): string => {
  const { accent_color, style } = look
  const sheet = `${publicVariables(style, accent_color)}\n${CARD_STYLE}\n${sectionFormStyle(accent_color)}`
  return withPictures(look, sheet, `${PICTURE_STYLE}\n${PICTURE_PAGE_STYLE}`)
}

/** Uses the variables of the surrounding page or panel. */
const STYLED_FORM = `.sign-up{--accent:inherit;--on-accent:inherit}.sign-up .headline{font-family:var(--heading-font)}.sign-up :is(input,select){background:var(--paper);color:var(--ink);border-color:var(--soft)}
.sign-up :is(.refused,.problem,[aria-invalid]){color:var(--danger)}.sign-up .consent{opacity:1;color:var(--soft)}`

/** Style of a form in a frame, on the background of the surrounding page. */
export const formFrameStyle = (look: FormLook): string => {
  const { style } = look
  const panel =
    style &&
    `main{${lightVariables(style)};background:var(--paper);color:var(--ink);font-family:var(--font)}${STYLED_FORM}`
  return `*{box-sizing:border-box}body{margin:0;color:#1c1917;font:16px/1.5 system-ui,sans-serif}main{padding:4px;overflow-wrap:anywhere}\n${signUpFormStyle(look)}${panel ?? ''}`
}

/** Added to `signUpFormStyle` for a form that opens over a website. */
export const overlayStyle = (look: FormLook): string => {
  const { style } = look
  const sheet = style
    ? `${unstyledOverlay}\n.panel{${lightVariables(style)};background:var(--paper);color:var(--ink);border-color:var(--line);border-radius:var(--radius);font-family:var(--font)}.bar .panel{border-radius:0}.close{color:var(--soft)}${STYLED_FORM}`
    : unstyledOverlay
  return withPictures(look, sheet, PICTURE_OVERLAY_STYLE)
}

const unstyledOverlay = `.panel,.corner,.bar,dialog{box-sizing:border-box}.panel{position:relative;width:100%;max-width:26rem;max-height:calc(100vh - 32px);overflow:auto;padding:32px 28px 28px;background:#fff;color:#1c1917;border:1px solid #e7e5e4;border-radius:16px;box-shadow:0 20px 60px rgb(0 0 0/.25);font:16px/1.5 system-ui,sans-serif}
.close{position:absolute;top:8px;inset-inline-end:8px;width:40px;height:40px;padding:0;border:0;border-radius:10px;background:transparent;color:#57534e;font:24px/1 system-ui,sans-serif;cursor:pointer}
.close:focus-visible{outline:3px solid #2563eb}dialog{padding:16px;margin:auto;border:0;background:transparent;width:100%;max-width:28rem}dialog::backdrop{background:rgb(12 10 9/.55)}
@media(prefers-reduced-motion:no-preference){@keyframes envoi-rise{from{opacity:0;transform:translateY(24px)}}@keyframes envoi-drop{from{transform:translateY(-100%)}}dialog[open]>.panel,.corner>.panel{animation:envoi-rise .25s ease-out}.bar>.panel{animation:envoi-drop .25s ease-out}}
.corner{position:fixed;right:16px;bottom:16px;left:16px;z-index:2147483000;display:grid;justify-items:end}
.bar{position:fixed;inset:0 0 auto;z-index:2147483000}.bar .panel{max-width:none;max-height:60vh;padding-block:14px;padding-inline:20px 56px;border-width:0 0 1px;border-radius:0;box-shadow:0 4px 24px rgb(0 0 0/.12)}
.bar .sign-up{grid-template-columns:minmax(0,1fr);gap:10px;max-width:64rem;margin:auto}.bar .sign-up .headline{font-size:1.0625em}.bar .sign-up p{margin-top:2px;font-size:.875em}.bar .sign-up .consent{font-size:.75em}
@media(min-width:720px){.bar .sign-up{grid-template-columns:minmax(0,1fr) auto;align-items:center}.bar .fields{grid-auto-flow:column;align-items:end}.bar :is(.consent,.refused){grid-column:1/-1}}`

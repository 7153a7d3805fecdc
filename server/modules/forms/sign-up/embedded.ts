import { currentLocale } from '../../../lib/locale/current.ts'
import { t } from '../../../lib/locale/texts.ts'
import { formLook, overlayStyle, signUpFormStyle } from '../../../lib/page/form-style.ts'
import { type Html, html, trustedHtml } from '../../../lib/page/html.ts'
import { type Refused, signUpFormHtml, thanksHtml } from '../../../lib/page/sign-up-form.ts'
import { CREATORS_STYLE } from '../../recommendations/section.ts'
import type { EmbeddedForm, EmbeddedVersion } from '../embed/embed-script.ts'
import { formUrl } from '../service.ts'
import { signUpFormOf, thanksOf } from './pages.ts'
import type { OpenForm } from './sign-up.ts'
import { inVersion, versionName } from './versions.ts'

// Data of a form that scripts show on other sites.

/** Returns the data that the embed script renders. */
export function embeddedForm(form: OpenForm): EmbeddedForm {
  const { uid, format, settings } = form
  const isInline = form.type === 'hosted' || format === null || format === 'inline'
  const versions = settings.version_b ? (['a', 'b'] as const) : (['a'] as const)
  return {
    uid,
    address: formUrl(uid),
    format: isInline ? 'inline' : (format as EmbeddedForm['format']),
    shown_on: settings.shown_on,
    hidden_on: settings.hidden_on,
    ...(currentLocale().dir === 'rtl' && { dir: 'rtl' as const }),
    close_label: t`Close`,
    versions: versions.map((version) =>
      embeddedVersion(inVersion(form, version), versionName(form, version), isInline),
    ),
  }
}

function embeddedVersion(form: OpenForm, version: string, isInline: boolean): EmbeddedVersion {
  const look = formLook(form.settings, form.publisher.style)
  const style = signUpFormStyle(look)
  const { opens_on, open_after_seconds, open_after_percent, shows_again, shows_again_days } = form.settings
  return {
    version,
    html: signUpFormHtml(signUpFormOf(form), { is_bar: isBar(form) }).toString(),
    style: isInline ? style : `${style}\n${overlayStyle(look)}`,
    opens_on,
    open_after_seconds,
    open_after_percent,
    shows_again,
    shows_again_days,
  }
}

/** Returns what an embedded form shows after a sign-up, with the style of what the form itself does not have. */
export const embeddedThanks = (form: OpenForm, creators: Html | null): Html =>
  html`${thanksHtml(thanksOf(form))}${creators && html`<style>${trustedHtml(CREATORS_STYLE)}</style>${creators}`}`

/** Returns the form with what is wrong beside its inputs, for a script that shows it on another site. */
export const refusedForm = (form: OpenForm, refused: Refused): Html =>
  signUpFormHtml(signUpFormOf(form), { refused, is_bar: isBar(form) })

const isBar = ({ format }: OpenForm) => format === 'sticky bar'

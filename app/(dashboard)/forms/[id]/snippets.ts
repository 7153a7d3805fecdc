import { formPictureOf } from '@/server/lib/page/form-picture.ts'
import { imageAddress } from '@/server/lib/page/landing/image.ts'
import { FIRST_NAME } from '@/server/lib/page/sign-up-form.ts'
import type { TypedField } from '@/server/modules/custom-fields/schema.ts'
import type { FormDetail } from '@/server/modules/forms/settings-schema.ts'

// Code that creators copy into their sites. A test puts it on a page of another origin.

const scriptOf = (embed_url: string) => `<script async src="${new URL('/f/forms.js', embed_url).href}"></script>`

export const frameSnippet = (embed_url: string): string =>
  `<iframe src="${embed_url}/frame" title="Sign up" style="width: 100%; height: 420px; border: 0"></iframe>\n${scriptOf(embed_url)}`

export const reactSnippet = (embed_js: string): string => `import { useEffect, useRef } from 'react'

export function SignUpForm({ src = '${embed_js}' }: { src?: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const script = document.createElement('script')
    script.async = true
    script.src = src
    const { current } = place
    current?.append(script)
    return () => current?.replaceChildren()
  }, [src])
  return <div ref={place} />
}`

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The form with its fields and checkboxes, without styles. */
export function htmlSnippet(
  { embed_url, settings, consents, pictures }: Pick<FormDetail, 'embed_url' | 'settings' | 'consents' | 'pictures'>,
  fields: readonly TypedField[],
): string {
  const inputs = settings.fields.flatMap(({ custom_field_id, label, is_required }) => {
    const required = is_required ? ' required' : ''
    if (custom_field_id === null)
      return [`<label>${escapeText(label || 'First name')} <input name="${FIRST_NAME}"${required}></label>`]
    const field = fields.find(({ id }) => id === custom_field_id)
    return field ? [inputOf(field, escapeText(label || field.label), required)] : []
  })
  const boxes = consents.map(
    ({ name, text, is_required }) =>
      `<label><input type="checkbox" name="${name}" value="yes"${is_required ? ' required' : ''}> ${escapeText(text)}</label>`,
  )
  const lines = [
    ...pictureOf(settings.picture, pictures),
    '<label>Email address <input type="email" name="email_address" required></label>',
    ...inputs,
    ...boxes,
    `<button>${escapeText(settings.button_label)}</button>`,
  ]
  return `<form method="post" action="${embed_url}">\n${lines.map((line) => `  ${line}`).join('\n')}\n</form>\n${scriptOf(embed_url)}`
}

/** A single image size, twice as wide as most forms, which is enough for HTML that creators edit. */
function pictureOf(chosen: FormDetail['settings']['picture'], pictures: FormDetail['pictures']): string[] {
  const picture = formPictureOf(chosen, new Map(pictures))
  if (!picture) return []
  const { url, width, height } = imageAddress(picture, picture.base_url, 1200)
  return [
    `<img src="${escapeText(url)}" alt="${escapeText(picture.alt)}" width="${width}" height="${height}" loading="lazy" style="max-width: 100%; height: auto">`,
  ]
}

function inputOf({ name, type, choices }: TypedField, label: string, required: string): string {
  const offeredChoices = type === 'yes_no' ? ['Yes', 'No'] : choices
  if (type === 'choice' || type === 'yes_no') {
    const options = offeredChoices.map((one) => `<option>${escapeText(one)}</option>`).join('')
    return `<label>${label} <select name="${name}"${required}><option value=""></option>${options}</select></label>`
  }
  if (type === 'choices')
    return `<fieldset><legend>${label}</legend>${offeredChoices
      .map(
        (one) => `<label><input type="checkbox" name="${name}" value="${escapeText(one)}"> ${escapeText(one)}</label>`,
      )
      .join(' ')}</fieldset>`
  return `<label>${label} <input name="${name}" type="${type}"${type === 'number' ? ' step="any"' : ''}${required}></label>`
}

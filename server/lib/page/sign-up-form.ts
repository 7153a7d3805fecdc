import { t } from '../locale/texts.ts'
import { type FormPicture, withPicture } from './form-picture.ts'
import { type Html, html } from './html.ts'

// The HTML of a form: on its own page, embedded in a website, and in the dashboard's preview. Only builds text. Its style is in form-style.ts.

export interface SignUpForm {
  heading: string
  description: string
  button_label: string
  /** In display order. */
  fields: readonly FormField[]
  consent_text: string
  consents: readonly ConsentBox[]
  picture?: FormPicture | null
  /** Address that the form posts to; empty for a preview. */
  action: string
  /** The browsing context of the response; by default the form's own. */
  target?: '_top' | undefined
}

/** A custom field, or the first name. `name` is the account's: `service_field_12_city`; `choices` belong to the types choice and choices. */
export interface FormField {
  name: string
  label: string
  type: string
  choices: readonly string[]
  is_required?: boolean
  /** Presentation of a choice. */
  look?: 'select' | 'radio'
}

/** The name of the input of the first name. */
export const FIRST_NAME = 'first_name'

/** A checkbox. Its name changes with its text, so no one consents to a text they have not seen. */
export interface ConsentBox {
  name: string
  text: string
  is_required: boolean
}

/** Input that was refused. */
export interface Refused {
  values: Readonly<Record<string, string>>
  /** Error of the whole form. */
  message: string
  /** Problem of each input, by its name. */
  problems?: Readonly<Record<string, string>> | undefined
}

/** Hidden inputs that a form on a page posts in addition to its fields. */
export type HiddenInputs = Readonly<Record<string, string | undefined>>

/** A hidden field that only bots fill in. */
export const HONEYPOT = 'website'

/** Returns the form as HTML. Its heading is the page's main heading, or one of several on a creator's site. */
export function signUpFormHtml(
  form: SignUpForm,
  {
    refused,
    hidden = {},
    heading_tag = 'h2',
    is_bar = false,
  }: {
    refused?: Refused
    hidden?: HiddenInputs
    heading_tag?: 'h1' | 'h2'
    /** True in a sticky bar, which shows an image small. */
    is_bar?: boolean
  } = {},
): Html {
  const { heading, description, button_label, fields, consent_text, consents, picture, action, target } = form
  const entered = (name: string) => refused?.values[name] ?? ''
  const marks_optional = fields.some(({ is_required }) => is_required)
  const { problems = {} } = refused ?? {}
  const first = ['email_address', ...[...fields, ...consents].map(({ name }) => name)].find((name) => problems[name])
  const withProblem = (name: string, input: (attributes: Html | '') => Html) =>
    markedInput(name, { problem: problems[name], is_first: name === first, input })
  const email = entered('email_address') ? html` value="${entered('email_address')}"` : ''
  const drawn = html`<form class="sign-up" method="post"${action ? html` action="${action}"` : ''}${target && html` target="${target}"`}>
<div class="words"><${heading_tag} class="headline">${heading}</${heading_tag}>${paragraphs(description)}</div>
<div class="fields">${withProblem('email_address', (marks) => html`<label><span>Email address</span><input name="email_address"${email} type="email" required maxlength="254" autocomplete="email" inputmode="email" autocapitalize="off" spellcheck="false"${marks}></label>`)}
${fields.map((field) => html`${withProblem(field.name, (marks) => fieldInput(field, { entered: entered(field.name), marks_optional, marks }))}\n`)}
${consents.map((box) => html`${withProblem(box.name, (marks) => consentInput(box, entered(box.name), marks))}\n`)}
<div class="trap" aria-hidden="true"><label>Leave this empty<input name="${HONEYPOT}" tabindex="-1" autocomplete="off"></label></div>
${hiddenInputs(hidden)}
<button type="submit">${button_label}</button></div>
<p class="refused" role="alert">${refused?.message}</p>
${consent_text ? html`<p class="consent">${consent_text}</p>` : ''}
</form>`
  return picture ? withPicture(drawn, { picture, is_bar, is_first: heading_tag === 'h1' }) : drawn
}

export const hiddenInputs = (hidden: HiddenInputs): Html[] =>
  Object.entries(hidden).flatMap(([name, value]) =>
    value ? [html`<input type="hidden" name="${name}" value="${value}">`] : [],
  )

/** Returns the input with a reference to its problem. The first one on a page gets the focus. */
function markedInput(
  name: string,
  { problem, is_first, input }: { problem: string | undefined; is_first: boolean; input: (marks: Html | '') => Html },
): Html {
  if (!problem) return input('')
  const id = `problem-${name}`
  const marks = html` aria-invalid="true" aria-describedby="${id}"${is_first && html` autofocus`}`
  return html`<div class="marked">${input(marks)}<p class="problem" id="${id}">${problem}</p></div>`
}

/** Returns the input of a field's type. The server validates posted values again, by the same names. */
function fieldInput(
  { name, label, type, choices, is_required, look }: FormField,
  { entered, marks_optional, marks }: { entered: string; marks_optional: boolean; marks: Html | '' },
): Html {
  const value = entered ? html` value="${entered}"` : ''
  const required = is_required ? html` required` : ''
  const title = html`<span>${label}${marks_optional && !is_required && html` <small>(optional)</small>`}</span>`
  const input = (attributes: Html) =>
    html`<label>${title}<input name="${name}"${value}${required} ${attributes}${marks}></label>`
  switch (type) {
    case 'first_name':
      return input(html`maxlength="255" autocomplete="given-name"`)
    case 'number':
      return input(html`type="number" step="any" inputmode="decimal"`)
    case 'date':
      return input(html`type="date"`)
    case 'choice':
    case 'yes_no': {
      const offered = type === 'choice' ? choices.map((one) => ({ one, text: one })) : yesAndNo()
      if (look === 'radio') {
        const options = offered.map(({ one, text }, at) =>
          optionInput('radio', { name, one, text, required, is_chosen: one === entered, marks: at === 0 && marks }),
        )
        return html`<fieldset><legend>${title}</legend>${options}</fieldset>`
      }
      const options = offered.map(
        ({ one, text }) =>
          html`<option${text !== one && html` value="${one}"`}${one === entered && html` selected`}>${text}</option>`,
      )
      return html`<label>${title}<select name="${name}"${required}${marks}><option value=""></option>${options}</select></label>`
    }
    case 'choices': {
      const chosen = entered.split(',').map((one) => one.trim())
      const boxes = choices.map((one, at) => {
        const is_chosen = chosen.includes(one)
        return optionInput('checkbox', { name, one, text: one, required: '', is_chosen, marks: at === 0 && marks })
      })
      return html`<fieldset><legend>${title}</legend>${boxes}</fieldset>`
    }
    default:
      return input(html`maxlength="1000"`)
  }
}

/** The stored value is the same in every language. */
const yesAndNo = () => [
  { one: 'Yes', text: t`Yes` },
  { one: 'No', text: t`No` },
]

interface OptionProps {
  name: string
  one: string
  /** Text on the page. */
  text: string
  required: Html | ''
  is_chosen: boolean
  marks: Html | '' | false
}

const optionInput = (type: 'radio' | 'checkbox', { name, one, text, required, is_chosen, marks }: OptionProps) =>
  html`<label><input type="${type}" name="${name}" value="${one}"${is_chosen && html` checked`}${required}${marks}><span>${text}</span></label>`

const consentInput = ({ name, text, is_required }: ConsentBox, entered: string, marks: Html | '') =>
  html`<label class="box"><input type="checkbox" name="${name}" value="yes"${entered && html` checked`}${is_required && html` required`}${marks}><span>${text}</span></label>`

/** Returns the HTML that replaces the form after it was sent. */
export const thanksHtml = ({ title, message }: { title: string; message: string }, heading_tag = 'h2'): Html =>
  html`<div class="sign-up" role="status" tabindex="-1"><div class="words"><${heading_tag} class="headline">${title}</${heading_tag}>${paragraphs(message)}</div></div>`

const paragraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map(
      (part) =>
        html`<p>${part
          .trim()
          .split('\n')
          .map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</p>`,
    )

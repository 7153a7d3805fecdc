import { compileLinks } from '../html/links.ts'
import { plainTextOf } from '../html/plain-text.ts'
import { requireInHtml, requireInText } from '../html/required-parts.ts'
import { sanitizeHtml } from '../html/sanitize.ts'
import { BUILT_IN_DESIGNS, layoutOf } from '../layout-design.ts'
import { applyLayout } from '../layouts.ts'
import { joinTemplate } from '../liquid/template.ts'
import { TYPICAL_EMAILS } from './emails.ts'

const VARIABLES = {
  subscriber: { id: 7, first_name: 'Lin', city: 'Oslo', tags: [] },
  account: { name: 'Studio North' },
  address: 'Studio North\nStorgata 1\n0155 Oslo, Norway',
  unsubscribe_url: 'https://m.example/u/token',
  preferences_url: 'https://m.example/preferences/token',
  delivery: { token: 'tok' },
}

/** Renders one of the typical emails as a recipient gets it. */
export function renderTypical(name: string): { html: string; text: string } {
  const email = TYPICAL_EMAILS[name]
  if (!email) throw new Error(`There is no typical email "${name}"`)
  const { layout, subject, preview_text, content } = email
  const title = subject.includes('{{') ? VARIABLES.account.name : subject
  const document = applyLayout(layoutOf(BUILT_IN_DESIGNS[layout]), {
    content: sanitizeHtml(content),
    preview_text,
    title,
  })
  const html = requireInHtml(compileLinks(document).html)
  const text = requireInText(plainTextOf(document))
  return { html: joinTemplate(html, html.render(VARIABLES)), text: joinTemplate(text, text.render(VARIABLES)) }
}

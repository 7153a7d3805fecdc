import { expect, test } from 'vitest'
import { html } from '../html.ts'
import { footer, form, hero, list, pageOf, picture, testimonial, text } from './blank.ts'
import type { LandingContext } from './context.ts'
import type { LandingPage } from './document.ts'
import type { ShownImage } from './image.ts'
import { inlineText, plainText, richText } from './marks.ts'
import { PLAIN_STYLE } from './plain-style.ts'
import { landingDocument, landingParts } from './render.ts'
import { LANDING_TEMPLATES } from './templates/gallery.ts'

const PICTURE: ShownImage = {
  key: 'k'.repeat(22),
  alt: 'A "harbor"',
  width: 1600,
  height: 900,
  sizes: [320, 640, 1200, 1600].map((width) => ({ width, height: (width * 9) / 16, file: `${width}.jpg` })),
  base_url: 'https://envoi.example',
}

const CONTEXT: LandingContext = {
  account_name: 'Studio North',
  style: PLAIN_STYLE,
  pictures: new Map([[7, PICTURE]]),
  form: { html: html`<form method="post"></form>`, style: '' },
  links: [],
}
const AT = { url: 'https://envoi.example/f/abc', base_url: 'https://envoi.example' }
const documentOf = (page: LandingPage, context: Partial<LandingContext> = {}) =>
  landingDocument(page, { ...CONTEXT, ...context }, AT).html
const bodyOf = (page: LandingPage, context: Partial<LandingContext> = {}) =>
  landingParts(page, { ...CONTEXT, ...context }).body.toString()

const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(1)> [x](javascript:alert(1)) {{ secret }}`

test('no text of any section becomes markup, and no link runs anything', () => {
  const at = { background: 'tint' } as const
  const page = pageOf({ title: HOSTILE, description: HOSTILE }, [
    hero({
      ...at,
      layout: 'media_left',
      media: 'drawing',
      drawing: 'book',
      drawing_text: HOSTILE,
      eyebrow: HOSTILE,
      heading: HOSTILE,
      text: HOSTILE,
      button_label: HOSTILE,
      button_url: 'javascript:alert(1)',
      note: HOSTILE,
    }),
    text({ heading: HOSTILE, text: `${HOSTILE}\n\n- ${HOSTILE}\n\n## ${HOSTILE}` }),
    ...(['checks', 'numbers', 'cards', 'questions', 'links'] as const).map((look) =>
      list({ look, heading: HOSTILE, text: HOSTILE }, [[HOSTILE, HOSTILE, 'data:text/html,<script>']]),
    ),
    picture({ picture_id: 7, caption: HOSTILE }),
    testimonial({ heading: HOSTILE, items: [{ quote: HOSTILE, name: HOSTILE, role: HOSTILE, picture_id: null }] }),
    form(),
    footer({ text: HOSTILE, links: [{ label: HOSTILE, url: ' javascript:alert(1)' }] }),
  ])
  const shown = documentOf(page, { account_name: HOSTILE })
  expect(shown).not.toMatch(/<script|<img src=x|href=" ?(?:javascript|data)/)
  const tags = [...shown.matchAll(/<[a-z][^<>]*>/g)].map(([tag]) => tag).join('')
  expect(tags.replace(/"[^"]*"/g, '')).not.toMatch(/ on\w+=/)
  expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
})

test('marks make bold, italic, links, lists and smaller headings, and nothing else', () => {
  const output = richText(
    'A **bold** and *fine* [site](https://a.example/?a=1&b=2)\nnext\n\n- one\n- two\n\n## More',
  ).join('')
  expect(output).toContain(
    '<p>A <strong>bold</strong> and <em>fine</em> <a href="https://a.example/?a=1&amp;b=2">site</a><br>next</p>',
  )
  expect(output).toContain('<ul><li>one</li><li>two</li></ul><h3>More</h3>')
  expect(inlineText('[a](javascript:x) [b](mailto:b@b.example) 2 * 3 * 4 ** 5').join('')).toBe(
    '[a](javascript:x) <a href="mailto:b@b.example">b</a> 2 * 3 * 4 ** 5',
  )
  expect(plainText('## A **b** *c* [d](https://d.example)\n\n- e')).toBe('A b c d e')
})

test('a page has one main heading, headings in order, and buttons only with a target', () => {
  const withButton = hero({ heading: 'First', button_label: 'Go' })
  const twice = bodyOf(
    pageOf({}, [withButton, hero({ heading: 'Second' }), list({ look: 'cards' }, [['Card']]), form()]),
  )
  expect(twice.match(/<h1/g)).toHaveLength(1)
  expect(twice).toContain('<h2>Second</h2>')
  expect(twice).toContain('<h2>Card</h2>')
  expect(twice).toContain('<a class="button" href="#sign-up">Go</a>')
  expect(bodyOf(pageOf({}, [withButton]))).not.toContain('class="button"')
  expect(bodyOf(pageOf({ title: 'Named' }, [text({ text: 'x' })]))).toContain('<h1 class="hidden">Named</h1>')
})

test('images have their sizes and proportions, and deleted images leave no gap', () => {
  const page = pageOf({ picture_id: 7, description: 'What it is' }, [
    hero({ layout: 'media_right', media: 'picture', picture_id: 7, heading: 'Harbor' }),
    hero({ layout: 'behind', picture_id: 8, heading: 'Gone' }),
    picture({ picture_id: 7, width: 'full' }),
    picture({ picture_id: 8 }),
  ])
  const document = documentOf(page)
  expect(document).toContain('320.webp 320w, https://envoi.example/media/')
  expect(document).toContain(
    'alt="A &quot;harbor&quot;" width="1600" height="900" decoding="async" fetchpriority="high"',
  )
  expect(document.match(/<img/g)).toHaveLength(2)
  expect(document).not.toContain('Choose an image')
  expect(bodyOf(page, { is_draft: true })).toContain('Choose an image')
  expect(document).toContain(`<meta property="og:image" content="https://envoi.example/media/${PICTURE.key}/1200.jpg">`)
  expect(document).toContain('<meta property="og:image:height" content="675">')
  expect(document).toContain('<meta name="twitter:card" content="summary_large_image">')
  expect(document).toContain('<meta name="description" content="What it is">')
  expect(document).toContain('<link rel="canonical" href="https://envoi.example/f/abc">')
  expect(document).not.toContain('name="robots"')
  expect(documentOf({ ...page, is_listed: false })).toContain('<meta name="robots" content="noindex">')
})

test('buttons lead to the first form, which has the focus after a refusal', () => {
  const page = pageOf({}, [hero({ layout: 'media_left', media: 'form', heading: 'A' }), form()])
  const shown = bodyOf(page, { is_refused: true })
  expect(shown.match(/<form/g)).toHaveLength(2)
  expect(shown.match(/id="sign-up" tabindex="-1" autofocus/g)).toHaveLength(1)
})

/** Returns the outline of a page: its sections with their headings. */
const outlineOf = (page: LandingPage) =>
  [
    ...bodyOf(page).matchAll(
      /<(?:section|footer) id="s-\w+" class="band ([^"]*)"|<h[12][^<>]*>([^<>]*)<\/h[12]>|<img|<form/g,
    ),
  ]
    .map(([whole, classes, heading]) => (classes ? `\n${classes.trim()}:` : (heading ?? whole)))
    .join(' ')
    .trim()

test.each(LANDING_TEMPLATES.map((template) => [template.name, template] as const))('the template %s', (_, template) => {
  const shown = documentOf(template.page)
  expect(outlineOf(template.page)).toMatchSnapshot()
  expect(shown).not.toMatch(/<script|lorem|undefined|null/i)
  expect(shown.length).toBeLessThan(32_000)
  expect(template.page.description.length).toBeGreaterThan(20)
})

test('there are ten templates with unique names', () => {
  expect(new Set(LANDING_TEMPLATES.map(({ name }) => name)).size).toBe(10)
})

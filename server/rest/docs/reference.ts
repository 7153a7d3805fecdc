import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { PLAIN_STYLE } from '../../lib/page/landing/plain-style.ts'
import { styleVariables } from '../../lib/page/public-style.ts'

const ASSETS = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const

/** Pages of `docs/` for developers who use the API. */
export const GUIDES = ['requests', 'webhooks', 'bulk', 'plugins'] as const

/**
 * Adds the reference page at /docs and the guides. Script and style are served from the package, so browsers contact no other site (L7).
 */
export function referencePage(app: OpenAPIHono): void {
  for (const [name, type] of Object.entries(ASSETS)) {
    let content: Buffer<ArrayBuffer> | undefined
    app.get(`/docs/${name}`, (c) => {
      content ??= readFileSync(path.join(PACKAGE, name)) as Buffer<ArrayBuffer>
      return c.body(content, 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' })
    })
  }
  const headers = { 'Content-Security-Policy': POLICY }
  app.get('/docs', (c) => c.html(pageOf({ title: TITLE }), 200, headers))
  for (const name of GUIDES) {
    app.get(`/docs/${name}`, (c) => {
      const title = `${readGuide(name).info.title} · ${TITLE}`
      return c.html(pageOf({ title, style: GUIDE_STYLE }), 200, headers)
    })
    app.get(`/docs/${name}/openapi.json`, (c) => c.json(readGuide(name)))
  }
}

/** Returns a document without operations, so the reference page renders a guide's Markdown. */
function readGuide(name: (typeof GUIDES)[number]) {
  const [title = '', ...rest] = readFileSync(path.join(ROOT, 'docs', `${name}.md`), 'utf8').split('\n')
  const description = `[All of the API](/docs)\n${rest.join('\n')}`
  return { openapi: '3.1.0', info: { title: title.replace(/^# /, ''), version: 'v4', description }, paths: {} }
}

// Found by path, because the pages' build would bundle a package resolved by name.
const ROOT = /* turbopackIgnore: true */ process.cwd()
const PACKAGE = path.join(ROOT, 'node_modules/swagger-ui-dist')

const SCRIPT = `SwaggerUIBundle({ url: (location.pathname === '/docs' ? '/v4' : location.pathname) + '/openapi.json',
  dom_id: '#reference', deepLinking: location.pathname === '/docs', docExpansion: 'list', defaultModelsExpandDepth: 0, tryItOutEnabled: false,
  persistAuthorization: false, onComplete: showSection })
// Errors name sections of guides, whose headings have no ids.
function showSection() {
  for (const heading of document.querySelectorAll('#reference .info h2'))
    heading.id ||= heading.textContent.trim().toLowerCase().replaceAll(' ', '-')
  if (/^#[a-z-]+$/.test(location.hash)) document.querySelector('#reference .info ' + location.hash)?.scrollIntoView()
}`

const TITLE = 'Envoi API v4'
// Sets the class for Swagger UI's dark colors.
const THEME_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()`

// Neutral colors match all public pages; Swagger UI's meaningful colors stay, light and dark. Also prevents a long tag from pushing its
// button off a phone's screen.
const STYLE = `${styleVariables(PLAIN_STYLE)}
body { margin: 0 }
:is(html, html.dark-mode), #reference .swagger-ui { background: var(--paper); color: var(--ink) }
#reference .info { margin: 32px 0 16px }
#reference .info :is(.title, .base-url, h1, h2, h3, h4, h5, p, li, table, td, th), #reference :is(.opblock-tag, .opblock-tag small) { color: var(--ink) }
#reference .headers :is(.header-col, td, th) { color: var(--ink) }
#reference :is(.info a, a.link, .url) { color: var(--link) }
#reference .authorize { color: var(--link); border-color: var(--link) }
#reference .authorize svg { fill: var(--link) }
#reference :is(.opblock-summary-method, .version-stamp pre) { color: #000; text-shadow: none }
html.dark-mode #reference .version-stamp pre { color: #fff }
html:not(.dark-mode) #reference :is(.parameter__in, .parameter__extension) { color: #3b4151 }
#reference .info code { color: var(--ink); background: var(--wash) }
#reference .scheme-container { background: var(--paper); box-shadow: 0 1px 2px 0 var(--line) }
#reference .opblock-tag { border-color: var(--line) }
.swagger-ui .opblock-tag > * { min-width: 0; overflow-wrap: anywhere }
.swagger-ui .opblock-tag > button { flex: none }`
// Hides the parts of the page for documents with operations.
const GUIDE_STYLE = `
.swagger-ui .info .title > span, .swagger-ui .info .link, .swagger-ui .block h3 { display: none }
#reference .info { max-width: 820px; margin: 32px auto 64px; overflow-wrap: anywhere }
#reference .info :is(p, li, table, td, th) { font: 16px/1.6 system-ui, sans-serif }
#reference .info table { display: block; overflow-x: auto; overflow-wrap: normal; margin: 12px 0; border-collapse: collapse }
#reference .info table :is(td, th) { padding: 8px 12px 8px 0; vertical-align: top; border-bottom: 1px solid var(--line) }
#reference .info th { font-weight: 600 }
#reference .info code { font-size: 14px; font-weight: 400; padding: 1px 4px }
#reference .info pre { background: var(--wash); border-radius: 8px; padding: 12px 16px; margin: 16px 0 }
#reference .info pre code { padding: 0; font-size: 13px; line-height: 1.6 }`

const pageOf = ({ title, style = '' }: { title: string; style?: string }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/icon.svg">
<script>${THEME_SCRIPT}</script>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<style>${STYLE}${style}</style>
</head>
<body>
<main id="reference"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script>${SCRIPT}</script>
</body>
</html>`

const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${[THEME_SCRIPT, SCRIPT].map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`).join(' ')}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

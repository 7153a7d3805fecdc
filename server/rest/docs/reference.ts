import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { OpenAPIHono } from '@hono/zod-openapi'

const ASSETS = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const

/** Pages of `docs/` for developers who use the API. */
export const GUIDES = ['webhooks', 'bulk', 'plugins'] as const

/**
 * Adds the reference page at /docs and the guides. Script and style come from the package, so browsers contact no other site (L7).
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

/** Returns a description without operations, so the reference page renders the Markdown of a guide. */
function readGuide(name: (typeof GUIDES)[number]) {
  const [title = '', ...rest] = readFileSync(path.join(ROOT, 'docs', `${name}.md`), 'utf8').split('\n')
  const description = `[All of the API](/docs)\n${rest.join('\n')}`
  return { openapi: '3.1.0', info: { title: title.replace(/^# /, ''), version: 'v4', description }, paths: {} }
}

// Found by path, because the build of the pages would bundle a package that is resolved by name.
const ROOT = /* turbopackIgnore: true */ process.cwd()
const PACKAGE = path.join(ROOT, 'node_modules/swagger-ui-dist')

const SCRIPT = `SwaggerUIBundle({ url: (location.pathname === '/docs' ? '/v4' : location.pathname) + '/openapi.json',
  dom_id: '#reference', deepLinking: true, docExpansion: 'list', defaultModelsExpandDepth: 0, tryItOutEnabled: false,
  persistAuthorization: false })`

const TITLE = 'Envoi API v4'
// Swagger UI lets a long tag push its button out of a phone's screen.
const STYLE = `
body { margin: 0 }
.swagger-ui .info { margin: 32px 0 16px }
.swagger-ui .opblock-tag > * { min-width: 0; overflow-wrap: anywhere }
.swagger-ui .opblock-tag > button { flex: none }`
// Hides what the page shows about documents with operations.
const GUIDE_STYLE = `
.swagger-ui .info .title > span, .swagger-ui .info .link, .swagger-ui .block h3 { display: none }
.swagger-ui .info { max-width: 820px; margin: 32px auto 64px; overflow-wrap: anywhere }
.swagger-ui .info :is(p, li, table, td, th) { font: 16px/1.6 system-ui, sans-serif; color: #14282d }
.swagger-ui .info table { display: block; overflow-x: auto; overflow-wrap: normal; margin: 12px 0; border-collapse: collapse }
.swagger-ui .info table :is(td, th) { padding: 8px 12px 8px 0; vertical-align: top; border-bottom: 1px solid #dde5e7 }
.swagger-ui .info th { font-weight: 600 }
.swagger-ui .info code { color: #14282d; background: #eef3f4; font-size: 14px; font-weight: 400; padding: 1px 4px }
.swagger-ui .info pre { background: #eef3f4; border-radius: 8px; padding: 12px 16px; margin: 16px 0 }
.swagger-ui .info pre code { padding: 0; font-size: 13px; line-height: 1.6 }`

const pageOf = ({ title, style = '' }: { title: string; style?: string }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${title}</title>
<link rel="icon" href="/icon.svg">
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
  `script-src 'self' 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

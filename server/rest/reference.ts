import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { OpenAPIHono } from '@hono/zod-openapi'

const ASSETS = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const

/** The reference page at /docs. Its script and style come from the package: a reader's browser calls nobody else (L7). */
export function referencePage(app: OpenAPIHono): void {
  for (const [name, type] of Object.entries(ASSETS)) {
    let content: Buffer<ArrayBuffer> | undefined
    app.get(`/docs/${name}`, (c) => {
      content ??= readFileSync(path.join(PACKAGE, name)) as Buffer<ArrayBuffer>
      return c.body(content, 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' })
    })
  }
  app.get('/docs', (c) => c.html(PAGE, 200, { 'Content-Security-Policy': POLICY, 'X-Content-Type-Options': 'nosniff' }))
}

// Found by its path: what is resolved by name, the build of the pages takes apart and bundles.
const PACKAGE = path.join(/* turbopackIgnore: true */ process.cwd(), 'node_modules/swagger-ui-dist')

const SCRIPT = `SwaggerUIBundle({ url: '/v4/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'list',
  defaultModelsExpandDepth: 0, tryItOutEnabled: false, persistAuthorization: false })`

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>Envoi API v4</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<style>body { margin: 0 } .swagger-ui .info { margin: 32px 0 16px }</style>
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

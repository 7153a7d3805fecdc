// npm run sdk: writes the SDK's types and methods, the events of docs/webhooks.md and the labels of events for pages, from the declarations of the routes
// and the table of events; --check only compares.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Document, methodsOf, routesModule, schemasModule, typesModule } from '../sdk/generate.ts'
import { restApp } from '../server/rest/app.ts'
import { eventLabelsModule, eventsDocument, eventsSection } from '../server/rest/docs/event-docs.ts'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '')

// The address is in the document, but in none of the types.
const app = restApp({ base_url: 'http://localhost', metrics_token: undefined })
const answer = await app.request('http://localhost/v4/openapi.json')
const document = (await answer.json()) as Document
const methods = methodsOf(document)
const files = {
  'sdk/generated/types.ts': typesModule(methods, document),
  'sdk/generated/routes.ts': routesModule(methods, document),
  'sdk/generated/events.ts': schemasModule(eventsDocument() as Document),
  'server/core/events/labels.ts': eventLabelsModule(),
  'docs/webhooks.md': read('docs/webhooks.md').replace(/^## Events\n[\s\S]*?(?=^## )/m, () => eventsSection()),
}

for (const [file, content] of Object.entries(files)) {
  if (read(file) === content) continue
  if (process.argv.includes('--check')) {
    console.error(`${file} does not match the API: run npm run sdk and commit the result.`)
    process.exitCode = 1
  } else {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), content)
  }
}

// npm run sdk: writes the SDK's types from the OpenAPI document that the routes declare; --check only compares.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { typesOf } from '../sdk/generate.ts'
import { restApp } from '../server/rest/app.ts'

const file = path.join(import.meta.dirname, '../sdk/generated/schema.ts')
// The address is in the document and in none of the types.
const app = restApp({ base_url: 'http://localhost', metrics_token: undefined })
const document = await app.request('http://localhost/v4/openapi.json')
const wanted = await typesOf(await document.json())

if (!process.argv.includes('--check')) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, wanted)
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
  console.error('sdk/generated/schema.ts does not fit the API: run npm run sdk and commit the result.')
  process.exitCode = 1
}

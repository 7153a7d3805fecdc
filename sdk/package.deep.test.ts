import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')

const SCRIPT = `
import { createEnvoi, verifyWebhook } from '@envoi/sdk'
import file from '@envoi/sdk/webhook-vectors.json' with { type: 'json' }
const { vectors } = file
const wrong = []
for (const { name, raw_body, header, secret, tolerance, now, accepted } of vectors)
  if (accepted !== await verifyWebhook(raw_body, header, secret, tolerance, now * 1000).then(() => true, () => false)) wrong.push(name)
console.log(JSON.stringify({ vectors: vectors.length, wrong, client: typeof createEnvoi }))
`

const TYPED = `
import { createEnvoi, verifyWebhook, type Envoi, type Tag, type WebhookEvent } from '@envoi/sdk'
const envoi: Envoi = createEnvoi({ base_url: 'https://mail.example.com', api_key: 'k' })
export const names = async (): Promise<string[]> => (await envoi.tags.list()).tags.map((tag) => tag.name)
export async function every(): Promise<Tag[]> {
  const tags: Tag[] = []
  for await (const { id } of envoi.tags.list({ per_page: 2 })) tags.push((await envoi.request('GET /v4/tags/{id}', id)).tag)
  return tags
}
export const first = async (body: Uint8Array): Promise<WebhookEvent | undefined> => (await verifyWebhook(body, 't=1', 'whsec_')).events[0]
// @ts-expect-error: neither key nor token
export const wrong = createEnvoi({ base_url: 'https://mail.example.com' })
// @ts-expect-error: an unknown field of a body
export const field = () => envoi.tags.create({ name: 'Beta', tint: 'red' })
// @ts-expect-error: an unknown field of a body, by its route
export const routed = () => envoi.request('POST /v4/tags', { name: 'Beta', tint: 'red' })
// @ts-expect-error: an unknown parameter
export const parameter = () => envoi.tags.list({ pages: 2 })
// @ts-expect-error: a required body
export const body = () => envoi.tags.create()
// @ts-expect-error: an unknown route
export const route = () => envoi.request('GET /v4/nothing')
`

let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'envoi-sdk-'))
  const installed = path.join(folder, 'node_modules/@envoi/sdk')
  mkdirSync(installed, { recursive: true })
  const pack = ['pack', '--workspace', 'sdk', '--pack-destination', folder]
  execFileSync('npm', pack, { cwd: ROOT, stdio: 'ignore' })
  const [packed = ''] = globSync('*.tgz', { cwd: folder })
  execFileSync('tar', ['-xzf', path.join(folder, packed), '--strip-components=1', '-C', installed])
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (file: string, text: string, flags: readonly string[] = [], args: readonly string[] = []) => {
  writeFileSync(path.join(folder, file), text)
  return execFileSync(process.execPath, [...flags, path.join(folder, file), ...args], { cwd: folder, encoding: 'utf8' })
}

test('the packed package verifies the vectors that it ships, in a separate folder [W11]', () => {
  const said = JSON.parse(run('try.mjs', SCRIPT))
  expect(said).toEqual({ vectors: expect.any(Number), wrong: [], client: 'function' })
  expect(said.vectors).toBeGreaterThan(20)
})

test("require() loads the package's CommonJS form, which does not need a newer Node [W11]", () => {
  const script = `const { verifyWebhook } = require('@envoi/sdk')
    console.log(typeof verifyWebhook, require('@envoi/sdk/webhook-vectors.json').vectors.length > 20)`
  expect(run('try.cjs', script, ['--no-experimental-require-module'])).toBe('function true\n')
})

/**
 * Compiles each file with its options, in one process that reads the libraries once and checks each declaration file once. Prints the errors by
 * file.
 */
const COMPILE = `
const [typescript, programs] = JSON.parse(process.argv[2])
const ts = (await import(typescript)).default
const libraries = new Map()
const checked = new Set()
const found = {}
for (const { file, ...how } of programs) {
  const { options, errors } = ts.convertCompilerOptionsFromJson(how, process.cwd())
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile
  host.getSourceFile = (name, ...rest) => {
    if (!/\\/typescript\\/lib\\/lib\\.[^/]*$/.test(name)) return read(name, ...rest)
    if (!libraries.has(name)) libraries.set(name, read(name, ...rest))
    return libraries.get(name)
  }
  const program = ts.createProgram([file], options, host)
  const files = program.getSourceFiles().filter(({ fileName }) => !checked.has(fileName))
  for (const { fileName } of files) checked.add(fileName)
  const diagnostics = [...errors, ...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()]
  for (const one of files) diagnostics.push(...program.getSyntacticDiagnostics(one), ...program.getSemanticDiagnostics(one))
  found[file] = ts.formatDiagnostics(diagnostics, host)
}
console.log(JSON.stringify(found))
`

const PROJECTS = [
  { module: 'CommonJS', moduleResolution: 'node10', file: 'old.ts' },
  { module: 'Node16', moduleResolution: 'node16', file: 'new.cts' },
  { module: 'NodeNext', moduleResolution: 'nodenext', file: 'new.mts' },
  { module: 'ESNext', moduleResolution: 'bundler', file: 'bundled.ts' },
]

test('the package compiles strictly in projects with all module kinds and their resolutions', () => {
  const how = { noEmit: true, strict: true, skipDefaultLibCheck: true, target: 'es2022', lib: ['es2022', 'dom'] }
  for (const { file } of PROJECTS) writeFileSync(path.join(folder, file), TYPED)
  const typescript = path.join(ROOT, 'sdk/node_modules/typescript/lib/typescript.js')
  const programs = PROJECTS.map((project) => ({ ...how, ...project }))
  const found = JSON.parse(run('compile.mjs', COMPILE, [], [JSON.stringify([typescript, programs])]))
  expect(found).toEqual(Object.fromEntries(PROJECTS.map(({ file }) => [file, ''])))
})

test('the types are small for their number of methods, and the package has its license and no dependencies', () => {
  const installed = path.join(folder, 'node_modules/@envoi/sdk')
  const types = globSync('dist/*.d.ts', { cwd: installed }).concat(
    globSync('dist/generated/*.d.ts', { cwd: installed }),
  )
  const bytes = types.reduce((sum, file) => sum + statSync(path.join(installed, file)).size, 0)
  const routes = readFileSync(path.join(installed, 'dist/generated/routes.js'), 'utf8').match(/ \/v4\//g) ?? []
  expect(bytes / routes.length).toBeLessThan(1_100)
  expect(readFileSync(path.join(installed, 'LICENSE'), 'utf8')).toBe(readFileSync(path.join(ROOT, 'LICENSE'), 'utf8'))
  const { dependencies = {} } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'))
  expect(dependencies).toEqual({})
})

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
import { createEnvoi, data, verifyWebhook, type WebhookEvent } from '@envoi/sdk'
export const names = async (): Promise<string[]> =>
  (await data(createEnvoi({ base_url: 'https://mail.example.com', api_key: 'k' }).GET('/v4/tags'))).tags.map((tag) => tag.name)
export const first = async (body: Uint8Array): Promise<WebhookEvent | undefined> => (await verifyWebhook(body, 't=1', 'whsec_')).events[0]
// @ts-expect-error: neither key nor token
export const wrong = createEnvoi({ base_url: 'https://mail.example.com' })
`

let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'envoi-sdk-'))
  const installed = path.join(folder, 'node_modules/@envoi/sdk')
  mkdirSync(installed, { recursive: true })
  const pack = ['pack', '--workspace', 'sdk', '--pack-destination', folder]
  execFileSync('npm', pack, { cwd: ROOT, stdio: 'ignore' })
  execFileSync('tar', ['-xzf', path.join(folder, 'envoi-sdk-0.1.0.tgz'), '--strip-components=1', '-C', installed])
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name), 'junction')
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

const run = (file: string, text: string, args: readonly string[] = []) => {
  writeFileSync(path.join(folder, file), text)
  return execFileSync(process.execPath, [...args, path.join(folder, file)], { cwd: folder, encoding: 'utf8' })
}

test('the package as npm packs it verifies the vectors that it ships, in a folder of its own [W11]', () => {
  const said = JSON.parse(run('try.mjs', SCRIPT))
  expect(said).toEqual({ vectors: expect.any(Number), wrong: [], client: 'function' })
  expect(said.vectors).toBeGreaterThan(20)
}, 120_000)

test('require() gives the package its CommonJS form, which needs nothing of newer Nodes [W11]', () => {
  const script = `const { verifyWebhook } = require('@envoi/sdk')
    console.log(typeof verifyWebhook, require('@envoi/sdk/webhook-vectors.json').vectors.length > 20)`
  expect(run('try.cjs', script, ['--no-experimental-require-module'])).toBe('function true\n')
})

test.each([
  ['CommonJS', 'node10', 'old.ts'],
  ['Node16', 'node16', 'new.cts'],
  ['NodeNext', 'nodenext', 'new.mts'],
  ['ESNext', 'bundler', 'bundled.ts'],
])('the package compiles strictly in a project of module %s, resolved as by %s', (module, moduleResolution, file) => {
  const tsc = path.join(ROOT, 'sdk/node_modules/typescript/bin/tsc')
  const how = ['--noEmit', '--strict', '--skipDefaultLibCheck', '--target', 'es2022', '--lib', 'es2022,dom']
  const found = ['--module', module, '--moduleResolution', moduleResolution, path.join(folder, file)]
  writeFileSync(path.join(folder, file), TYPED)
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, ...how, ...found], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
})

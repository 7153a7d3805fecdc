import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

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

test('W11: the package as npm packs it verifies the vectors that it ships, in a folder of its own', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'envoi-sdk-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const installed = path.join(folder, 'node_modules/@envoi/sdk')
  mkdirSync(installed, { recursive: true })
  const pack = ['pack', '--workspace', 'sdk', '--pack-destination', folder]
  execFileSync('npm', pack, { cwd: ROOT, stdio: 'ignore' })
  execFileSync('tar', ['-xzf', path.join(folder, 'envoi-sdk-0.1.0.tgz'), '--strip-components=1', '-C', installed])
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name), 'junction')
  writeFileSync(path.join(folder, 'try.mjs'), SCRIPT)
  const said = JSON.parse(execFileSync(process.execPath, [path.join(folder, 'try.mjs')], { encoding: 'utf8' }))
  expect(said).toEqual({ vectors: expect.any(Number), wrong: [], client: 'function' })
  expect(said.vectors).toBeGreaterThan(20)
}, 120_000)

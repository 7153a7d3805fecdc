import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { completeBuilds } from '../server/build/folders.ts'
import { startProduct, untilReady } from './support/process.ts'

const ROOT = path.join(import.meta.dirname, '..')
/** Neither in the image nor needed to build it. */
const OTHERS = ['.git', '.data', '.next', 'bench', 'e2e', 'node_modules', 'test-results']

/** Creates hard links to the project's files that belong in the image. */
function copyOfProject(): string {
  const copy = mkdtempSync(path.join(ROOT, '.next/image-'))
  const link = (names: string[], folder = '.') => {
    mkdirSync(path.join(copy, folder), { recursive: true })
    const sources = names.map((name) => path.join(ROOT, folder, name))
    expect(spawnSync('cp', ['-al', ...sources, path.join(copy, folder)]).status).toBe(0)
  }
  link(readdirSync(ROOT).filter((name) => !OTHERS.includes(name)))
  link(
    readdirSync(path.join(ROOT, 'node_modules')).filter((name) => name !== '.cache'),
    'node_modules',
  )
  const { dir = '' } = completeBuilds(ROOT)[0] ?? {}
  link([path.basename(dir)], path.dirname(dir))
  return copy
}

test('the image runs pages, the API, a worker and commands', { tag: '@deep' }, async () => {
  const root = copyOfProject()
  const { status, stderr } = spawnSync(process.execPath, ['scripts/image.mjs'], { cwd: root, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  const settings = { NODE_ENV: 'production', DATA_DIR: path.join(root, '.data') }
  const product = await startProduct(settings, { root })
  await untilReady(product)
  for (const page of ['/login', '/docs', '/docs/webhooks', '/v4/openapi.json', '/icon.svg'])
    expect([page, (await fetch(product.base_url + page)).status]).toEqual([page, 200])
  const doctor = await startProduct(settings, { root, program: 'cli', args: ['doctor'] })
  await doctor.ended()
  expect(doctor.output()).toMatch(/^ok {4}database /m)
  const worker = await startProduct(settings, { root, program: 'worker' })
  await expect.poll(worker.output).toContain('Jobs are running.')
  for (const { child, ended } of [worker, product]) {
    child.kill('SIGTERM')
    expect(await ended()).toBe(0)
  }
  rmSync(root, { recursive: true, force: true })
})

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BUILDS, completeBuild, deleteOldBuilds, findBuild, keepBuild, newBuildFolder } from './folders.ts'

const HOUR_MS = 60 * 60_000

function project(): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'envoi-builds-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(path.join(root, BUILDS), { recursive: true })
  return root
}

/** Creates a build with its own asset, last used `age_ms` ago. */
function addBuild(root: string, sources: string, age_ms: number): string {
  const dir = newBuildFolder(root, sources)
  mkdirSync(path.join(root, dir, 'static/chunks'), { recursive: true })
  writeFileSync(path.join(root, dir, `static/chunks/${sources}.js`), sources)
  completeBuild(root, dir)
  const then = new Date(Date.now() - age_ms)
  utimesSync(path.join(root, dir, 'complete.json'), then, then)
  return dir
}

const assetsOf = (root: string, dir: string) => readdirSync(path.join(root, dir, 'static/chunks')).sort()

test('a new clone has no build', () => {
  const root = project()
  rmSync(path.join(root, BUILDS), { recursive: true })
  expect(findBuild(root, 'a'.repeat(64))).toBeUndefined()
})

test('the newest two builds that no process uses are kept, however many there were', () => {
  const root = project()
  const dirs = [5, 4, 3, 2, 1].map((hours) => addBuild(root, `version-${hours}`, hours * HOUR_MS))
  deleteOldBuilds(root)
  expect(dirs.map((dir) => existsSync(path.join(root, dir)))).toEqual([false, false, false, true, true])
})

test('a build that a process uses is not removed, however old it is', () => {
  const root = project()
  const old = addBuild(root, 'old', 100 * HOUR_MS)
  const stopUsing = keepBuild(root, old)
  onTestFinished(stopUsing)
  for (const hours of [4, 3, 2]) addBuild(root, `version-${hours}`, hours * HOUR_MS)
  deleteOldBuilds(root)
  expect(existsSync(path.join(root, old))).toBe(true)
  expect(readdirSync(path.join(root, BUILDS))).toHaveLength(2)
})

test('an interrupted build is never served and is removed', () => {
  const root = project()
  const cut_off = newBuildFolder(root, 'sources')
  expect(findBuild(root, 'sources')).toBeUndefined()
  deleteOldBuilds(root)
  expect(existsSync(path.join(root, cut_off))).toBe(false)
})

test('a build whose assets were removed by hand does not stop the next one', () => {
  const root = project()
  rmSync(path.join(root, addBuild(root, 'first', HOUR_MS), 'static'), { recursive: true })
  expect(assetsOf(root, addBuild(root, 'second', 0))).toEqual(['second.js'])
})

test('a build has the assets of earlier builds, which do not accumulate', () => {
  const root = project()
  addBuild(root, 'first', 3 * HOUR_MS)
  expect(assetsOf(root, addBuild(root, 'second', 2 * HOUR_MS))).toEqual(['first.js', 'second.js'])
  deleteOldBuilds(root)
  addBuild(root, 'third', HOUR_MS)
  deleteOldBuilds(root)
  expect(assetsOf(root, addBuild(root, 'fourth', 0))).toEqual(['fourth.js', 'second.js', 'third.js'])
})

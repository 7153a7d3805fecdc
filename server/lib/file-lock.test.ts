import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { acquireFileLock } from './file-lock.ts'

function lockFile(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'envoi-lock-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return path.join(dir, 'lock')
}

/** The first attempt clears a stale lock away, the second acquires it. */
const acquireOrTakeOver = (file: string) => acquireFileLock(file) ?? acquireFileLock(file)

test('a lock has one holder until it is released', () => {
  const file = lockFile()
  const release = acquireFileLock(file)
  expect(acquireOrTakeOver(file)).toBeUndefined()
  release?.()
  const again = acquireFileLock(file)
  expect(again).toBeDefined()
  again?.()
  expect(existsSync(file)).toBe(false)
})

test('the lock of a process that died is taken over', () => {
  const file = lockFile()
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(file, `${pid} gone`)
  const release = acquireOrTakeOver(file)
  expect(release).toBeDefined()
  release?.()
})

test('a lock that nobody renews is taken over, although its process id belongs to a living process', () => {
  const file = lockFile()
  for (const minutes of [-5, 5]) {
    writeFileSync(file, `${process.pid} before the restart`)
    const then = new Date(Date.now() + minutes * 60_000)
    utimesSync(file, then, then)
    const release = acquireOrTakeOver(file)
    expect(release, `${minutes} minutes`).toBeDefined()
    release?.()
  }
})

test('releasing a lock that another process has taken over leaves it to that process', () => {
  const file = lockFile()
  const release = acquireFileLock(file)
  writeFileSync(file, `${process.pid} another`)
  release?.()
  expect(readFileSync(file, 'utf8')).toBe(`${process.pid} another`)
})

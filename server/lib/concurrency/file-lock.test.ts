import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { acquireFileLock } from './file-lock.ts'

function lockPath(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'envoi-lock-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return path.join(dir, 'lock')
}

/** A process acquires the lock and dies. */
function acquireAndDie(lock: string): void {
  const module = path.join(import.meta.dirname, 'file-lock.ts')
  const code = `import { acquireFileLock } from ${JSON.stringify(module)}; acquireFileLock(${JSON.stringify(lock)}); process.kill(process.pid, 'SIGKILL')`
  expect(spawnSync(process.execPath, ['--input-type=module', '--eval', code]).signal).toBe('SIGKILL')
}

/** The first attempt removes a stale lock, the second acquires it. */
const acquireOrTakeOver = (lock: string) => acquireFileLock(lock) ?? acquireFileLock(lock)

test('a lock has one owner until it is released', () => {
  const lock = lockPath()
  const release = acquireFileLock(lock)
  expect(acquireOrTakeOver(lock)).toBeUndefined()
  release?.()
  const again = acquireFileLock(lock)
  expect(again).toBeDefined()
  again?.()
  expect(readdirSync(path.dirname(lock))).toEqual([])
})

test('the lock of a process that died is taken over', () => {
  const lock = lockPath()
  acquireAndDie(lock)
  const release = acquireOrTakeOver(lock)
  expect(release).toBeDefined()
  release?.()
})

test('of two processes that find a stale lock at the same moment, one acquires it', () => {
  const lock = lockPath()
  acquireAndDie(lock)
  // The first one takes over the lock while the second one checks whether the owner is alive.
  let first: (() => void) | undefined
  const look = vi.spyOn(process, 'kill').mockImplementationOnce((pid, signal) => {
    first = acquireOrTakeOver(lock)
    return process.kill(pid, signal)
  })
  onTestFinished(() => look.mockRestore())
  expect(acquireOrTakeOver(lock)).toBeUndefined()
  expect(first).toBeDefined()
  first?.()
  expect(existsSync(lock)).toBe(false)
})

test('a lock that no one renews is taken over, although its process id belongs to a running process', () => {
  const lock = lockPath()
  for (const minutes of [-5, 5]) {
    const owner = path.join(lock, `${process.pid}-before-the-restart`)
    mkdirSync(lock, { recursive: true })
    writeFileSync(owner, '')
    const then = new Date(Date.now() + minutes * 60_000)
    utimesSync(owner, then, then)
    const release = acquireOrTakeOver(lock)
    expect(release, `${minutes} minutes`).toBeDefined()
    release?.()
  }
})

test('releasing a lock that another process took over does not remove it', () => {
  const lock = lockPath()
  const release = acquireFileLock(lock)
  const [owner = ''] = readdirSync(lock)
  rmSync(path.join(lock, owner))
  const release_second = acquireFileLock(lock)
  release?.()
  expect(acquireOrTakeOver(lock)).toBeUndefined()
  release_second?.()
  expect(existsSync(lock)).toBe(false)
})

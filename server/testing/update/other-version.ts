import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../../..')

/**
 * Creates a folder with this code under another version and with additional migrations. Returns the folder, which is deleted after the
 * test.
 */
export function makeOtherVersion(version: string, migrations: readonly { name: string; sql: string }[]): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'envoi-version-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  for (const name of readdirSync(ROOT))
    if (!['package.json', 'prisma', '.env'].includes(name)) symlinkSync(path.join(ROOT, name), path.join(dir, name))
  const described = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  writeFileSync(path.join(dir, 'package.json'), JSON.stringify({ ...described, version }))
  cpSync(path.join(ROOT, 'prisma'), path.join(dir, 'prisma'), { recursive: true })
  for (const { name, sql } of migrations) {
    mkdirSync(path.join(dir, 'prisma/migrations', name))
    writeFileSync(path.join(dir, 'prisma/migrations', name, 'migration.sql'), sql)
  }
  return dir
}

/**
 * Returns the arguments for Node to run a program in the folder. Links count as the folder's own files, so the program finds its version
 * and migrations.
 */
export const programOf = (version: string, program: string): string[] => [
  '--preserve-symlinks',
  '--preserve-symlinks-main',
  path.join(version, program),
]

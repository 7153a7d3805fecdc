import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pooler, PoolerOptions } from './modes.ts'

export const PGBOUNCER = '/usr/sbin/pgbouncer'
/** PgBouncer refuses to run as root. */
const UNPRIVILEGED = 65_534

export async function startPgBouncer(database_url: string, { mode, most = 30 }: PoolerOptions): Promise<Pooler> {
  const url = new URL(database_url)
  const port = await freePort()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'envoi-pgbouncer-'))
  chmodSync(folder, 0o755)
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${url.port || 5432} user=${decodeURIComponent(url.username)} password=${decodeURIComponent(url.password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
max_client_conn = 500
default_pool_size = ${most}
server_round_robin = 1
`,
    { mode: 0o644 },
  )
  const user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}
  const child = spawn(PGBOUNCER, ['-q', file], { stdio: 'ignore', ...user })
  const exit = once(child, 'exit')
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
    await pause(20)
  }
  // Otherwise connections would bypass PgBouncer through the Unix socket.
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${port}`
  const close = async () => {
    child.kill('SIGTERM')
    await exit
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: url.href, close }
}

async function freePort(): Promise<number> {
  const server = net.createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

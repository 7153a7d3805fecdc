import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Postfix {
  port: number
  version: string
  /** Returns its log. */
  log: () => string
  close: () => Promise<void>
}

/**
 * Starts Postfix on loopback with its own folders. It accepts email from loopback and passes each domain of `routes` to a port of this machine,
 * without DNS. Throws if Postfix is not installed or if this user is not root, which Postfix needs to start.
 */
export async function startPostfix({
  port,
  routes,
}: {
  port: number
  routes: Record<string, number>
}): Promise<Postfix> {
  if (process.getuid?.() !== 0) throw new Error('Postfix starts only as root')
  const folder = mkdtempSync(path.join(tmpdir(), 'envoi-postfix-'))
  const pathOf = (name: string) => path.join(folder, name)
  const command = (...args: string[]) => run('postfix', ['-c', folder, ...args])
  const { stdout } = await run('postconf', ['-dh', 'mail_version', 'daemon_directory'])
  const [version = '', daemons = ''] = stdout.trim().split('\n')
  writeFileSync(
    pathOf('routes'),
    Object.entries(routes)
      .map(([domain, to]) => `${domain} smtp:[127.0.0.1]:${to}\n`)
      .join(''),
  )
  writeFileSync(pathOf('main.cf'), mainConfig(folder))
  writeFileSync(pathOf('master.cf'), SERVICES.replaceAll('{port}', String(port)))
  await run('install', ['-d', '-o', 'postfix', pathOf('data')])
  await run('install', ['-d', pathOf('queue')])
  await run('chmod', ['755', folder])
  // The daemons belong to the installation; only the folders are separate.
  if (!daemons) throw new Error('postconf names no daemon_directory')
  await command('start')
  return {
    port,
    version,
    log: () => readFileSync(pathOf('log'), 'utf8'),
    close: async () => {
      await command('stop').catch(() => command('abort'))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const mainConfig = (folder: string) => `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
myhostname = mx.studio.example
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_client_connection_count_limit = 0
local_transport = error:no local mail
alias_maps =
transport_maps = texthash:${folder}/routes
smtp_dns_support_level = disabled
smtp_host_lookup = native
smtp_tls_security_level = none
default_destination_concurrency_limit = 10
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
destination_concurrency_failed_cohort_limit = 0
`

const SERVICES = `127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
`

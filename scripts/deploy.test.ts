import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { Settings } from '../server/env.ts'
import { KEEP_ALIVE_MS } from '../server/http/listener.ts'
import { MAX_FILE_BYTES } from '../server/modules/imports/schema.ts'
import { restApp } from '../server/rest/app.ts'
import { LAST_RESORT_MS } from '../server/stop.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
const known = new Set([...Object.keys(Settings.shape), 'NODE_ENV'])
const unknown = (names: readonly string[]) => names.filter((name) => !known.has(name))

interface Service {
  environment: Record<string, string>
  command?: string[]
  volumes?: string[]
  networks?: Record<string, { ipv4_address?: string }>
  depends_on?: Record<string, unknown>
  stop_grace_period?: string
  profiles?: string[]
  ports?: string[]
}
const compose_text = read('compose.yaml')
const compose: {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  networks: { envoi: { ipam: { config: { subnet: string; ip_range: string }[] } } }
} = parse(compose_text, { merge: true })
const { web, worker, proxy, inngest } = compose.services

const dockerfile = read('Dockerfile')
/** The health check's command has its own line, which is indented. */
const [check = [], start = []] = matches(dockerfile, /^ *CMD (\[.*\])$/gm).map((text): string[] => JSON.parse(text))

test('compose.yaml, the image and the units set only settings that exist', () => {
  for (const service of [web, worker]) expect(unknown(Object.keys(service?.environment ?? {}))).toEqual([])
  expect(unknown(Object.keys(inngest?.environment ?? {}))).toEqual([])
  // Settings of volumes, PostgreSQL and the proxy.
  const asked = new Set([...matches(compose_text, /\$\{(\w+)/g), ...matches(compose_text, /\b([A-Z]+_[A-Z_]+)=/g)])
  expect(unknown([...asked]).sort()).toEqual(['BACKUPS', 'DOMAIN', 'HOSTS', 'POSTGRES_PASSWORD'])
  expect(unknown(matches(dockerfile.match(/^ENV .*$/m)?.[0] ?? '', /(\w+)=/g))).toEqual([])
  for (const unit of readdirSync('examples/deploy/systemd')) {
    const text = read(`examples/deploy/systemd/${unit}`)
    const set = [...text.matchAll(/^(?:Environment=|ExecStart=\/usr\/bin\/env )(.*)$/gm)].map(([, line = '']) => line)
    const names = set.flatMap((line) => matches(line, /(?:^| )([A-Z_]+)=/g))
    expect(names.length).toBeGreaterThan(1)
    expect(unknown(names), unit).toEqual([])
  }
})

test('every command of compose.yaml, the image and the units starts a file that exists', () => {
  const units = readdirSync('examples/deploy/systemd').map((unit) => read(`examples/deploy/systemd/${unit}`))
  const started = [worker?.command?.join(' ') ?? '', start.join(' '), ...units]
  for (const text of started) {
    const [script = ''] = matches(text, /(?:^|[ =])node (scripts\/\S+)/gm)
    expect(existsSync(script), text).toBe(true)
  }
  for (const [volume] of (proxy?.volumes ?? []).map((given) => given.split(':')))
    expect(volume?.startsWith('./') ? existsSync(volume) : volume && volume in compose.volumes, volume).toBe(true)
})

test('the proxy of compose.yaml has the trusted address of its comment, and visitors reach the web process only through it', () => {
  const trusted = compose_text.match(/TRUSTED_PROXIES=([\d.]+)/)?.[1]
  expect(trusted).toBeDefined()
  expect(proxy?.networks?.envoi?.ipv4_address).toBe(trusted)
  const published = [web, worker, inngest].flatMap((service) => service?.ports ?? [])
  expect(published).toHaveLength(2)
  for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:/)
  // A name known only to containers would not lead a browser to the dashboard.
  expect(inngest?.ports).toEqual([
    `127.0.0.1:${compose_text.match(/INNGEST_DASHBOARD_URL=http:\/\/localhost:(\d+)/)?.[1]}:8288`,
  ])
  expect([proxy?.profiles, inngest?.profiles]).toEqual([['proxy'], ['inngest']])
})

test('no other container of compose.yaml can get the address of the proxy', () => {
  const address = proxy?.networks?.envoi?.ipv4_address ?? ''
  const [{ subnet, ip_range } = { subnet: '', ip_range: '' }] = compose.networks.envoi.ipam.config
  const isIn = (range: string) => {
    const [start = '', bits] = range.split('/')
    const list = new BlockList()
    list.addSubnet(start, Number(bits))
    return list.check(address)
  }
  expect([isIn(subnet), isIn(ip_range)]).toEqual([true, false])
})

test('compose.yaml and the units wait longer for a process than it may take to end', () => {
  for (const service of [web, worker])
    expect(Number.parseInt(service?.stop_grace_period ?? '0', 10) * 1_000).toBeGreaterThan(LAST_RESORT_MS)
  for (const unit of readdirSync('examples/deploy/systemd')) {
    const [seconds] = matches(read(`examples/deploy/systemd/${unit}`), /^TimeoutStopSec=(\d+)$/gm)
    expect(Number(seconds) * 1_000).toBeGreaterThan(LAST_RESORT_MS)
  }
})

test('every process of compose.yaml has the folders of images and backups', () => {
  const data_dir = dockerfile.match(/\bDATA_DIR=(\S+)/)?.[1]
  const [backup_dir] = matches(compose_text, /\bBACKUP_DIR=(\S+)/g)
  for (const service of [web, worker]) {
    expect(service?.volumes?.map((volume) => volume.split(':').at(-1))).toEqual([data_dir, backup_dir])
    expect(service?.volumes?.[0]).toBe(`files:${data_dir}`)
  }
  // A new volume belongs to root unless the image contains the folder.
  for (const folder of [data_dir, backup_dir])
    expect(dockerfile).toContain(`COPY --from=build --chown=1000:1000 ${folder} ${folder}\n`)
})

test('the units can write to the backup folder of docs/backups.md', () => {
  const [backup_dir] = matches(read('docs/backups.md'), /^- \*\*systemd\*\*.*`BACKUP_DIR=([^`]+)`/gm)
  expect(backup_dir).toBeDefined()
  for (const unit of readdirSync('examples/deploy/systemd'))
    expect(read(`examples/deploy/systemd/${unit}`)).toContain(`\nReadWritePaths=-${backup_dir}\n`)
})

test('the image does not run as root and contains no secrets or data from its build folder', () => {
  expect(dockerfile.match(/^USER (\S+)$/m)?.[1]).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['.env', '.env.*', '.data', '.git', '**/node_modules']),
  )
})

test('the units remove every right that a process does not need', () => {
  for (const unit of readdirSync('examples/deploy/systemd'))
    expect(read(`examples/deploy/systemd/${unit}`).split('\n'), unit).toEqual(
      expect.arrayContaining([
        'NoNewPrivileges=yes',
        'ProtectSystem=strict',
        'ProtectHome=yes',
        'PrivateTmp=yes',
        'CapabilityBoundingSet=',
        'User=envoi',
      ]),
    )
})

test.each([
  [200, 0],
  [503, 1],
])('the health check of the image ends with the answer of /readyz: %i, %i', async (status, code) => {
  const requested_urls: string[] = []
  const server = createServer((request, response) => {
    requested_urls.push(request.url ?? '')
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const [command, ...args] = check
  expect(command).toBe('node')
  const { port } = server.address() as AddressInfo
  const child = spawn(process.execPath, args, { env: { NODE_ENV: 'test', PORT: String(port) }, stdio: 'ignore' })
  expect(await once(child, 'exit')).toEqual([code, null])
  expect(requested_urls).toEqual(['/readyz'])
})

const units = readdirSync('examples/deploy/systemd').map(
  (unit) => [unit, read(`examples/deploy/systemd/${unit}`)] as const,
)
const prometheus: { scrape_configs: { static_configs: { targets: string[] }[] }[]; rule_files: string[] } = parse(
  read('examples/deploy/monitoring/prometheus.yml'),
)
const caddyfile = read('examples/deploy/Caddyfile')
const nginx = read('examples/deploy/nginx.conf')

test.each(units)('%s has the sections of a unit, each directive once, and restarts after every end', (_unit, text) => {
  const sections = new Map<string, Map<string, string>>()
  let section: Map<string, string> | undefined
  for (const line of text.split('\n').filter((line) => line && !line.startsWith('#'))) {
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? []
    const [, key = '', value = ''] = /^([A-Z]\w+)=(.*)$/.exec(line) ?? []
    if (name) {
      section = new Map()
      sections.set(name, section)
    } else {
      expect({ line, is_directive: key !== '', is_again: section?.has(key) }).toEqual({
        line,
        is_directive: true,
        is_again: false,
      })
      section?.set(key, value)
    }
  }
  expect([...sections.keys()]).toEqual(['Unit', 'Service', 'Install'])
  expect(Object.fromEntries(sections.get('Service') ?? [])).toMatchObject({
    Type: 'exec',
    Restart: 'always',
    KillMode: 'mixed',
    ExecStart: expect.stringMatching(/^\/usr\/bin\/env /),
    WorkingDirectory: '/opt/envoi',
    StateDirectory: 'envoi',
    EnvironmentFile: '/etc/envoi/envoi.env',
  })
  expect(text).toContain(`DATA_DIR=/var/lib/${sections.get('Service')?.get('StateDirectory')}`)
  expect(sections.get('Install')?.get('WantedBy')).toBe('multi-user.target')
})

test('Caddy, nginx, Prometheus and the unit of web processes refer to the same processes', () => {
  const [first = '', ...others] = matches(units.map(([, text]) => text).join('\n'), /envoi-web@(\d+)/g)
  const processes = [first, ...others].map((port) => `127.0.0.1:${port}`)
  expect(Number(first)).toBe(Settings.shape.PORT.parse(undefined))
  for (const [upstreams = ''] of [...caddyfile.matchAll(/(?<=reverse_proxy \{\$UPSTREAMS:)[^}]+/g)])
    expect(upstreams.split(' ')).toEqual(processes)
  expect(caddyfile.match(/reverse_proxy/g)).toHaveLength(2)
  expect(matches(nginx, /^\tserver ([\d.:]+) /gm)).toEqual(processes)
  expect(nginx.match(/^upstream (\w+) /m)?.[1]).toBe(nginx.match(/proxy_pass http:\/\/(\w+);/)?.[1])
  expect(prometheus.scrape_configs.flatMap((job) => job.static_configs.flatMap(({ targets }) => targets))).toEqual(
    processes,
  )
  for (const file of prometheus.rule_files) expect(existsSync(`examples/deploy/monitoring/${file}`), file).toBe(true)
})

test('the proxies use settings that Envoi accepts and addresses that it answers, and close every block', () => {
  for (const text of [caddyfile, nginx]) {
    const [trusted = ''] = matches(text, /TRUSTED_PROXIES=([\d., :]+?), or/g)
    expect(Settings.shape.TRUSTED_PROXIES.parse(trusted)).toEqual(['127.0.0.1', '::1'])
    const code = text.replace(/#.*$/gm, '')
    expect(code.match(/\{/g)?.length).toBe(code.match(/\}/g)?.length)
    expect(code).toContain('/metrics')
  }
  for (const line of nginx
    .replace(/#.*$/gm, '')
    .split('\n')
    .filter((one) => one.trim()))
    expect(line.trim()).toMatch(/[;{}]$/)
  const asked = [...matches(caddyfile, /health_uri (\S+)/g), ...matches(caddyfile, /ask \{[^}]+\}(\S+)/g)]
  expect(asked).toEqual(['/readyz', '/site-domains/allowed'])
  const routes = new Set(
    restApp({ base_url: 'http://envoi.test', metrics_token: undefined }).routes.map(({ path }) => path),
  )
  for (const path of [...asked, '/metrics']) expect(routes.has(path), path).toBe(true)
  const [kept] = matches(nginx, /keepalive_timeout (\d+)s;/g)
  expect(Number(kept) * 1_000).toBeLessThan(KEEP_ALIVE_MS)
})

test("nginx accepts every file that can be imported and does not pass on a visitor's X-Forwarded-For", () => {
  expect(Number(nginx.match(/client_max_body_size (\d+)m;/)?.[1]) * 2 ** 20).toBeGreaterThan(MAX_FILE_BYTES)
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
})

import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { Histogram, Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { clock } from './core/clock.ts'
import { systemPool } from './core/context.ts'
import { countFigure, writeFigures } from './core/instance/figures.ts'
import { SERVICE_ACCOUNT } from './db/scope.ts'
import { env } from './env.ts'
import { observeInstance } from './metrics.ts'
import { LIMITS } from './modules/admin/overview/warn.ts'
import { PROCESS_LIMITS } from './modules/admin/overview/warn-process.ts'
import { OVERDUE_MS } from './modules/backups/service.ts'
import { metricsRegistry } from './rest/metrics.ts'
import { testAccount } from './testing/account.ts'
import { transports } from './testing/modules/sending.ts'

const FOLDER = 'examples/deploy/monitoring'

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
}
const rules = (parse(readFileSync(`${FOLDER}/alerts.yml`, 'utf8')) as Rules).groups.flatMap((group) => group.rules)
const dashboard = readFileSync(`${FOLDER}/grafana-dashboard.json`, 'utf8')

interface Selector {
  metric: string
  labels: string[]
}

/** Returns the metrics that a PromQL expression selects, and the labels that it groups by. Throws if Prometheus's grammar does not accept it. */
function readPromql(expr: string): { selectors: Selector[]; grouped: string[] } {
  // Variables of Grafana. Variables of labels are within strings.
  const text = expr.replaceAll('$__rate_interval', '5m')
  const [selectors, grouped]: [Selector[], string[]] = [[], []]
  parser.parse(text).iterate({
    enter(node) {
      const { name, type, from, to } = node
      if (type.isError) throw new Error(`${expr} is no PromQL at ${from}`)
      const found = text.slice(from, to)
      if (name === 'VectorSelector') selectors.push({ metric: '', labels: [] })
      const selector = selectors.at(-1)
      if (name === 'Identifier' && node.matchContext(['VectorSelector']) && selector) selector.metric = found
      if (name === 'LabelName' && node.matchContext(['UnquotedLabelMatcher'])) selector?.labels.push(found)
      if (name === 'LabelName' && node.matchContext(['GroupingLabels'])) grouped.push(found)
    },
  })
  return { selectors, grouped }
}

/** Returns metrics of a process whose jobs have not started yet. */
function observed(): Registry {
  const registry = new Registry()
  // With daily backups.
  const { BACKUP_DIR } = env()
  env().BACKUP_DIR = '/backups'
  observeInstance(registry, { version: '1.2.3', data_dir: '/' })
  env().BACKUP_DIR = BACKUP_DIR
  return registry
}

test('metrics contain version, connections, mail servers and disk, and omit unreadable values', async () => {
  countFigure('messages_sent', 3)
  countFigure('webhook_failures', 2)
  countFigure('webhook_attempts', 5)
  await writeFigures(new Date())
  // On a slow machine the database may not respond within the time limit of a reading.
  let text = ''
  await expect.poll(async () => (text = await observed().metrics())).toMatch(/^envoi_messages\{result="sent"\} \d/m)
  // Other tests count, too.
  const count = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )
  expect(count('envoi_messages{result="sent"}')).toBeGreaterThanOrEqual(3)
  expect(text).toMatch(/^envoi_messages\{result="complained"\} \d/m)
  expect(count('envoi_webhook_attempts{result="failed"}')).toBeGreaterThanOrEqual(2)
  expect(text).toContain('envoi_info{version="1.2.3"} 1\n')
  expect(text).toMatch(/^envoi_backup_age_seconds \d/m)
  expect(text).toMatch(/^envoi_database_connections\{pool="main",state="waiting"\} 0$/m)
  expect(text).toMatch(/^envoi_refused_transports 0$/m)
  expect(text).toMatch(/^envoi_engagement_lag_seconds \d/m)
  expect(text).toMatch(/^envoi_data_free_bytes\{folder="data"\} [1-9]/m)
  expect(text).not.toMatch(/^envoi_jobs_(?:oldest_waiting_seconds|runs)[ {]/m)
})

test('servers that refuse everyone and accounts refused by a server are two gauges, which end two hours after the last refusal', async () => {
  const { main } = await transports({ main: {} })
  const now = new Date('2026-03-04T12:00:00Z')
  let current = now
  const { now: before } = clock
  clock.now = () => current
  onTestFinished(() => {
    clock.now = before
  })
  const refuse = (account_id: number) =>
    systemPool().query(
      `insert into transport_circuit (transport, account_id, kind, reply, failures, since, last_at, pauses, probe_at)
       values ($1, $2, 'refused', '550 Blocked', 5, $3, $3, 1, $3)`,
      [main?.name, account_id, now],
    )
  const refused = async () =>
    [...(await observed().metrics()).matchAll(/^envoi_refused_(\w+) (\d+)$/gm)].map(([, who, count]) => [who, count])
  const shows = (transports: string, accounts: string) =>
    expect.poll(refused).toEqual([
      ['transports', transports],
      ['accounts', accounts],
    ])
  await testAccount()
  const { account_id } = await testAccount()
  await shows('0', '0')
  await refuse(account_id)
  await shows('0', '1')
  await refuse(SERVICE_ACCOUNT)
  await shows('1', '1')
  current = new Date(+now + 2 * 3_600_000 - 1)
  await shows('1', '1')
  current = new Date(+now + 2 * 3_600_000)
  await shows('0', '0')
})

test('the free space of the folders of images and of backups are two values', async () => {
  const { BACKUP_DIR } = env()
  onTestFinished(() => {
    env().BACKUP_DIR = BACKUP_DIR
  })
  env().BACKUP_DIR = '/'
  const registry = new Registry()
  observeInstance(registry, { version: '1.2.3', data_dir: '/' })
  const text = await registry.metrics()
  for (const folder of ['data', 'backups'])
    expect(text).toMatch(new RegExp(`^envoi_data_free_bytes\\{folder="${folder}"\\} [1-9]`, 'm'))
})

test('Prometheus’s grammar accepts the alert rules and the dashboard, which use only existing metrics and labels', () => {
  // Every target has a job and an instance, and `up` is Prometheus's own.
  const of_target = ['job', 'instance']
  const labels_by_metric = new Map([['up', of_target]])
  for (const registry of [observed(), metricsRegistry()])
    for (const metric of registry.getMetricsAsArray()) {
      const { name, labelNames } = metric as unknown as { name: string; labelNames: string[] }
      const labels = [...of_target, ...labelNames]
      if (!(metric instanceof Histogram)) labels_by_metric.set(name, labels)
      else {
        for (const suffix of ['count', 'sum']) labels_by_metric.set(`${name}_${suffix}`, labels)
        labels_by_metric.set(`${name}_bucket`, [...labels, 'le'])
      }
    }
  const panels = (JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }).panels
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  const findings: string[] = []
  const used_metrics = new Set<string>()
  for (const expr of expressions) {
    const { selectors, grouped } = readPromql(expr)
    const labels = selectors.flatMap(({ metric }) => labels_by_metric.get(metric) ?? [])
    findings.push(...grouped.filter((label) => !labels.includes(label)).map((label) => `${label} in ${expr}`))
    for (const { metric, labels: asked } of selectors) {
      used_metrics.add(metric)
      const unknown = asked.filter((label) => !labels_by_metric.get(metric)?.includes(label))
      findings.push(...(labels_by_metric.has(metric) ? unknown : [metric]).map((name) => `${name} in ${expr}`))
    }
  }
  expect(findings).toEqual([])
  expect(used_metrics.size).toBeGreaterThan(15)
  for (const wrong of ['sum(rate(up[5m])', 'max(up) by > 1', 'rate(up[5x])'])
    expect(() => readPromql(wrong)).toThrow('is no PromQL')
})

test('the log warns at the limits of the alerts', () => {
  const { failed, bounced, complained, ...limits } = LIMITS
  const share = (of: string, limit: { count: number; share: number }) => [
    `{result="${of}"}) > ${limit.count} and`,
    `{result="${of}"}) > ${limit.share} *`,
  ]
  const { slow_seconds, slow_share, lag_seconds } = PROCESS_LIMITS
  const missing_limits = Object.entries({
    EnvoiErrors: [`> ${limits.faults}`],
    EnvoiSlow: [`histogram_quantile(${1 - slow_share},`, `> ${slow_seconds}`],
    EnvoiBusy: [`> ${lag_seconds}`],
    EnvoiJobsWait: [`> ${limits.wait_seconds}`],
    EnvoiJobsFail: [`> ${limits.failed_runs}`],
    EnvoiMessagesFail: share('failed', failed),
    // The only rate that divides by attempted messages (server/lib/text/rates.ts).
    EnvoiManyBounces: [
      ...share('bounced', bounced),
      `${bounced.share} * (max(envoi_messages{result="sent"}) + max(envoi_messages{result="failed"}))`,
    ],
    EnvoiManyComplaints: share('complained', complained),
    EnvoiEngagementLate: [`> ${limits.engagement_seconds}`],
    EnvoiDiskFull: [`< ${limits.free_bytes / 1e9}e9`],
    EnvoiBackupOld: [`> ${OVERDUE_MS / 1_000}`],
    EnvoiCertificateExpires: [`< ${limits.certificate_days * 86_400}`],
  }).flatMap(([name, parts]) => {
    const { expr = '' } = rules.find(({ alert }) => alert === name) ?? {}
    return parts.filter((part) => !`${expr.trim()} `.includes(`${part.trim()} `)).map((part) => `${name}: ${part}`)
  })
  expect(missing_limits).toEqual([])
})

test('docs/operate.md explains what each alert means and what to do', () => {
  const text = readFileSync('docs/operate.md', 'utf8')
  for (const { alert } of rules) expect(text).toContain(`\n| \`${alert}\` |`)
})

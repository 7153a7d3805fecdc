import { readFileSync } from 'node:fs'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { countFigure, writeFigures } from './core/instance/figures.ts'
import { env } from './env.ts'
import { observeInstance } from './metrics.ts'
import { metricsRegistry } from './rest/metrics.ts'

const FOLDER = 'examples/deploy/monitoring'

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
}
const rules = (parse(readFileSync(`${FOLDER}/alerts.yml`, 'utf8')) as Rules).groups.flatMap((group) => group.rules)
const dashboard = readFileSync(`${FOLDER}/grafana-dashboard.json`, 'utf8')

/** The product's metrics that an expression names. `up` is Prometheus's own. */
const namesIn = (text: string) =>
  [...text.matchAll(/\b((?:envoi|nodejs|process)_[a-z\d_]+)/g)].map(([, name = '']) =>
    name.replace(/_(?:bucket|count|sum)$/, ''),
  )

/** As a process that runs jobs, in which they have not started yet. */
function observed(): Registry {
  const registry = new Registry()
  // As with daily backups.
  const { BACKUP_DIR } = env()
  env().BACKUP_DIR = '/backups'
  observeInstance(registry, { version: '1.2.3', data_dir: '/', engine: {} as never })
  env().BACKUP_DIR = BACKUP_DIR
  return registry
}

test('metrics tell version, connections, mail servers and disk, and leave out what cannot be read', async () => {
  countFigure('messages_sent', 3)
  countFigure('webhook_failures', 2)
  countFigure('webhook_attempts', 5)
  await writeFigures(new Date())
  const text = await observed().metrics()
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
  expect(text).toMatch(/^envoi_data_free_bytes [1-9]/m)
  expect(text).not.toMatch(/^envoi_jobs_(?:oldest_waiting_seconds|runs)[ {]/m)
})

test('the alert rules and the dashboard name only metrics that exist', () => {
  const known = new Set(
    [observed(), metricsRegistry()].flatMap((registry) => registry.getMetricsAsArray().map(({ name }) => name)),
  )
  const panels = (JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }).panels
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  const unknown = expressions.flatMap(namesIn).filter((name) => !known.has(name))
  expect(unknown).toEqual([])
  expect(new Set(expressions.flatMap(namesIn)).size).toBeGreaterThan(10)
})

test('docs/operate.md says of each alert what it means and what to do', () => {
  const text = readFileSync('docs/operate.md', 'utf8')
  for (const { alert } of rules) expect(text).toContain(`\n| \`${alert}\` |`)
})

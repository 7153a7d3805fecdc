/**
 * Lighthouse scores of the pages listed in issue 17, on the built product with its demo account. Lighthouse is not a dependency: npm fetches it
 * into its own cache for this run. Throttling is simulated, so a busy machine affects it little; run it on an idle one.
 *
 *   node bench/lighthouse.ts [--form-factor desktop|mobile] [--only report] [--runs 5]
 *
 * With more than one run, the pages are measured in turn, and each number is the median of a page's runs.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '../e2e/support/chromium.ts'
import { startDemo } from './demo-product.ts'

const LIGHTHOUSE = 'lighthouse@12.8.2'
const LEAST = 95
const OF_DASHBOARD = ['home', 'subscribers', 'report']
const CATEGORIES = ['performance', 'accessibility', 'best-practices']

const { values } = parseArgs({
  options: {
    'form-factor': { type: 'string' },
    only: { type: 'string', default: '' },
    runs: { type: 'string', default: '1' },
  },
})
const runs = Array.from({ length: Number(values.runs) })
const devices = values['form-factor'] ? [values['form-factor']] : ['desktop', 'mobile']

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; displayValue?: string; numericValue?: number }>
}

/** Returns the audits that cost points. */
const causesOf = ({ categories: found, audits }: Report, categories: readonly string[]): string[] =>
  categories.flatMap((category) =>
    (found[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id]
      if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return []
      return [`${category}: ${audit.title} (${id}) ${audit.displayValue ?? ''}`]
    }),
  )

const TIMES = {
  'first-contentful-paint': 's',
  'largest-contentful-paint': 's',
  'total-blocking-time': 'ms',
  'cumulative-layout-shift': '',
} as const

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Prints one line for all runs of a page, and below it the causes of lost points in the last run. */
function print(device: string, name: string, categories: readonly string[], reports: readonly Report[]): void {
  const scores = categories.map((category) => {
    const all = reports.map((report) => Math.round((report.categories[category]?.score ?? 0) * 100))
    return { category, score: median(all), all }
  })
  const times = Object.entries(TIMES).map(([id, unit]) => {
    const value = median(reports.map((report) => report.audits[id]?.numericValue ?? Number.NaN))
    if (unit === '') return value.toFixed(3)
    return unit === 's' ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`
  })
  const shown = scores.map(({ category, score, all }) =>
    new Set(all).size > 1 ? `${category} ${score} (${all.join(' ')})` : `${category} ${score}`,
  )
  console.log(`${device.padEnd(8)} ${name.padEnd(13)} ${shown.join(', ')} | ${times.join(', ')}`)
  const last = reports.at(-1)
  if (!last || scores.every(({ score }) => score >= LEAST)) return
  process.exitCode = 1
  for (const line of causesOf(last, categories)) console.log(`  ${line}`)
}

const { executablePath: chrome = '', args: chrome_args = [] } = await chromium()
const flags = chrome_args.join(' ')
const demo = await startDemo()
const folder = mkdtempSync(path.join(os.tmpdir(), 'envoi-lighthouse-'))
try {
  const cookies = (await demo.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = path.join(folder, 'headers.json')
  writeFileSync(headers, JSON.stringify({ Cookie: cookies }), { mode: 0o600 })
  const { dashboard, visitors } = demo.pages
  const pages = [
    ...OF_DASHBOARD.map((name) => ({ name, url: `${demo.base_url}${dashboard[name]}`, categories: CATEGORIES })),
    ...Object.entries(visitors).map(([name, url]) => ({ name, url, categories: [...CATEGORIES, 'seo'] })),
  ].filter(({ name }) => name.includes(values.only))
  // The first response of each page is slower than on a warm server.
  for (const { url } of pages) await demo.context.request.get(url)
  await demo.browser.close()
  for (const device of devices) {
    const reports = new Map<string, Report[]>(pages.map(({ name }) => [name, []]))
    for (const _ of runs)
      for (const { name, url, categories } of pages)
        reports.get(name)?.push(await measure(url, { device, categories, headers }))
    for (const { name, categories } of pages) print(device, name, categories, reports.get(name) ?? [])
  }
} finally {
  await demo.close()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(
  url: string,
  { device, categories, headers }: { device: string; categories: readonly string[]; headers: string },
): Promise<Report> {
  const output = path.join(folder, 'report.json')
  const args = [
    'exec',
    '--yes',
    `--package=${LIGHTHOUSE}`,
    '--',
    'lighthouse',
    url,
    '--output=json',
    `--output-path=${output}`,
    '--quiet',
    `--only-categories=${categories.join(',')}`,
    `--extra-headers=${headers}`,
    '--throttling-method=simulate',
    `--chrome-flags=--headless ${flags}`,
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
  ]
  const child = spawn('env', [`CHROME_PATH=${chrome}`, 'npm', ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`Lighthouse ended with exit code ${code} for ${url}`)
  return JSON.parse(readFileSync(output, 'utf8')) as Report
}

import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { startVisit, type Visit } from './start-visit.ts'
import { type OpeningRules, watchOpening } from './watch-opening.ts'

const DAY_MS = 86_400_000

/** A browser with one storage, in which scripts run from their source text, as they do on sites. */
function browser() {
  const stored = new Map<string, string>()
  const views: string[] = []
  const told: Record<string, string>[] = []
  const timers: (() => void)[] = []
  let now = Date.UTC(2026, 2, 2)
  const globals = {
    localStorage: { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) },
    location: { href: 'https://site.example/' },
    document: { referrer: 'https://search.example/?q=moss' },
    URLSearchParams,
    Date: class extends Date {
      constructor() {
        super(now)
      }
      static now = () => now
    },
    setTimeout: (work: () => void) => timers.push(work),
    fetch: async (_: string, { body }: { body: URLSearchParams }) => {
      views.push(body.get('again') ?? '')
      told.push(Object.fromEntries(body))
      return { json: async () => ({ token: 't', bits: 0, wait_ms: 0 }) }
    },
  }
  const run = <Value>(source: string): Value => new Script(`(${source})`).runInNewContext({ ...globals }) as Value
  return {
    views,
    told,
    pass: (ms: number) => {
      now += ms
    },
    /** A script on a page, in a tab of its own. */
    visit: (): Visit =>
      run<typeof startVisit>(String(startVisit))({
        uid: 'ab12',
        address: 'https://envoi.test/f/ab12',
        version: () => '',
        solve: async () => '',
      }),
    /** Returns how often a form opens on a page on which something happens before it is time to open. */
    watch: (rules: Partial<OpeningRules>, { read }: Visit, happens = () => {}) => {
      let opened = 0
      const full = { opens_on: 'time', open_after_seconds: 5, open_after_percent: 50, shows_again: 'days' } as const
      run<typeof watchOpening>(String(watchOpening))({ ...full, shows_again_days: 30, ...rules }, read, () => opened++)
      happens()
      for (const work of timers.splice(0)) work()
      return opened
    },
  }
}

test('two scripts of one form on a page count one view a day', async () => {
  const { visit, views, pass } = browser()
  const [one, two] = [visit(), visit()]
  one.begin()
  two.begin()
  expect(views).toEqual(['', '1'])
  pass(DAY_MS)
  visit().begin()
  expect(views).toEqual(['', '1', ''])
})

test('a sign-up names the page and where its visitor came from as its view did', async () => {
  const { visit, told } = browser()
  const { envoi_token: _, envoi_proof: __, ...sent } = await visit().prove('lin@forms.example')
  expect(sent).toEqual({ page: 'https://site.example/', came_from: 'https://search.example/?q=moss' })
  expect(told).toMatchObject([sent])
})

test('what one tab keeps is not lost when another keeps something', () => {
  const { visit } = browser()
  const [one, two] = [visit(), visit()]
  one.save({ joined: 1 })
  two.save({ closed: 2 })
  expect(visit().read()).toMatchObject({ joined: 1, closed: 2 })
})

test('a closed form opens again after the chosen days, and never after a sign-up', () => {
  const { visit, watch, pass } = browser()
  expect(watch({}, visit())).toBe(1)
  visit().save({ closed: Date.UTC(2026, 2, 2) })
  pass(30 * DAY_MS - 1)
  expect(watch({}, visit())).toBe(0)
  expect(watch({ shows_again: 'always' }, visit())).toBe(1)
  pass(1)
  expect(watch({}, visit())).toBe(1)
  expect(watch({ shows_again: 'never' }, visit())).toBe(0)
  visit().save({ joined: Date.UTC(2026, 2, 2) })
  pass(400 * DAY_MS)
  expect(watch({}, visit())).toBe(0)
})

test('a form that was closed or filled in since the page opened does not open', () => {
  for (const shows_again of ['always', 'days', 'never'] as const) {
    const { visit, watch, pass } = browser()
    const other_tab = visit()
    const close = () => {
      pass(1000)
      other_tab.save({ closed: Date.UTC(2026, 2, 2) + 1000 })
    }
    expect(watch({ shows_again }, visit(), close)).toBe(0)
    expect(watch({ shows_again: 'always' }, visit(), () => other_tab.save({ joined: Date.UTC(2027, 2, 2) }))).toBe(0)
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { systemCtx } from '@/server/core/context.ts'
import { database, unscoped } from '@/server/db/client.ts'
import { type Jobs, startJobs } from '@/server/jobs/start.ts'
import { silent } from '@/server/jobs/testing/harness.ts'
import { logStatements } from '@/server/testing/database/statement-log.ts'
import { addDashboardRows } from '@/server/testing/hostile/dashboard-rows.ts'
import { accountWithEverything, type Everything } from '@/server/testing/hostile/everything.ts'
import { addInstanceRows, addTransportRows } from '@/server/testing/hostile/instance-rows.ts'
import { transports } from '@/server/testing/modules/sending.ts'
import { signedIn } from '@/server/testing/signed-in.ts'
import { type AppRouter, appRouter } from '@/server/trpc/root.ts'
import { GET } from './route.ts'

// Dashboard pages wait for every round trip to PostgreSQL, and a list with a query per row gets slower as it grows.

const MOST = 3

const log = logStatements()

// The list of runs queries the jobs of the process. With Inngest, runs are rows, so the test needs no worker.
let jobs: Jobs
const RUNS = ['01ARZ3NDEKTSV4RRFFQ69ROUND', '01ARZ3NDEKTSV4RRFFQ69TRIPS']
beforeAll(async () => {
  const settings = { INNGEST_DEV: 'http://127.0.0.1:9', BASE_URL: 'http://localhost' }
  const { pool } = database()
  jobs = await startJobs({ pool, definitions: [], systemCtx, settings, work: false, log: silent })
  await unscoped().jobRun.createMany({ data: RUNS.map((id) => ({ id, job: 'imports/apply', state: 'completed' })) })
})
afterAll(async () => {
  await unscoped().jobRun.deleteMany({ where: { id: { in: RUNS } } })
  await jobs.stop(1_000)
})

/** Queries for a single record or figures, or limited by the settings. `tsc` rejects lists here, by their result type. */
const READS_ONE = [
  'account.colors account.pendingSignUp account.plan account.profile account.settings account.twoFactorPolicy',
  'account_deletions.contents account_deletions.get admin.accounts.get admin.apiUse admin.mail.receivers admin.overview',
  'admin.reviews.claimOf admin.settings.get admin.users.get admin.webhooks.endpoint admin.webhooks.overview',
  'analytics.cohorts analytics.content analytics.deliverability analytics.engagement analytics.growth analytics.overview',
  'analytics.revenue approvals.get apps.develop.get apps.installation apps.listing apps.review.get automation_templates.adoption',
  'automation_templates.preview automation_templates.previewUpdate automation_templates.review.get automations.counts',
  'automations.dryRuns.compare automations.dryRuns.find automations.dryRuns.preview automations.emails.check',
  'automations.emails.get automations.emails.linkCheck automations.emails.preview automations.emails.proof',
  'automations.emails.report automations.emails.why automations.get automations.names automations.previewAdding',
  'automations.previewMigration automations.previewPublication automations.trace automations.version broadcasts.audience',
  'broadcasts.checklist broadcasts.get broadcasts.linkCheck broadcasts.newMatches broadcasts.plan broadcasts.prediction',
  'broadcasts.preview broadcasts.progress broadcasts.proof broadcasts.report broadcasts.resendGroups broadcasts.stages',
  'broadcasts.why bulk_actions.preview bulk_requests.get comments.counts custom_fields.fit custom_fields.get',
  'deletion.contents deletion.get forms.get forms.landing.get forms.previewStyle forms.results home.get imports.check',
  'imports.get imports.previewProgress imports.progress installs.offer jobs.failed jobs.run mail.catcher mail.get mail.leftOut mail.route',
  'mail.transportError media.get media.storage notifications.settings notifications.unread oauth.consent posts.get',
  'posts.previewSite posts.previewStyle preferences.leaveReasons purchases.offered purchases.usualCurrency reputation.health revisions.get',
  'second_factors.overview second_factors.proofMethods segments.count segments.get segments.sizes',
  'sending_addresses.confirmation sending_domains.get sending_domains.warmUp sequences.checklist sequences.email',
  'sequences.get sequences.impact sequences.linkCheck sequences.obstacle sequences.preview',
  'sequences.previewChange sequences.proof sequences.why sites.askName sites.get snippets.get style.get subscribers.counts',
  'subscribers.counted_at subscribers.get subscribers.stats tag_merges.preview tags.colors team.invitation templates.get templates.previewStyle',
  'unmatched_reports.intake unmatched_reports.message users.isResetLinkValid users.me webhooks.delivery webhooks.get',
] as const

/** An array of rows, or a page with rows. */
type List = readonly object[] | { rows: readonly object[] }
interface Query<Output> {
  _def: { procedure: true; type: 'query'; $types: { output: Output } }
}
type ListPath<Routes, Before extends string = ''> = {
  [Name in keyof Routes & string]: Routes[Name] extends Query<infer Output>
    ? Output extends List
      ? `${Before}${Name}`
      : never
    : Routes[Name] extends { _def: { procedure: true } }
      ? never
      : ListPath<Routes[Name], `${Before}${Name}.`>
}[keyof Routes & string]
type Words<Line extends string> = Line extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Line
type ListAmongRecords = Extract<Words<(typeof READS_ONE)[number]>, ListPath<AppRouter['_def']['record']>>

const reads_one = new Set(READS_ONE.flatMap((line) => line.split(' ')))

/** Lists that have fewer than two rows here, because they concern the whole instance or its network, or rare events. */
const FEW_ROWS = new Set([
  'admin.reviews.tests',
  'admin.reviews.testsIn',
  'automation_templates.review.tests',
  'automations.tasks',
  'automations.upcoming',
  'jobs.list',
  'jobs.paused',
  'media.uses',
  'purchases.totals',
  'recommendations.find',
  'segments.preview',
  'sequences.enrolled',
  'subscribers.places',
  'transports.hosts',
  'transports.waits',
  'transports.warmUps',
  'webhooks.hours',
])

/** Round trips of queries for single records that exceed the limit of lists. */
const MORE: Record<string, number> = {
  'admin.accounts.get': 11,
  'admin.overview': 5,
  'apps.develop.get': 5,
  'apps.listing': 6,
  'broadcasts.audience': 7,
  'broadcasts.get': 5,
  'broadcasts.progress': 4,
  'forms.get': 6,
  'forms.results': 4,
  'sequences.get': 5,
  'sites.get': 5,
}

/** Inputs of lists that require one, and of single records. */
const inputs = ({ ids, account_id }: Everything): Record<string, object> => ({
  'admin.accounts.get': { account_id },
  'admin.accounts.notes': { account_id },
  'admin.webhooks.endpoints': { search: String(account_id) },
  'admin.webhooks.attempts': { account_id, id: ids.webhook_endpoints },
  'subscribers.history': { id: ids.subscribers },
  'subscribers.notes.list': { subscriber_id: ids.subscribers },
  'bulk_actions.preview': { selection: { kind: 'query', status: 'all' }, action: { kind: 'unsubscribe' } },
  'sequences.emails': { sequence_id: ids.sequences },
  'sequences.recipients': { sequence_id: ids.sequences, id: ids.emails },
  'sequences.subscribers': { sequence_id: ids.sequences },
  'sequences.upcoming': { subscriber_id: ids.subscribers },
  'sequences.changes': { sequence_id: ids.sequences },
  'automations.emails.recipients': { id: ids.automation_emails },
  'broadcasts.upcoming': { subscriber_id: ids.subscribers },
  'forms.subscribers': { form_id: ids.forms },
  'broadcasts.recipients': { id: ids.broadcasts },
  'snippets.uses': { id: ids.snippets },
  'automations.choices': { kind: 'automation' },
  'automations.versions': { id: ids.automations },
  'automations.occupiedSteps': { id: ids.automations },
  'automations.subscribers': { id: ids.automations },
  'automations.dryRuns.subscribers': { id: ids.dry_runs },
  'automations.ofSubscriber': { subscriber_id: ids.subscribers },
  'webhooks.deliveries': { endpoint_id: ids.webhook_endpoints },
  'imports.problems': { id: ids.imports },
  'imports.readings': { id: ids.imports },
  'imports.previewRows': { id: ids.imports, result: 'updated' },
  'bulk_requests.failures': { id: ids.bulk_requests },
  'automation_templates.develop.list': { app_id: ids.template_app },
  'automation_templates.review.ofApp': { app_id: ids.template_app },
  'revisions.list': { kind: 'post', item_id: ids.posts },
  'comments.list': { kind: 'post', item_id: ids.posts },
  'search.find': { text: 'welcome' },
  'admin.reviews.entries': { kind: 'app', id: ids.template_app },
  'admin.reviews.tests': { app_id: ids.template_app },
  'admin.reviews.testsIn': { account_id },
  'automation_templates.review.tests': { id: ids.automation_templates },
  'automations.tasks': { id: ids.automations },
  'automations.upcoming': { subscriber_id: ids.subscribers },
  'media.uses': { id: ids.pictures },
  'recommendations.find': { search: 'studio' },
  'sequences.enrolled': { sequence_id: ids.sequences, subscriber_ids: [ids.subscribers] },
  'webhooks.hours': { endpoint_id: ids.webhook_endpoints, days: 1 },
  'segments.preview': { definition: { all: [] } },
  'apps.develop.get': { id: ids.template_app },
  'apps.listing': { id: ids.template_app },
  'automations.get': { id: ids.automations },
  'broadcasts.get': { id: ids.broadcasts },
  'broadcasts.progress': { id: ids.broadcasts },
  'forms.get': { id: ids.forms },
  'forms.results': { id: ids.forms, days: 30 },
  'sequences.get': { id: ids.sequences },
  'subscribers.get': { id: ids.subscribers },
})

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: string; inputs: z.ZodType[] } }
>
/** Setup tests check mail servers, disks and the job engine, not rows. */
const CHECKS = new Set(['admin.testSetup', 'jobs.test'])

const queries = Object.keys(procedures).filter((path) => procedures[path]?._def.type === 'query' && !CHECKS.has(path))

interface Answer {
  result?: { data: unknown }
  error?: { message: string }
}

function caller(cookie: string) {
  return async (path: string, input: object) => {
    // The page's own client sends all calls in batches.
    const batch = encodeURIComponent(JSON.stringify(Object.fromEntries(path.split(',').map((_, at) => [at, input]))))
    const url = `http://envoi.test/api/trpc/${path}?batch=1&input=${batch}`
    const answers = (await (await GET(new Request(url, { headers: { cookie } }))).json()) as Answer[]
    for (const { error } of answers) if (error) throw new Error(`${path} answered: ${error.message}`)
    return answers[0]?.result?.data
  }
}

/** Returns the number of rows of a list: the result itself, or its longest property. */
function rowsOf(data: unknown): number {
  const lists = Array.isArray(data) ? [data] : Object.values(data ?? {}).filter((value) => Array.isArray(value))
  return Math.max(0, ...lists.map(({ length }) => length))
}

async function pageOf(rows = true) {
  const account = await accountWithEverything()
  if (rows) {
    Object.assign(account.ids, await addDashboardRows(account))
    await addInstanceRows(account)
  }
  await unscoped().user.update({ where: { id: account.user_id }, data: { is_admin: true } })
  await signedIn(account)
  return { account, ask: caller(await signedIn(account)) }
}

/** Returns the round trips of a query with prepared statements, and any problems. */
async function tripsOf(path: string, work: () => Promise<unknown>, most = MOST): Promise<string[]> {
  const trips = await log.record(work)
  const unnamed = trips.flat().filter(({ name, text }) => name === '' && /\$\d/.test(text))
  return [
    ...(trips.length > most ? [`${path} takes ${trips.length} round trips: ${textOf(trips)}`] : []),
    ...unnamed.map(({ text }) => `${path} sends an unnamed statement: ${text.slice(0, 80)}`),
  ]
}

const isOfTransports = (path: string) => path.startsWith('transports.')

/** Configures two transports until the end of the test, so no email is caught. */
async function openTransports(account: Everything) {
  const opened = await transports({ first: {}, second: {} })
  await addTransportRows(
    account,
    Object.values(opened).map(({ name }) => name),
  )
}

test('the first page of every dashboard list takes three round trips at most, including the session', async () => {
  const { account, ask } = await pageOf()
  const inputsByPath = inputs(account)
  const problems: string[] = []
  const lists = queries.filter((path) => !reads_one.has(path))
  const [of_transports, others] = [lists.filter(isOfTransports), lists.filter((path) => !isOfTransports(path))]
  for (const path of [...others, ...of_transports]) {
    if (path === of_transports[0]) await openTransports(account)
    const input = inputsByPath[path] ?? {}
    const rows = rowsOf(await ask(path, input))
    if (rows < 2 && !FEW_ROWS.has(path))
      problems.push(`${path} answers ${rows} rows: add some in server/testing/hostile`)
    await ask(path, input)
    problems.push(...(await tripsOf(path, () => ask(path, input))))
  }
  expect(problems).toEqual([])
})

test('queries for single records take three round trips at most, or their listed number', async () => {
  const no_lists: Record<ListAmongRecords, never> = {}
  expect(Object.keys(no_lists)).toEqual([])
  const { account, ask } = await pageOf()
  const given = inputs(account)
  const problems = [...reads_one, ...FEW_ROWS, ...Object.keys(MORE)].filter((path) => !queries.includes(path))
  for (const path of reads_one) {
    const needs_input = procedures[path]?._def.inputs.some((schema) => !schema.safeParse({}).success)
    if (needs_input && !given[path]) continue
    const input = given[path] ?? {}
    for (let time = 0; time < 2; time++) await ask(path, input)
    problems.push(...(await tripsOf(path, () => ask(path, input), MORE[path])))
  }
  expect(problems).toEqual([])
})

test.each(['analytics.overview', 'home.get'])('%s, which the home page asks, takes three round trips', async (path) => {
  const { ask } = await pageOf()
  await ask(path, {})
  const trips = await log.record(() => ask(path, {}))
  expect(trips, textOf(trips)).toHaveLength(MOST)
})

test('the dashboard’s app shell takes three round trips, including the session', async () => {
  const { ask } = await pageOf(false)
  const calls = () => ask('account.list,account.settings,mail.catcher', {})
  await calls()
  const trips = await log.record(calls)
  expect(trips, textOf(trips)).toHaveLength(MOST)
})

test('a session takes one round trip to read, even when its last use is recorded', async () => {
  const { account, ask } = await pageOf(false)
  await ask('tags.list', {})
  await unscoped().session.updateMany({ where: { user_id: account.user_id }, data: { last_seen_at: hourAgo() } })
  const trips = await log.record(() => ask('tags.list', {}))
  expect(trips).toHaveLength(2)
  const sessions = await unscoped().session.findMany({ where: { user_id: account.user_id } })
  expect(sessions.filter(({ last_seen_at }) => last_seen_at > hourAgo())).toHaveLength(1)
})

const hourAgo = () => new Date(Date.now() - 3_600_000 + 1)
const textOf = (trips: { text: string }[][]) =>
  trips.map((trip) => trip.map(({ text }) => text.trim().slice(0, 80)).join('; ')).join('\n')

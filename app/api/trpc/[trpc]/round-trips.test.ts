import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemCtx } from '@/server/core/context.ts'
import { database, unscoped } from '@/server/db/client.ts'
import { type Jobs, startJobs } from '@/server/jobs/start.ts'
import { silent } from '@/server/jobs/testing/harness.ts'
import { logStatements } from '@/server/testing/database/statement-log.ts'
import { addDashboardRows } from '@/server/testing/hostile/dashboard-rows.ts'
import { accountWithEverything, type Everything } from '@/server/testing/hostile/everything.ts'
import { signedIn } from '@/server/testing/signed-in.ts'
import { appRouter } from '@/server/trpc/root.ts'
import { GET } from './route.ts'

// Dashboard pages wait for every round trip to PostgreSQL, and a list with a query per row slows down as it grows.

const MOST = 3

const log = logStatements()

// The list of runs asks the jobs of the process. On Inngest the runs are rows, so the test needs no worker.
let jobs: Jobs
const RUNS = ['01ARZ3NDEKTSV4RRFFQ69ROUND', '01ARZ3NDEKTSV4RRFFQ69TRIPS']
beforeAll(async () => {
  const settings = { INNGEST_DEV: 'http://127.0.0.1:9', BASE_URL: 'http://localhost' }
  const { pool } = database()
  jobs = await startJobs({ pool, definitions: [], systemCtx, settings, execution: 'serve', log: silent })
  await unscoped().jobRun.createMany({ data: RUNS.map((id) => ({ id, job: 'imports/apply', state: 'completed' })) })
})
afterAll(async () => {
  await unscoped().jobRun.deleteMany({ where: { id: { in: RUNS } } })
  await jobs.stop(1_000)
})

/** Queries for one record, figures, or what the settings name. Add new queries here, unless they are lists that return a row in the test. */
const READS_ONE = new Set(
  `account.pendingSignUp account.settings account.colors account.profile sending_addresses.confirmation team.invitation
   analytics.overview analytics.growth analytics.engagement analytics.cohorts analytics.deliverability analytics.content analytics.revenue home.get users.isResetLinkValid users.me oauth.consent segments.get segments.count segments.sizes segments.preview custom_fields.get custom_fields.fit
   subscribers.counts subscribers.places subscribers.get subscribers.stats bulk_actions.preview imports.get imports.progress imports.check imports.previewProgress
   apps.listing apps.installation apps.develop.get apps.review.get bulk_requests.get broadcasts.get broadcasts.audience
   broadcasts.preview broadcasts.checklist broadcasts.progress broadcasts.report sequences.get sequences.obstacle sequences.enrolled
   sequences.email sequences.preview mail.catcher mail.transportError mail.get forms.get forms.results forms.landing.get media.get media.uses media.storage style.get templates.previewStyle posts.previewStyle forms.previewStyle snippets.get posts.get sites.get sites.askName revisions.get comments.counts tags.colors tag_merges.preview notifications.unread notifications.settings purchases.totals purchases.product purchases.usualCurrency recommendations.get recommendations.find
   installs.offer webhooks.get webhooks.delivery webhooks.hours sending_domains.get sending_domains.warmUp broadcasts.linkCheck broadcasts.plan
   broadcasts.prediction broadcasts.steering broadcasts.resendGroups broadcasts.newMatches broadcasts.proof broadcasts.why
   automations.emails.report automations.emails.proof automations.emails.why automations.emails.get automations.emails.preview automations.emails.check automations.emails.linkCheck
   sequences.checklist sequences.linkCheck sequences.proof sequences.why mail.route preferences.leaveReasons reputation.health
   transports.hosts transports.list transports.warmUps transports.waits unmatched_reports.intake admin.mail.receivers admin.webhooks.overview admin.webhooks.endpoint admin.webhooks.calls sequences.impact sequences.previewChange
   templates.get unmatched_reports.message automations.get automation_templates.review.get automation_templates.review.tests automation_templates.preview
   automation_templates.adoption automation_templates.previewUpdate automations.previewPublication
   automations.previewMigration automations.previewAdding automations.upcoming automations.names automations.version automations.counts automations.trace
   account.twoFactorPolicy account.plan deletion.get deletion.contents account_deletions.get account_deletions.contents second_factors.overview second_factors.proofMethods
   admin.overview admin.apiUse admin.accounts.get admin.users.get jobs.run jobs.list jobs.paused jobs.failed admin.reviews.claimOf admin.reviews.tests admin.reviews.testsIn admin.settings.get admin.settings.environment automations.tasks automations.dryRuns.find automations.dryRuns.compare automations.dryRuns.preview`.split(
    /\s+/,
  ),
)

/** Inputs of lists that require one. */
const inputs = ({ ids, account_id }: Everything): Record<string, object> => ({
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
  'imports.previewRows': { id: ids.imports, result: 'updated' },
  'bulk_requests.failures': { id: ids.bulk_requests },
  'automation_templates.develop.list': { app_id: ids.template_app },
  'automation_templates.review.ofApp': { app_id: ids.template_app },
  'revisions.list': { kind: 'post', item_id: ids.posts },
  'comments.list': { kind: 'post', item_id: ids.posts },
  'search.find': { text: 'welcome' },
  'admin.reviews.entries': { kind: 'app', id: ids.template_app },
})

const queries = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
).flatMap(([path, { _def }]) => (_def.type === 'query' ? path : []))

interface Answer {
  result?: { data: unknown }
  error?: { message: string }
}

function caller(cookie: string) {
  return async (path: string, input: object) => {
    // The page's own client sends each call in a batch.
    const batch = encodeURIComponent(JSON.stringify(Object.fromEntries(path.split(',').map((_, at) => [at, input]))))
    const url = `http://envoi.test/api/trpc/${path}?batch=1&input=${batch}`
    const answers = (await (await GET(new Request(url, { headers: { cookie } }))).json()) as Answer[]
    for (const { error } of answers) if (error) throw new Error(`${path} answered: ${error.message}`)
    return answers[0]?.result?.data
  }
}

/** The rows of a list: the result, or its only array member. */
function rowsOf(data: unknown): unknown[] {
  if (Array.isArray(data)) return data
  return Object.values(data ?? {}).find((value) => Array.isArray(value)) ?? []
}

async function pageOf(rows = true) {
  const account = await accountWithEverything()
  if (rows) Object.assign(account.ids, await addDashboardRows(account))
  await unscoped().user.update({ where: { id: account.user_id }, data: { is_admin: true } })
  await signedIn(account)
  return { account, ask: caller(await signedIn(account)) }
}

test('the first page of every list of the dashboard takes three round trips at most, with the session', async () => {
  const { account, ask } = await pageOf()
  const given = inputs(account)
  const found: string[] = []
  for (const path of queries.filter((path) => !READS_ONE.has(path))) {
    const input = given[path] ?? {}
    const { length } = rowsOf(await ask(path, input))
    if (length < 2) found.push(`${path} answers ${length} rows: add some in server/testing/hostile/dashboard-rows.ts`)
    const trips = await log.record(() => ask(path, input))
    if (trips.length > MOST) found.push(`${path} takes ${trips.length} round trips: ${textOf(trips)}`)
  }
  expect(found).toEqual([])
})

test('the figures of the home page take three round trips, with the session', async () => {
  const { ask } = await pageOf()
  await ask('analytics.overview', {})
  const trips = await log.record(() => ask('analytics.overview', {}))
  expect(trips, textOf(trips)).toHaveLength(MOST)
})

test('the app shell of the dashboard takes three round trips, with the session', async () => {
  const { ask } = await pageOf(false)
  const calls = () => ask('account.list,account.settings,mail.catcher', {})
  await calls()
  const trips = await log.record(calls)
  expect(trips, textOf(trips)).toHaveLength(MOST)
})

test('a session whose last use is recorded is still read in one round trip', async () => {
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

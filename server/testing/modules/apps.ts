import { randomUUID } from 'node:crypto'
import { configureOutbound } from '../../core/outbound.ts'
import { unscoped } from '../../db/client.ts'
import { ListingInput } from '../../modules/apps/develop-schema.ts'
import { Graph } from '../../modules/automations/graph-schema.ts'
import type { TestAccount } from '../account.ts'
import { dashboard } from '../dashboard.ts'

/** Returns a PNG whose header has this size, followed by bytes that are not an image. */
export function pngOf(width: number, height: number, bytes = 64): Buffer {
  const png = Buffer.alloc(bytes)
  png.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}

/** Resolves names without a network: `private.example` to a private address, all others to a public one. */
export const resolveNames = () =>
  configureOutbound({
    resolve: async (host) => [{ address: host === 'private.example' ? '10.0.0.7' : '93.184.216.34', family: 4 }],
  })

/** Creates an app that is ready for review. Its name is unique, because tests share the store. */
export async function completeApp(account: TestAccount, listing: Partial<ListingInput> = {}): Promise<{ id: number }> {
  const { develop } = dashboard(account).apps
  const { id } = await develop.create({ name: 'Glaze book' })
  await develop.saveListing(
    ListingInput.parse({
      id,
      name: `Glaze book ${randomUUID().slice(0, 8)}`,
      tagline: 'Recipes of glazes, ready to be sent',
      description: 'Keeps the recipes of your glazes, and adds the one you choose to an email with one click.',
      category: 'content',
      website_url: 'https://glaze.example',
      support_url: 'mailto:help@glaze.example',
      ...listing,
    }),
  )
  await develop.saveAccess({
    id,
    scope: 'public',
    redirect_uris: ['https://glaze.example/callback'],
    authorization_url: 'https://glaze.example/install',
    revoke_url: 'https://glaze.example/revoke',
    settings_url: 'https://glaze.example/settings',
    after_install_url: null,
    return_to_domains: ['glaze.example'],
  })
  await develop.setLogo({ id, content: pngOf(256, 256).toString('base64') })
  return { id }
}

/** Returns the dashboard of the user as an administrator of the instance. */
export const administrator = (account: TestAccount) => dashboard(account, account.ctx, { is_admin: true })

/** Approves the app in its current state. */
export async function publish(account: TestAccount, { id }: { id: number }): Promise<void> {
  await dashboard(account).apps.develop.submit({ id })
  const { version } = await administrator(account).apps.review.get({ id })
  await administrator(account).app_reviews.approve({ id, version })
}

/** Returns this developer's items in the review queue. */
export async function queued(
  account: TestAccount,
  { kind, state }: { kind?: 'app' | 'template'; state?: 'in_review' | 'published' } = {},
) {
  const where = { account_id: account.account_id }
  const [apps, templates, { rows }] = await Promise.all([
    unscoped().app.findMany({ where, select: { id: true } }),
    unscoped().automationTemplate.findMany({ where, select: { id: true } }),
    administrator(account).admin.reviews.list({ kind, state, per_page: 1_000 }),
  ])
  const own = { app: apps, template: templates }
  return rows.filter((row) => own[row.kind].some(({ id }) => id === row.id))
}

export const storedApp = (id: number) => unscoped().app.findUniqueOrThrow({ where: { id } })

// Automation templates of apps.

interface SourceParts {
  name?: string
  graph: unknown
  emails?: { id: number; subject: string; preview_text?: string; content: string }[]
}

/** Stores a published automation and returns its id. `emails` are the emails of its graph. */
export async function publishedSource(
  { account_id, ctx }: TestAccount,
  { name = 'Welcome', graph, emails = [] }: SourceParts,
): Promise<number> {
  const parsed = JSON.stringify(Graph.parse(graph))
  const [row] = await ctx.sql.rows<{ id: number }>(
    `insert into automation (account_id, name, draft, version) values ($1, $2, $3::jsonb, 1) returning id`,
    [name, parsed],
  )
  const id = row?.id ?? 0
  const common = { account_id, automation_id: id }
  await ctx.db.automationEmail.createMany({ data: emails.map((email) => ({ ...common, ...email })) })
  await publishVersion({ ctx } as TestAccount, { id, version: 1, graph })
  await ctx.db.automationVersionEmail.createMany({
    data: emails.map(({ id: email_id, ...email }) => ({ ...common, version: 1, email_id, ...email })),
  })
  return id
}

/** Stores another published version of a source. */
export async function publishVersion(
  { ctx }: TestAccount,
  { id, version, graph }: { id: number; version: number; graph: unknown },
): Promise<void> {
  await ctx.sql.run(
    `insert into automation_version (account_id, automation_id, version, graph, reentry, published_at)
     values ($1, $2, $3, $4::jsonb, 'never', $5)`,
    [id, version, JSON.stringify(Graph.parse(graph)), ctx.now()],
  )
  await ctx.sql.run('update automation set version = $3 where account_id = $1 and id = $2', [id, version])
}

/** Creates a draft that is ready for review. */
export const completeTemplate = (
  account: TestAccount,
  { app_id, automation_id }: { app_id: number; automation_id: number },
) =>
  dashboard(account).automation_templates.develop.create({
    app_id,
    automation_id,
    name: 'Glaze course',
    description: 'Welcomes those who join and teaches them to glaze in five emails.',
    labels: ['onboarding', 'courses'],
  })

/** Approves the submitted template. Its app must be in the store. */
export async function approveTemplate(account: TestAccount, { id }: { id: number }): Promise<void> {
  const { review } = administrator(account).automation_templates
  await review.approve({ id, version: (await review.get({ id })).version })
}

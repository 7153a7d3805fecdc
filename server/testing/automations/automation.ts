import type { TestAccount } from '../account.ts'

/** Creates a live automation without steps, and its first version. */
export async function makeAutomation({ account_id, ctx }: TestAccount, change: object = {}): Promise<number> {
  const { id } = await ctx.db.automation.create({
    data: { account_id, name: 'Welcome path', state: 'live', version: 1, ...change },
  })
  await ctx.db.automationVersion.create({
    data: {
      account_id,
      automation_id: id,
      version: 1,
      graph: { triggers: [], first: null, steps: [] },
      reentry: 'always',
      published_at: ctx.now(),
    },
  })
  return id
}

/** Adds an email that is published with the first version. */
export async function addEmail(
  { account_id, ctx }: TestAccount,
  { automation_id, ...change }: { automation_id: number; subject?: string; content?: string; email_address?: string },
): Promise<number> {
  const content = '<p>Hello {{ subscriber.first_name }}, <a href="https://studio.example/a">read on</a>.</p>'
  const email = { account_id, automation_id, subject: 'Day one', content, ...change }
  const { id: email_id } = await ctx.db.automationEmail.create({ data: email })
  await ctx.db.automationVersionEmail.create({ data: { ...email, email_id, version: 1 } })
  return email_id
}

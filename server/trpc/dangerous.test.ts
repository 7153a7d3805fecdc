import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { DANGEROUS_PROCEDURES } from '../auth/dangerous-procedures.ts'
import { type TestAccount, testAccount } from '../testing/account.ts'
import type { ProcedureMeta } from './init.ts'
import { appRouter, createCaller } from './root.ts'

// Calls every mutation as a user who signed in an hour ago, with an input that no schema accepts.

/** Mutations of administrators, owners and admins, and of users about themselves, that need no recent sign-in, by reason. */
const HARMLESS = {
  'leaves a note, or a place in the queue of reviews': [
    'admin.accounts.addNote',
    'admin.reviews.addNote',
    'admin.reviews.claim',
    'admin.reviews.release',
  ],
  'takes access or a change back': [
    'account_deletions.cancel',
    'admin.accounts.stopView',
    'admin.invitations.revoke',
    'admin.reviews.removeTest',
    'api_keys.revoke',
    'automation_templates.review.removeTest',
    'deletion.keep',
    'installs.uninstall',
    'sending_domains.cancelRotation',
    'team.withdraw',
    'users.endOtherSessions',
    'users.endSession',
    'webhooks.delete',
    'webhooks.delete_legacy',
    'webhooks.revoke_previous',
  ],
  'repeats what was decided, to the same address': [
    'admin.invitations.resend',
    'admin.users.resendVerification',
    'sending_addresses.remind',
    'webhooks.resend',
    'webhooks.sample',
  ],
  'looks, or tries a connection': [
    'admin.mail.findMessages',
    'admin.mail.message',
    'admin.mail.sendTest',
    'transports.try',
  ],
  'is proven in another way, such as by the current password or an emailed link': [
    'second_factors.confirmIdentity',
    'second_factors.passkeyRequest',
    'sending_addresses.add',
    'team.accept',
    'users.changePassword',
  ],
  'changes content or settings of one account, or one record, and can be set right by its members': [
    'account.create',
    'account.saveSettings',
    'custom_fields.delete',
    'custom_fields.undelete',
    'approvals.decline',
    'privacy.erase',
    'purchases.removeCheckout',
    'purchases.saveCheckout',
    'bounce_waves.decide',
    'bounce_waves.decideOf',
    'reputation.resume',
    'second_factors.renamePasskey',
    'sending_addresses.remove',
    'sending_addresses.rename',
    'sending_addresses.setDefault',
    'sending_addresses.setReplyTo',
    'sending_domains.add',
    'sending_domains.remove',
    'sites.removeDomain',
    'suppression.remove',
    'users.chooseLanguage',
    'users.rename',
    'users.switchAccount',
  ],
  'waits for a review, or is a draft': [
    'apps.develop.addPlugin',
    'apps.develop.addScreenshot',
    'apps.develop.changePlugin',
    'apps.develop.create',
    'apps.develop.describeScreenshot',
    'apps.develop.discardChanges',
    'apps.develop.orderPlugins',
    'apps.develop.orderScreenshots',
    'apps.develop.removeLogo',
    'apps.develop.removePlugin',
    'apps.develop.removeScreenshot',
    'apps.develop.saveEvents',
    'apps.develop.saveListing',
    'apps.develop.savePluginSignIn',
    'apps.develop.setLogo',
    'apps.develop.submit',
    'apps.develop.withdraw',
    'automation_templates.develop.create',
    'automation_templates.develop.delete',
    'automation_templates.develop.edit',
    'automation_templates.develop.publish',
    'automation_templates.develop.submit',
  ],
  'asks on a page of its own, which names the app, the account and the access': [
    'installs.begin',
    'installs.finish',
    'installs.takePartnerAnswer',
  ],
}

type Procedure = { _def: { type: 'query' | 'mutation'; inputs: unknown[]; meta?: Partial<ProcedureMeta> } }

const mutations = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>).flatMap(
  ([path, { _def }]) => (_def.type === 'mutation' ? [{ path, access: _def.meta?.access, inputs: _def.inputs }] : []),
)

test('every mutation beyond the editor role needs a recent sign-in, or is listed as harmless', () => {
  const decided = mutations.filter(({ access }) =>
    ['administrator', 'owner', 'admin', 'signed_in'].includes(access ?? ''),
  )
  const harmless = Object.values(HARMLESS).flat()
  expect(harmless.filter((path) => DANGEROUS_PROCEDURES.has(path))).toEqual([])
  expect(decided.map(({ path }) => path).filter((path) => !DANGEROUS_PROCEDURES.has(path))).toEqual(
    decided.map(({ path }) => path).filter((path) => harmless.includes(path)),
  )
  const known = new Set(mutations.map(({ path }) => path))
  expect([...DANGEROUS_PROCEDURES, ...harmless].filter((path) => !known.has(path))).toEqual([])
})

let account: TestAccount
beforeAll(async () => {
  account = await testAccount()
})

/** An input that no schema accepts. */
const NO_INPUT = Symbol('no input')

test('only the dangerous procedures refuse a user who signed in an hour ago', async () => {
  const caller = createCaller({
    user: {
      id: account.user_id,
      email: account.email,
      name: null,
      is_admin: true,
      has_second_factor: true,
      session_id: '00000000-0000-4000-8000-000000000000',
      confirmed_at: new Date(Date.now() - 3_600_000),
    },
    account: account.ctx,
    source: { ip: '127.0.0.1', user_agent: null },
    request_id: 'test',
  })
  const answerOf = async (path: string) => {
    const called = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], caller)
    return (called as (input: unknown) => Promise<unknown>)(NO_INPUT).then(
      () => 'OK',
      ({ code }: { code?: string }) => code,
    )
  }
  const wrong: string[] = []
  for (const { path, inputs } of mutations) {
    const isDangerous = DANGEROUS_PROCEDURES.has(path)
    // Without a schema to refuse the input, an allowed call would run.
    if (!isDangerous && inputs.length === 0) continue
    const answer = await answerOf(path)
    if (answer !== (isDangerous ? 'PRECONDITION_REQUIRED' : 'BAD_REQUEST')) wrong.push(`${path} answers ${answer}`)
  }
  expect(wrong).toEqual([])
})

/** Routes outside of the procedures that need no recent sign-in, with the reason. */
const ROUTES: Record<string, string> = {
  'app/(dashboard)/broadcasts/new/route.ts': 'an empty draft',
  'app/(dashboard)/posts/new/route.ts': 'an empty draft',
  'app/api/[...path]/route.ts': 'leads to app/api/files',
  'app/api/auth/[...nextauth]/route.ts': 'signs in',
  'app/api/files/export-file.ts': 'a file that exports.request made for someone who was asked',
  'app/api/files/form-file.ts': 'content of one account',
  'app/api/files/import-chunk.ts': 'content of one account',
  'app/api/files/import-result.ts': 'what a member imported, and what became of each row',
  'app/api/locale/route.ts': 'has no session',
  'app/api/files/image.ts': 'content of one account',
  'app/api/files/subscriber-copy.ts': 'one record',
  'app/api/texts/[tag]/route.ts': 'has no session',
  'app/api/trpc/[trpc]/route.ts': 'every procedure is tested above',
  'app/oauth/[endpoint]/route.ts': 'has no session: clients of apps',
  'app/oauth/decision/route.ts': 'asks on a page of its own, which names the app, the account and the access',
  'app/v4/[[...path]]/route.ts': 'has no session: API keys and tokens',
}

test('every route outside of the procedures needs a recent sign-in, or is listed as harmless', () => {
  const routes = globSync('app/{**/route,api/files/!(*.test)}.ts')
  const asking = routes.filter((file) => /\b(?:isRecent|csvDownload)\(/.test(readFileSync(file, 'utf8')))
  expect(readFileSync('app/api/csv-download.ts', 'utf8')).toMatch(/\bisRecent\(/)
  expect(asking).toContain('app/api/files/audit-log.ts')
  expect([...asking, ...Object.keys(ROUTES)].sort()).toEqual(routes.sort())
})

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from './build/sources.ts'
import { addServerPseudoLocales, plainWords } from './build/texts/testing/pseudo-locales.ts'
import { inLanguage } from './core/locale/of-account.ts'
import * as accounts from './modules/accounts/emails.ts'
import * as plans from './modules/accounts/plans/emails.ts'
import * as admin from './modules/admin/accounts/emails.ts'
import * as keys from './modules/api-keys/emails.ts'
import * as approvals from './modules/approvals/emails.ts'
import * as apps from './modules/apps/review/emails.ts'
import * as templates from './modules/automation-templates/review/emails.ts'
import * as automations from './modules/automations/emails/emails.ts'
import * as broadcasts from './modules/broadcasts/emails.ts'
import * as bulk from './modules/bulk-actions/emails.ts'
import * as comments from './modules/comments/emails.ts'
import * as deletion from './modules/deletion/emails.ts'
import * as exported from './modules/exports/emails.ts'
import * as imports from './modules/imports/emails.ts'
import * as oauth from './modules/oauth/emails.ts'
import * as reputation from './modules/reputation/emails.ts'
import * as factors from './modules/second-factors/emails.ts'
import * as domains from './modules/sending-domains/emails.ts'
import * as sequences from './modules/sequences/sending/emails.ts'
import { renderServiceEmail, type ServiceEmail } from './modules/service-mail/service-email.ts'
import * as sites from './modules/sites/emails.ts'
import * as merges from './modules/tag-merges/emails.ts'
import * as users from './modules/users/emails.ts'
import * as webhooks from './modules/webhooks/emails.ts'

// Each email to users is written by a function of an emails.ts, and here in a pseudo-locale, with Greek data: a plain word is not translated.

addServerPseudoLocales()

/** Emails to subscribers are in the language of the account: server/public-language.test.ts. */
const OTHERS = ['posts/access', 'preferences', 'sequences/compose']

const instant = new Date('2026-03-04T12:00:00Z')
/** Dates in the format of a pseudo-locale. */
const DATES = ['March 4, 2026 at 12:00 PM', 'March 4, 2026']
const name = 'Μαρία'
const account_name = 'Τα νέα'
const reason = 'Γιατί.'
const url = 'https://lin.example/x'
const source = { ip: '203.0.113.7', user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
const token = 'x'
const access = { keys: ['Α', 'Β'], apps: ['Γ'], kept_apps: ['Δ'], endpoints: ['Ε'], invitations: 2, account_name, name }
const guard = { domain: 'lin.example', sent: 8_100, failed: 900, hard_bounced: 900, complained: 90 } as const
const wave = {
  account_id: 5,
  account_name,
  id: 5,
  sample: 'Α',
  state: 'waiting' as const,
  subscribers: 900,
  waiting: 30,
  bounced: 10,
  since: new Date(instant),
} as const
const deletes = { account_name, deletes_at: instant, time_zone: 'UTC' }
const endpoint = { id: 5, name, url, failing_since: instant, app: null }
const plan = { plan: 'Α', name: account_name }
const broadcast = { id: 5, subject: 'Καλημέρα' }

type Writer = `${string}${'Email' | 'Texts'}`
/** Arguments of each function that writes an email. A function without a sample is a type error here. */
type Samples<Module> = {
  [Name in keyof Module & Writer]: Module[Name] extends (...given: infer Given) => unknown ? readonly Given[] : never
}
const kind = <Module extends object>(module: Module, samples: Samples<Module>) => ({ module, samples })

/** Returns a sample for each value. */
const samplesOf = <Value, Given extends unknown[]>(
  values: readonly Value[],
  given: (value: Value) => [...Given],
): Given[] => values.map(given)

const KINDS: Record<string, { module: object; samples: Record<string, readonly unknown[][]> }> = {
  accounts: kind(accounts, {
    confirmationEmail: [[{ email_address: 'lin@lin.example', account_name, token }]],
    invitationEmail: samplesOf(['owner', 'admin', 'editor', 'viewer'] as const, (role) => [
      { account_name, invited_by: role === 'viewer' ? null : name, role, token },
    ]),
    instanceInvitationEmail: [[{ email_address: 'lin@lin.example', token }]],
    signUpEmail: [[{ name, account_name, token }]],
    addressInUseEmail: [[{ email: 'lin@lin.example' }]],
    suspensionEmail: (['sign_in', 'api', 'sending'] as const).flatMap((what) =>
      [true, false].map(
        (is_suspended): Parameters<typeof accounts.suspensionEmail> => [{ what, is_suspended, reason, account_name }],
      ),
    ),
  }),
  'accounts/plans': kind(plans, {
    trialEndingEmail: [[{ ...plan, about: instant, time_zone: 'UTC' }]],
    planEndedEmail: samplesOf(['trial_lapsed', 'canceled', 'not_renewed'] as const, (kind) => [{ ...plan, kind }]),
    limitEmail: [[{ subscriber_limit: 1_000, active: 950 }], [{ subscriber_limit: 1_000, active: 1_000 }]],
  }),
  'admin/accounts': kind(admin, { viewedEmail: [[{ account_name, reason, minutes: 30 }]] }),
  'api-keys': kind(keys, { keyCreatedEmail: [[{ key: 'Α', account_name, name, at: instant, source }]] }),
  'apps/review': kind(apps, {
    approvalEmail: [[{ id: 5, name }, reason]],
    changesApprovedEmail: [[{ id: 5, name }, reason]],
    changesDeclinedEmail: [[{ id: 5, name }, reason]],
    rejectionEmail: [[{ id: 5, name }, reason]],
  }),
  'automation-templates/review': kind(templates, {
    approvalEmail: [[{ name, app_id: 5 }, reason]],
    rejectionEmail: [[{ name, app_id: 5 }, reason]],
  }),
  'automations/emails': kind(automations, {
    arrivedEmail: [[{ name, automation_id: 5, notices: [{ message: reason, arrived: 2 }] }]],
    heldEmail: [[{ name, problem: null }], [{ name, problem: reason }]],
  }),
  broadcasts: kind(broadcasts, {
    sentEmail: [[broadcast], [{ subject: null }]],
    stoppedEmail: [[{ ...broadcast, reason }]],
    notSentEmail: [[{ ...broadcast, problem: reason }]],
  }),
  'bulk-actions': kind(bulk, {
    endedEmail: [
      [{ total: 2 }],
      ...(['role', 'tag_deleted', 'sequence_deleted', 'field_deleted', 'segment_deleted'] as const).map(
        (reason): Parameters<typeof bulk.endedEmail> => [{ total: 1, reason }],
      ),
    ],
  }),
  approvals: kind(approvals, { approvalEmail: [[{ asked_by: name, sentence: reason }]] }),
  comments: kind(comments, {
    commentEmail: samplesOf(['replied', 'commented', 'mentioned'] as const, (did) => [
      did,
      { author: name, text: reason, title: null },
    ]),
  }),
  deletion: kind(deletion, {
    scheduledEmail: samplesOf([true, false], (by_administrator) => [
      { ...deletes, by_administrator, reason, contents: 'Α' },
    ]),
    reminderEmail: [[deletes]],
    keptEmail: [[deletes]],
    deletedEmail: [[deletes]],
  }),
  exports: kind(exported, {
    exportEndedEmail: [[{ filename: 'Α' }], [{ filename: 'Α', error: reason }]],
    exportReadyEmail: [[]],
    ownersExportEmail: [[]],
  }),
  imports: kind(imports, {
    endedEmail: [[{ filename: 'Α', done_rows: 2, error: null }], [{ filename: 'Α', done_rows: 2, error: reason }]],
  }),
  oauth: kind(oauth, {
    accessRevokedEmail: [[access], [{ ...access, keys: Array.from({ length: 30 }, () => 'Α') }]],
    accessReducedEmail: samplesOf(['editor', 'viewer'] as const, (role) => [{ ...access, role }]),
  }),
  reputation: kind(reputation, {
    guardEmail: (['warned', 'paused'] as const).flatMap((state) =>
      (['bounces', 'complaints'] as const).map(
        (cause): Parameters<typeof reputation.guardEmail> => [{ ...guard, state, cause }],
      ),
    ),
    wavesEmail: samplesOf(['', 'Α'], (domain) => [{ ...wave, domain }]),
  }),
  'second-factors': kind(factors, {
    authenticatorAddedTexts: [[]],
    authenticatorRemovedTexts: [[]],
    passkeyAddedTexts: [[{ name }]],
    passkeyRemovedTexts: [[{ name }]],
    codesReplacedTexts: [[]],
    codeUsedTexts: [[{ left: 1 }], [{ left: 5 }]],
    factorsRemovedTexts: [[]],
  }),
  'sequences/sending': kind(sequences, { heldEmail: [[{ name, subject: 'Α', problem: reason }]] }),
  'sending-domains': kind(domains, {
    brokenDomainEmail: samplesOf([true, false], (is_signing) => [{ id: 5, domain: 'lin.example', is_signing }]),
  }),
  sites: kind(sites, { brokenSiteDomainEmail: [['lin.example']], lostSiteDomainEmail: [['lin.example']] }),
  'tag-merges': kind(merges, {
    mergeEndedEmail: samplesOf([null, reason], (problem) => [
      { from_name: 'Α', into_name: 'Β', moved: 2, already_had: 3, problem },
    ]),
  }),
  users: kind(users, {
    passwordResetEmail: [[{ url, name }], [{ url, name: null }]],
    securityEmail: [[{ subject: 'Α', what: reason, advice: reason, name, at: instant, source }]],
    passwordChangedEmail: [[{ name, at: instant, source }]],
    administratorEmail: samplesOf([true, false], (is_admin) => [{ is_admin, name, at: instant }]),
    newDeviceEmail: [
      [{ name, at: instant, source }],
      [{ name, at: instant, source: { ip: '203.0.113.7', user_agent: null } }],
    ],
    providerEmail: [[{ label: 'Α', name, at: instant }]],
  }),
  webhooks: kind(webhooks, {
    failingEndpointEmail: [[endpoint]],
    disabledEndpointEmail: [[endpoint], [{ ...endpoint, app: 'Α' }]],
    forbiddenEndpointEmail: [[{ ...endpoint, reason }]],
    allowedEndpointEmail: [[endpoint]],
  }),
}

const FOLDERS = globSync('server/modules/**/emails.ts', { cwd: PROJECT })
  .map((file) => path.dirname(file).replace('server/modules/', ''))
  .filter((folder) => !OTHERS.includes(folder))
  .sort()

test.each(['en-XA', 'ar-XB'])('every email to users is translated as a whole: %s', async (language) => {
  const plain: string[] = []
  for (const folder of FOLDERS) {
    const { module, samples } = KINDS[folder] ?? { module: {}, samples: {} }
    const writers = Object.entries(module).filter(([name]) => /(Email|Texts)$/.test(name))
    expect(writers.length, folder).toBeGreaterThan(0)
    for (const [name, write] of writers) {
      expect(samples[name], `${folder} ${name}`).toBeDefined()
      for (const given of samples[name] ?? []) {
        const output = inLanguage({ language }, () => {
          const written = write(...given)
          const email = name.endsWith('Texts')
            ? { ...written, paragraphs: [written.what, written.advice ?? ''] }
            : written
          const whole: ServiceEmail = { heading: '', footnote: '', ...email }
          return `${whole.subject}\n${Object.values(renderServiceEmail(whole)).join('\n')}`
        })
        const own_texts = [
          ...DATES,
          'address=lin%40',
          'Envoi',
          'UTC',
          'lin.example',
          'Firefox',
          'Linux',
          'Settings › Webhooks',
        ]
        plain.push(...plainWords(output, own_texts).map((line) => `${folder} ${name}: ${line}`))
      }
    }
  }
  expect(plain).toEqual([])
})

test('an email to users is written in the emails.ts of its module', () => {
  const other_files = globSync('server/modules/**/*.ts', { cwd: PROJECT, exclude: ['**/*.test.ts'] }).filter(
    (file) =>
      !file.endsWith('/emails.ts') &&
      // Matches a property that is written, not one that is read, and not a type.
      /^ {2,12}paragraphs: (?!string|number|z\.|paragraphsOf)/m.test(readFileSync(path.join(PROJECT, file), 'utf8')),
  )
  expect(other_files).toEqual(['server/modules/notifications/digest.ts'])
})

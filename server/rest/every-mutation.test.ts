import { expect, test } from 'vitest'
import { isAtLeast, type Role } from '../core/context.ts'
import type { ProcedureMeta } from '../trpc/init.ts'
import { appRouter } from '../trpc/root.ts'
import { leastRole } from './authenticate.ts'
import { routes } from './registry.ts'

// A program can do what a creator can do in the dashboard: each mutation has a route, or is listed here with the reason.

/** The routes that do what a mutation does. */
const ROUTES: Record<string, string[]> = {
  'account.saveProfile': ['PUT /account/creator_profile'],
  'account.saveSettings': ['PUT /account/settings'],
  'account.setColors': ['PUT /account/colors'],
  'api_keys.revoke': ['DELETE /api_keys/:id'],
  'bounce_waves.decide': ['POST /bounce_waves/:id/decide'],
  'automation_templates.adopt': ['POST /automation_templates/adopt'],
  'automation_templates.applyUpdate': ['POST /automations/:automation_id/template/update'],
  'automations.addFrom': ['POST /automations/:id/subscribers'],
  'automations.addSubscribers': ['POST /automations/:id/subscribers'],
  'automations.cancelTask': ['POST /automations/:id/tasks/:task_id/cancel'],
  'automations.changeKind': ['PUT /automations/:id'],
  'automations.create': ['POST /automations'],
  'automations.delete': ['DELETE /automations/:id'],
  'automations.detach': ['POST /automations/:id/detach'],
  'automations.dryRuns.start': ['POST /automations/:id/dry_runs'],
  'automations.duplicate': ['POST /automations/:id/duplicate'],
  'automations.emails.applyFix': ['PUT /automation_emails/:id'],
  'automations.emails.create': ['POST /automations/:automation_id/emails'],
  'automations.emails.restore': ['POST /automation_emails/:id/restore'],
  'automations.emails.save': ['PUT /automation_emails/:id'],
  'automations.emails.sendTest': ['POST /automation_emails/:id/test'],
  'automations.migrate': ['POST /automations/:id/versions/:from_version/migration'],
  'automations.moveSubscribers': ['POST /automations/:id/runs/move'],
  'automations.pause': ['POST /automations/:id/pause'],
  'automations.publish': ['POST /automations/:id/publish'],
  'automations.removeSubscribers': ['POST /automations/:id/runs/remove'],
  'automations.rename': ['PUT /automations/:id'],
  'automations.resume': ['POST /automations/:id/resume'],
  'automations.retrySubscribers': ['POST /automations/:id/runs/retry'],
  'automations.save': ['PUT /automations/:id'],
  'broadcasts.addVersion': ['POST /broadcasts/:id/versions'],
  'broadcasts.applyFix': ['PUT /broadcasts/:id'],
  'broadcasts.removeVersion': ['DELETE /broadcasts/:id/versions/:version'],
  'broadcasts.repair': ['POST /broadcasts/:id/repair'],
  'broadcasts.resolveUnconfirmed': ['POST /broadcasts/:id/unconfirmed'],
  'broadcasts.restore': ['POST /broadcasts/:id/restore'],
  'broadcasts.saveVersion': ['PUT /broadcasts/:id/versions/:version'],
  'broadcasts.sendTest': ['POST /broadcasts/:id/test'],
  'broadcasts.savePlan': ['PUT /broadcasts/:id/plan'],
  'broadcasts.cancel': ['POST /broadcasts/:id/cancel'],
  'broadcasts.create': ['POST /broadcasts'],
  'broadcasts.discardUntouched': ['DELETE /broadcasts/:id'],
  'broadcasts.delete': ['DELETE /broadcasts/:id'],
  'broadcasts.duplicate': ['POST /broadcasts/:id/duplicate'],
  'broadcasts.pause': ['POST /broadcasts/:id/pause'],
  'broadcasts.release': ['POST /broadcasts/:id/release'],
  'broadcasts.reopen': ['POST /broadcasts/:id/reopen'],
  'broadcasts.resend': ['POST /broadcasts/:id/resend'],
  'broadcasts.resume': ['POST /broadcasts/:id/resume'],
  'broadcasts.schedule': ['PUT /broadcasts/:id'],
  'broadcasts.send': ['PUT /broadcasts/:id'],
  'broadcasts.sendToNew': ['POST /broadcasts/:id/send_to_new'],
  'broadcasts.unschedule': ['PUT /broadcasts/:id'],
  'broadcasts.update': ['PUT /broadcasts/:id', 'PUT /broadcasts/:id/settings'],
  'bulk_actions.cancel': ['POST /bulk_actions/:id/cancel'],
  'bulk_actions.request': ['POST /bulk_actions'],
  'bulk_actions.undo': ['POST /bulk_actions/:id/undo'],
  'bulk_requests.cancel': ['POST /bulk_requests/:id/cancel'],
  'comments.add': ['POST /comments'],
  'comments.delete': ['DELETE /comments/:id'],
  'comments.edit': ['PUT /comments/:id'],
  'comments.markRead': ['POST /comments/read'],
  'comments.resolve': ['POST /comments/:id/resolve'],
  'installs.uninstall': ['DELETE /installations/:installation_id'],
  'mail.clear': ['DELETE /caught_mail'],
  'mail.delete': ['DELETE /caught_mail/:id'],
  'automations.undelete': ['POST /automations/deletions/:id/undo'],
  'broadcasts.undelete': ['POST /broadcasts/deletions/:id/undo'],
  'comments.undelete': ['POST /comments/deletions/:id/undo'],
  'custom_fields.undelete': ['POST /custom_fields/deletions/:id/undo'],
  'forms.undeleteFile': ['POST /form_files/deletions/:id/undo'],
  'media.undelete': ['POST /images/deletions/:id/undo'],
  'posts.undelete': ['POST /posts/deletions/:id/undo'],
  'segments.undelete': ['POST /segments/deletions/:id/undo'],
  'sequences.undelete': ['POST /sequences/deletions/:id/undo'],
  'tags.undelete': ['POST /tags/deletions/:id/undo'],
  'templates.undelete': ['POST /email_templates/deletions/:id/undo'],
  'custom_fields.change': ['PUT /custom_fields/:id'],
  'custom_fields.create': ['POST /custom_fields', 'POST /bulk/custom_fields'],
  'custom_fields.delete': ['DELETE /custom_fields/:id'],
  'exports.cancel': ['POST /exports/:id/cancel'],
  'exports.remove': ['DELETE /exports/:id'],
  'exports.repeat': ['POST /exports/:id/repeat'],
  'exports.request': ['POST /exports/subscribers', 'POST /exports/recipients/:id'],
  'exports.requestAccount': ['POST /exports/account'],
  'forms.create': ['POST /forms'],
  'forms.duplicate': ['POST /forms/:id/duplicate'],
  'forms.endTest': ['POST /forms/:id/end_test'],
  'forms.landing.addVersionB': ['POST /landing_pages/:id/version_b'],
  'forms.landing.create': ['POST /landing_pages'],
  'forms.landing.publish': ['POST /landing_pages/:id/publish'],
  'forms.landing.restore': ['POST /landing_pages/:id/revisions/:revision_id/restore'],
  'forms.landing.save': ['PUT /landing_pages/:id'],
  'forms.landing.start': ['POST /landing_pages/:id/start'],
  'forms.landing.unpublish': ['POST /landing_pages/:id/unpublish'],
  'forms.removeFile': ['DELETE /forms/:id/file'],
  'forms.setStatus': ['PUT /forms/:id/status', 'DELETE /forms/:id'],
  'forms.undoTestEnd': ['POST /form_tests/deletions/:id/undo'],
  'forms.update': ['PUT /forms/:id'],
  'imports.analyze': ['POST /imports/:id/analyze'],
  'imports.create': ['POST /imports', 'POST /imports/:id/pieces'],
  'imports.preview': ['POST /imports/:id/preview'],
  'imports.remove': ['DELETE /imports/:id'],
  'imports.resume': ['POST /imports/:id/resume'],
  'imports.resumePreview': ['POST /imports/:id/preview/resume'],
  'imports.setColumns': ['PUT /imports/:id/columns'],
  'imports.setFormat': ['PUT /imports/:id/format'],
  'imports.start': ['POST /imports/:id/start'],
  'imports.stop': ['POST /imports/:id/stop'],
  'imports.stopPreview': ['POST /imports/:id/preview/stop'],
  'imports.stopUndo': ['POST /imports/:id/undo/stop'],
  'imports.undo': ['POST /imports/:id/undo'],
  'media.crop': ['POST /images/:id/crop'],
  'media.remove': ['DELETE /images/:id'],
  'media.update': ['PUT /images/:id'],
  'notifications.markAllRead': ['POST /notifications/read_all'],
  'notifications.markRead': ['POST /notifications/read'],
  'notifications.saveSettings': ['PUT /notification_settings'],
  'posts.countShares': ['POST /posts/:id/shares'],
  'posts.create': ['POST /posts'],
  'posts.discardUntouched': ['DELETE /posts/:id'],
  'posts.delete': ['DELETE /posts/:id'],
  'posts.preview': ['POST /posts/:id/preview'],
  'posts.publish': ['POST /posts/:id/publish'],
  'posts.restore': ['POST /posts/:id/restore'],
  'posts.save': ['PUT /posts/:id'],
  'posts.setSlug': ['PUT /posts/:id/slug'],
  'posts.unpublish': ['POST /posts/:id/unpublish'],
  'privacy.confirmAddress': ['POST /subscribers/:id/confirm_address'],
  'privacy.erase': ['POST /subscribers/:id/erase'],
  'privacy.stopTracking': ['POST /subscribers/:id/stop_tracking'],
  'purchases.add': ['POST /purchases'],
  'purchases.assignProduct': ['PUT /products/:id/sold_as'],
  // A program reads its file itself.
  'purchases.readFile': ['POST /purchases'],
  'purchases.removeCheckout': ['DELETE /checkouts'],
  'purchases.removeProduct': ['DELETE /account/product', 'DELETE /account/products/:id'],
  'purchases.saveCheckout': ['PUT /checkouts'],
  'purchases.saveProduct': ['PUT /account/product', 'POST /account/products', 'PUT /account/products/:id'],
  'purchases.setRefunded': ['POST /purchases'],
  'recommendations.add': ['POST /recommendations'],
  'recommendations.block': ['PUT /recommendations/:creator_id/block'],
  'recommendations.move': ['POST /recommendations/:creator_id/move'],
  'recommendations.remove': ['DELETE /recommendations/:creator_id'],
  'recommendations.saveNote': ['PUT /recommendations/:creator_id'],
  'recommendations.saveOpen': ['PUT /recommendations/profile'],
  'reputation.resume': ['POST /sending_health/resume'],
  'segments.create': ['POST /segments'],
  'segments.delete': ['DELETE /segments/:id'],
  'segments.rename': ['PUT /segments/:id'],
  'segments.update': ['PUT /segments/:id'],
  'sending_addresses.add': ['POST /sending_addresses'],
  'sending_addresses.remind': ['POST /sending_addresses/:id/remind'],
  'sending_addresses.remove': ['DELETE /sending_addresses/:id'],
  'sending_addresses.rename': ['PUT /sending_addresses/:id'],
  'sending_addresses.setDefault': ['POST /sending_addresses/:id/make_default'],
  'sending_addresses.setReplyTo': ['PUT /sending_addresses/reply_to'],
  'sending_domains.add': ['POST /sending_domains'],
  'sending_domains.cancelRotation': ['POST /sending_domains/:id/cancel_rotation'],
  'sending_domains.check': ['POST /sending_domains/:id/check'],
  'sending_domains.remove': ['DELETE /sending_domains/:id'],
  'sending_domains.rotate': ['POST /sending_domains/:id/rotate'],
  'sequences.applyFix': ['PUT /sequences/:sequence_id/emails/:id/draft'],
  'sequences.cancelChange': ['POST /sequence_changes/:id/cancel'],
  'sequences.discardEmailChanges': ['DELETE /sequences/:sequence_id/emails/:id/draft'],
  'sequences.publishEmailChanges': ['POST /sequences/:sequence_id/emails/:id/draft/publish'],
  'sequences.requestChange': ['POST /sequences/:sequence_id/changes'],
  'sequences.resolveUndecided': ['POST /sequences/:id/unconfirmed'],
  'sequences.restoreEmail': ['POST /sequences/:sequence_id/emails/:id/restore'],
  'sequences.sendTest': ['POST /sequences/:sequence_id/emails/:id/test'],
  'sequences.startEmail': ['POST /sequences/:sequence_id/emails'],
  'sequences.create': ['POST /sequences'],
  'sequences.createEmail': ['POST /sequences/:sequence_id/emails'],
  'sequences.delete': ['DELETE /sequences/:id'],
  'sequences.discardUntouchedEmail': ['DELETE /sequences/:sequence_id/emails/:id'],
  'sequences.deleteEmail': ['DELETE /sequences/:sequence_id/emails/:id'],
  'sequences.duplicate': ['POST /sequences/:id/duplicate'],
  'sequences.enroll': ['POST /sequences/:sequence_id/subscribers', 'POST /sequences/:sequence_id/subscribers/:id'],
  'sequences.reorder': ['PUT /sequences/:sequence_id/emails/:id'],
  'sequences.update': ['PUT /sequences/:id'],
  'sites.checkDomain': ['POST /site/domain/check'],
  'sites.removeDomain': ['DELETE /site/domain'],
  'sites.save': ['PUT /site'],
  'sites.setDomain': ['PUT /site/domain'],
  'sequences.updateEmail': ['PUT /sequences/:sequence_id/emails/:id', 'PUT /sequences/:sequence_id/emails/:id/draft'],
  'snippets.create': ['POST /snippets'],
  'snippets.preview': ['POST /snippets/:id/preview'],
  'snippets.restore': ['POST /snippets/:id/restore'],
  'snippets.update': ['PUT /snippets/:id'],
  'style.remove': ['DELETE /account/style'],
  'style.save': ['PUT /account/style'],
  'subscribers.add': ['POST /subscribers', 'POST /bulk/subscribers'],
  'subscribers.notes.add': ['POST /subscribers/:subscriber_id/notes'],
  'subscribers.notes.delete': ['DELETE /notes/:id'],
  'subscribers.notes.edit': ['PUT /notes/:id'],
  'subscribers.notes.restore': ['POST /notes/restore'],
  'subscribers.reactivate': ['POST /subscribers/:id/reactivate'],
  'subscribers.restore': ['POST /subscribers/:id/restore'],
  'subscribers.unsubscribe': ['POST /subscribers/:id/unsubscribe'],
  'subscribers.update': ['PUT /subscribers/:id', 'POST /bulk/custom_fields/subscribers'],
  'suppression.add': ['POST /suppressions'],
  'suppression.export': ['GET /suppressions'],
  'suppression.remove': ['DELETE /suppressions/:id'],
  'tag_merges.start': ['POST /tag_merges'],
  'tag_merges.undo': ['POST /tag_merges/:id/undo'],
  'tags.create': ['POST /tags', 'POST /bulk/tags'],
  'tags.delete': ['DELETE /tags/:id', 'DELETE /bulk/tags'],
  'tags.removeTopic': ['DELETE /tags/:id/topic'],
  'tags.rename': ['PUT /tags/:id'],
  'tags.restoreTagging': ['POST /tags/:tag_id/subscribers/:id/restore'],
  'tags.saveTopic': ['PUT /tags/:id/topic'],
  'tags.setColor': ['PUT /tags/:id/color'],
  'tags.tag': ['POST /tags/:tag_id/subscribers/:id', 'POST /tags/:tag_id/subscribers', 'POST /bulk/tags/subscribers'],
  'tags.untag': [
    'DELETE /tags/:tag_id/subscribers/:id',
    'DELETE /tags/:tag_id/subscribers',
    'DELETE /bulk/tags/subscribers',
  ],
  'team.changeRole': ['PUT /members/:user_id'],
  'team.invite': ['POST /invitations'],
  'team.leave': ['DELETE /members/:user_id'],
  'team.remove': ['DELETE /members/:user_id'],
  'team.withdraw': ['DELETE /invitations/:id'],
  'templates.create': ['POST /email_templates'],
  'templates.duplicate': ['POST /email_templates/:id/duplicate'],
  'templates.preview': ['POST /email_templates/preview'],
  'templates.remove': ['DELETE /email_templates/:id'],
  'templates.setDefault': ['POST /email_templates/:id/make_default'],
  'templates.update': ['PUT /email_templates/:id'],
  'webhooks.create': ['POST /webhook_endpoints'],
  'webhooks.delete': ['DELETE /webhook_endpoints/:id'],
  'webhooks.delete_legacy': ['DELETE /webhooks/:id'],
  'webhooks.resend': ['POST /webhook_endpoints/:id/deliveries/:delivery_id/resend'],
  'webhooks.revoke_previous': ['POST /webhook_endpoints/:id/revoke_previous_secret'],
  'webhooks.rotate': ['POST /webhook_endpoints/:id/rotate_secret'],
  'webhooks.sample': ['POST /webhook_endpoints/:id/samples'],
  'webhooks.update': ['PATCH /webhook_endpoints/:id'],
}

/** Routes for what the dashboard does without a mutation, or does not do. */
const ONLY_ROUTES = [
  'POST /automation_events',
  'POST /bulk/forms/subscribers',
  'POST /exports/:id/link',
  'POST /forms/:form_id/subscribers',
  'POST /forms/:form_id/subscribers/:id',
  'DELETE /forms/:form_id/subscribers/:id',
  'POST /images',
  'PUT /forms/:id/file',
  'POST /landing_pages/:landing_page_id/subscribers/:id',
  'DELETE /sequences/:sequence_id/subscribers/:id',
  'POST /subscribers/:subscriber_id/location',
  'PATCH /subscribers/:subscriber_id/location',
  'DELETE /subscribers/:subscriber_id/location',
  'POST /webhooks',
]

/** Mutations that get no route, by the reason. */
const WITHOUT_A_ROUTE: Record<string, string[]> = {
  'is about a user and their sign-in, and a program belongs to an account': [
    'account.create',
    'account.signUp',
    'second_factors.addAuthenticator',
    'second_factors.addPasskey',
    'second_factors.confirmIdentity',
    'second_factors.offerAuthenticator',
    'second_factors.offerPasskey',
    'second_factors.passkeyRequest',
    'second_factors.removeAuthenticator',
    'second_factors.removePasskey',
    'second_factors.renamePasskey',
    'second_factors.renewRecoveryCodes',
    'team.accept',
    'team.join',
    'users.changePassword',
    'users.chooseLanguage',
    'users.endOtherSessions',
    'users.endSession',
    'users.rename',
    'users.requestReset',
    'users.resetPassword',
    'users.switchAccount',
  ],
  'is a step that someone takes in a browser': [
    'installs.begin',
    'installs.finish',
    'installs.takePartnerAnswer',
    'sending_addresses.confirm',
  ],
  'would let a program give itself rights, or end the account': [
    'approvals.approve',
    'approvals.decline',
    'account.setTwoFactorPolicy',
    'api_keys.create',
    'api_keys.setLimits',
    'oauth.setLimits',
    'deletion.keep',
    'deletion.schedule',
  ],
  'belongs to the editor or a page, and changes nothing that subscribers get': [
    'account.hideSetup',
    'plugins.media',
    'plugins.options',
    'plugins.placed',
    'plugins.render',
    'subscribers.saveColumns',
  ],
}

/** Routes that only read, although the dashboard needs the editor role. */
const READS: Record<string, string[]> = {
  'imports.check': ['POST /imports/:id/check'],
  'tag_merges.duplicates': ['GET /tag_merges/duplicates'],
  'tag_merges.preview': ['POST /tag_merges/preview'],
}

type Procedure = { _def: { type: 'query' | 'mutation' | 'subscription'; meta?: Partial<ProcedureMeta> } }

const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>

/** Mutations of a creator. An administrator runs the instance, and a developer writes apps. */
const mutations = Object.entries(procedures)
  .filter(([, { _def }]) => _def.type === 'mutation' && _def.meta?.access !== 'administrator')
  .map(([path]) => path)
  .filter((path) => !/^(apps|automation_templates)\.develop\./.test(path))

const listed = [Object.keys(ROUTES), Object.values(WITHOUT_A_ROUTE).flat()].flat()
const repeated = (names: string[]) => names.filter((name, at) => names.indexOf(name) !== at)

test('every mutation of a creator has a route, or is listed with the reason', () => {
  expect(mutations.filter((path) => !listed.includes(path))).toEqual([])
})

test('no mutation is listed twice, and every listed one exists', () => {
  expect(repeated(listed)).toEqual([])
  expect(listed.filter((path) => !mutations.includes(path))).toEqual([])
  expect(Object.values(WITHOUT_A_ROUTE).flat().length).toBeLessThanOrEqual(40)
})

const nameOf = ({ method, path }: (typeof routes)[number]) => `${method.toUpperCase()} ${path.slice('/v4'.length)}`

test('a program needs at least the role that a member needs in the dashboard [contract 2.3]', () => {
  const by_name = new Map(routes.map((route) => [nameOf(route), route]))
  const isBelow = (name: string, path: string) => {
    const route = by_name.get(name)
    return route && !isAtLeast(leastRole(route.options), procedures[path]?._def.meta?.access as Role)
  }
  // A mutation that writes a list as a file needs more than the list.
  const changes = Object.entries(ROUTES).map(([path, names]) => [
    path,
    names.filter((name) => !name.startsWith('GET ')),
  ])
  const below = [...changes, ...Object.entries(READS)].flatMap(([path, names]) =>
    (names as string[]).filter((name) => isBelow(name, String(path))),
  )
  expect(below).toEqual([])
})

test('every route that changes something says which mutations it stands for, and every named route exists', () => {
  const named = [Object.values(ROUTES), ONLY_ROUTES].flat(2)
  const changing = routes.filter(({ method, options }) => method !== 'get' && options.scope !== 'read').map(nameOf)
  expect(changing.filter((name) => !named.includes(name))).toEqual([])
  const existing = routes.map(nameOf)
  expect(named.filter((name) => !existing.includes(name))).toEqual([])
})

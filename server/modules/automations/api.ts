import { z } from 'zod'
import { pageOfRows } from '../../core/page/page.ts'
import { list, route } from '../../rest/route.ts'
import { undoOfDeletion } from '../../rest/undelete.ts'
import { detachAutomation } from './adopting/adopted.ts'
import { listKnownEvents } from './apps/event-properties.ts'
import { reportEvents } from './apps/events.ts'
import { receiveMessages } from './cdp/receive.ts'
import { CdpBatch, CdpMessage, CdpQuery, CdpResult, MESSAGE_TYPES } from './cdp/schema.ts'
import { deleteAutomationWithUndo, undeleteAutomation } from './publishing/deletion.ts'
import { duplicateAutomation, pauseAutomation, resumeAutomation } from './publishing/lifecycle.ts'
import { migrateSubscribers, previewMigration } from './publishing/migration.ts'
import { previewPublication, publishAutomation } from './publishing/publish.ts'
import { getVersion, listVersions } from './publishing/versions.ts'
import { AutomationFilter, EventInput, EventResult, KnownEvent } from './schema.ts'
import { changeAutomation, createAutomation, getAutomation, listAutomations } from './service.ts'
import {
  Automation,
  AutomationChange,
  AutomationPreflight,
  AutomationVersion,
  AutomationVersionDetail,
  ListedAutomationRow,
  MigrationInput,
  MigrationPlan,
  NewAutomation,
  PublicationInput,
  PublishedNumber,
  StartedTask,
} from './wire-schema.ts'

const running = { scope: 'automations:write', subject: getAutomation } as const
const one = { as: 'automation', of: Automation } as const

export const automationsApi = [
  route('POST /automation_events', reportEvents, {
    summary: 'Report events to automations',
    description:
      'Subscribers enter automations that start with this event, continue where they wait for it, and reach goals. `name` is any ' +
      'name that automations use. An app may give `plugin` instead, to push events of its own plugin. Unknown subscribers are skipped, ' +
      'unless `create` is true.',
    status: 202,
    as: 'automation_events',
    of: EventResult,
    body: EventInput,
  }),
  route('GET /automation_events', (ctx) => listKnownEvents(ctx), {
    summary: 'List the events that carry properties',
    description:
      'By name, with the properties that programs reported, the type of the first value and the last values.',
    as: 'automation_events',
    of: z.array(KnownEvent),
  }),
  list('GET /automations', async (ctx, input) => pageOfRows(await listAutomations(ctx, input)), {
    summary: 'List automations',
    description: 'Newest first. `search` finds names.',
    as: 'automations',
    of: ListedAutomationRow,
    query: AutomationFilter,
  }),
  route('POST /automations', createAutomation, {
    ...one,
    summary: 'Create an automation',
    description: 'A draft, which does nothing until it is published.',
    status: 201,
    body: NewAutomation,
  }),
  route('GET /automations/:id', getAutomation, {
    ...one,
    summary: 'Read an automation',
    description: 'Its draft, and what prevents publishing it.',
  }),
  route('PUT /automations/:id', changeAutomation, {
    ...one,
    summary: 'Change an automation',
    description:
      'Changes the draft, only the properties in the body. `graph` is replaced as a whole. Subscribers get it once it is published.',
    body: AutomationChange,
    subject: getAutomation,
    errors: { 409: 'The draft has another `revision`' },
  }),
  route('DELETE /automations/:id', deleteAutomationWithUndo, {
    ...running,
    summary: 'Delete an automation',
    description: 'Its subscribers leave it.',
  }),
  route('POST /automations/:id/duplicate', duplicateAutomation, {
    ...one,
    summary: 'Duplicate an automation',
    description: 'A draft without subscribers.',
    status: 201,
  }),
  route('POST /automations/:id/detach', detachAutomation, {
    summary: 'Detach an automation from its template',
    description: 'From then on it can be changed, and no longer follows the template.',
    errors: { 409: 'It follows no template' },
  }),
  route('GET /automations/:id/preflight', previewPublication, {
    summary: 'Check an automation before publishing',
    description: 'What prevents it, who keeps an earlier version, and who already matches a trigger and could enter.',
    as: 'preflight',
    of: AutomationPreflight,
  }),
  route('POST /automations/:id/publish', publishAutomation, {
    ...running,
    summary: 'Publish an automation',
    description:
      'Subscribers enter the draft from now on; those inside keep their version. Those who match a trigger in `enter_existing` already enter too, and are the recipients of `dry_run` and `expected_recipients`.',
    as: 'automation',
    of: PublishedNumber,
    body: PublicationInput,
    reaches: true,
    errors: { 409: 'The draft has another `revision`' },
  }),
  route('POST /automations/:id/pause', pauseAutomation, {
    ...running,
    ...one,
    summary: 'Pause an automation',
    description: 'No one enters or continues until it is resumed.',
    errors: { 409: 'It is paused' },
  }),
  route('POST /automations/:id/resume', resumeAutomation, {
    ...running,
    ...one,
    summary: 'Resume an automation',
    description: 'Waits continue, and dates that passed are due.',
  }),
  route('GET /automations/:id/versions', listVersions, {
    summary: 'List the versions of an automation',
    description: 'Newest first, with the number of subscribers inside.',
    as: 'versions',
    of: z.array(AutomationVersion),
  }),
  route('GET /automations/:id/versions/:version', getVersion, {
    summary: 'Read a version of an automation',
    description: 'As it was published.',
    as: 'version',
    of: AutomationVersionDetail,
  }),
  route('GET /automations/:id/versions/:from_version/migration', previewMigration, {
    summary: 'Preview moving subscribers to the current version',
    description: 'Which steps of this version the current one lacks, and who is there.',
    as: 'migration',
    of: MigrationPlan,
  }),
  route('POST /automations/:id/versions/:from_version/migration', migrateSubscribers, {
    ...running,
    summary: 'Move subscribers to the current version',
    description: '`to` says for each missing step where its subscribers continue; null completes the automation.',
    status: 202,
    as: 'task',
    of: StartedTask,
    body: MigrationInput,
    reaches: true,
    errors: { 409: 'Subscribers are being moved' },
  }),
  undoOfDeletion('automations', 'an automation', undeleteAutomation),
]

const received = { credential: 'write_key', query: CdpQuery, of: CdpResult } as const

/** Messages of Segment's libraries (contract 21.12). */
export const cdpApi = [
  route('POST /batch', receiveMessages, { ...received, summary: 'Receive messages', body: CdpBatch }),
  ...MESSAGE_TYPES.map((type) =>
    route(
      `POST /${type}`,
      (ctx, { create, form_id, ...message }) =>
        receiveMessages(ctx, { create, form_id, batch: [{ ...message, type }] }),
      { ...received, summary: `Receive a message of type ${type}`, body: CdpMessage },
    ),
  ),
]

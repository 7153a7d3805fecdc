import { z } from 'zod'
import { pageOfRows } from '../../core/page/page.ts'
import { list, route } from '../../rest/route.ts'
import { undoOfDeletion } from '../../rest/undelete.ts'
import { detachAutomation } from './adopting/adopted.ts'
import { reportEvents } from './apps/events.ts'
import { deleteAutomationWithUndo, undeleteAutomation } from './publishing/deletion.ts'
import { duplicateAutomation, pauseAutomation, resumeAutomation } from './publishing/lifecycle.ts'
import { migrateSubscribers, previewMigration } from './publishing/migration.ts'
import { previewPublication, publishAutomation } from './publishing/publish.ts'
import { getVersion, listVersions } from './publishing/versions.ts'
import { AutomationFilter, EventInput, EventResult } from './schema.ts'
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

const read = { scope: 'read', credential: 'any' } as const
const write = { scope: 'write', credential: 'any' } as const
const running = { scope: 'automations:write', credential: 'any', subject: getAutomation } as const
const one = { as: 'automation', of: Automation } as const

export const automationsApi = [
  route(
    'POST /automation_events',
    {
      summary: 'Report events to automations',
      description:
        'Subscribers enter automations that start with this event, continue where they wait for it, and reach goals. `name` is any ' +
        'name that automations use. An app may give `plugin` instead, to push events of its own plugin. Unknown subscribers are skipped.',
      scope: 'write',
      credential: 'any',
      status: 202,
      as: 'automation_events',
      of: EventResult,
      body: EventInput,
    },
    reportEvents,
  ),
  list(
    'GET /automations',
    {
      ...read,
      summary: 'List automations',
      description: 'Newest first. `search` finds names.',
      as: 'automations',
      of: ListedAutomationRow,
      query: AutomationFilter,
    },
    async (ctx, input) => pageOfRows(await listAutomations(ctx, input)),
  ),
  route(
    'POST /automations',
    {
      ...write,
      ...one,
      summary: 'Create an automation',
      description: 'A draft, which does nothing until it is published.',
      status: 201,
      body: NewAutomation,
    },
    createAutomation,
  ),
  route(
    'GET /automations/:id',
    { ...read, ...one, summary: 'Read an automation', description: 'Its draft, and what prevents publishing it.' },
    getAutomation,
  ),
  route(
    'PUT /automations/:id',
    {
      ...write,
      ...one,
      summary: 'Change an automation',
      description:
        'Changes the draft, only the properties in the body. `graph` is replaced as a whole. Subscribers get it once it is published.',
      body: AutomationChange,
      subject: getAutomation,
      errors: { 409: 'The draft has another `revision`' },
    },
    changeAutomation,
  ),
  route(
    'DELETE /automations/:id',
    { ...running, summary: 'Delete an automation', description: 'Its subscribers leave it.' },
    deleteAutomationWithUndo,
  ),
  route(
    'POST /automations/:id/duplicate',
    { ...write, ...one, summary: 'Duplicate an automation', description: 'A draft without subscribers.', status: 201 },
    duplicateAutomation,
  ),
  route(
    'POST /automations/:id/detach',
    {
      ...write,
      summary: 'Detach an automation from its template',
      description: 'From then on it can be changed, and no longer follows the template.',
      errors: { 409: 'It follows no template' },
    },
    detachAutomation,
  ),
  route(
    'GET /automations/:id/preflight',
    {
      ...read,
      summary: 'Check an automation before publishing',
      description: 'What prevents it, who keeps an earlier version, and who already matches a trigger and could enter.',
      as: 'preflight',
      of: AutomationPreflight,
    },
    previewPublication,
  ),
  route(
    'POST /automations/:id/publish',
    {
      ...running,
      summary: 'Publish an automation',
      description:
        'Subscribers enter the draft from now on; those inside keep their version. Those who match a trigger in `enter_existing` already enter too, and are the recipients of `dry_run` and `expected_recipients`.',
      as: 'automation',
      of: PublishedNumber,
      body: PublicationInput,
      reaches: true,
      errors: { 409: 'The draft has another `revision`' },
    },
    publishAutomation,
  ),
  route(
    'POST /automations/:id/pause',
    {
      ...running,
      ...one,
      summary: 'Pause an automation',
      description: 'No one enters or continues until it is resumed.',
      errors: { 409: 'It is paused' },
    },
    pauseAutomation,
  ),
  route(
    'POST /automations/:id/resume',
    {
      ...running,
      ...one,
      summary: 'Resume an automation',
      description: 'Waits continue, and dates that passed are due.',
    },
    resumeAutomation,
  ),
  route(
    'GET /automations/:id/versions',
    {
      ...read,
      summary: 'List the versions of an automation',
      description: 'Newest first, with the number of subscribers inside.',
      as: 'versions',
      of: z.array(AutomationVersion),
    },
    listVersions,
  ),
  route(
    'GET /automations/:id/versions/:version',
    {
      ...read,
      summary: 'Read a version of an automation',
      description: 'As it was published.',
      as: 'version',
      of: AutomationVersionDetail,
    },
    getVersion,
  ),
  route(
    'GET /automations/:id/versions/:from_version/migration',
    {
      ...read,
      summary: 'Preview moving subscribers to the current version',
      description: 'Which steps of this version the current one lacks, and who is there.',
      as: 'migration',
      of: MigrationPlan,
    },
    previewMigration,
  ),
  route(
    'POST /automations/:id/versions/:from_version/migration',
    {
      ...running,
      summary: 'Move subscribers to the current version',
      description: '`to` says for each missing step where its subscribers continue; null completes the automation.',
      status: 202,
      as: 'task',
      of: StartedTask,
      body: MigrationInput,
      reaches: true,
      errors: { 409: 'Subscribers are being moved' },
    },
    migrateSubscribers,
  ),
  undoOfDeletion('automations', 'an automation', undeleteAutomation),
]

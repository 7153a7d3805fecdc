import { z } from 'zod'
import { BigId } from '../../core/wire.ts'
import { listVerb, member, router, verb } from '../../trpc/init.ts'
import { Deleting, Undeleting } from '../deleted-records/schema.ts'
import { detachAutomation } from './adopting/adopted.ts'
import { listKnownEvents } from './apps/event-properties.ts'
import { compareSubscriber, findDryRun, listSimulated, previewDryRunEmail } from './dry-run/compare.ts'
import { startDryRun } from './dry-run/start.ts'
import { automationEmailsRouter } from './emails-router.ts'
import { moveRuns, removeFromAutomation, retryHeld } from './inspecting/actions.ts'
import { addByHand, addFrom, previewAdding } from './inspecting/adding.ts'
import { countSteps } from './inspecting/counts.ts'
import { listOccupiedSteps } from './inspecting/occupied.ts'
import { listRuns, listRunsOfSubscriber } from './inspecting/runs.ts'
import { traceRun } from './inspecting/trace.ts'
import { listUpcomingEmails } from './inspecting/upcoming.ts'
import {
  AddFromInput,
  AddInput,
  CountRange,
  MoveInput,
  OfSubscriber,
  RunPage,
  RunsInput,
  TraceInput,
} from './inspecting-schema.ts'
import { findNames, listChoices } from './publishing/choices.ts'
import { deleteAutomationWithUndo, undeleteAutomation } from './publishing/deletion.ts'
import { duplicateAutomation, pauseAutomation, resumeAutomation } from './publishing/lifecycle.ts'
import { migrateSubscribers, previewMigration } from './publishing/migration.ts'
import { previewPublication, publishAutomation } from './publishing/publish.ts'
import { getVersion, listVersions } from './publishing/versions.ts'
import {
  DryRunEmailKey,
  DryRunInput,
  DryRunPage,
  DryRunSubscriberKey,
  Migration,
  MigrationKey,
  Publication,
  TaskKey,
  VersionKey,
} from './publishing-schema.ts'
import {
  AutomationDraft,
  AutomationInput,
  AutomationKey,
  AutomationKind,
  AutomationName,
  AutomationPage,
  ChoiceQuery,
  NamesQuery,
} from './schema.ts'
import {
  changeKind,
  createAutomation,
  getAutomation,
  listAutomations,
  renameAutomation,
  saveAutomation,
} from './service.ts'
import { cancelTask, listTasks } from './tasks/task.ts'

const viewer = member('viewer')
const editor = member('editor')

export const automationsRouter = router({
  emails: automationEmailsRouter,
  choices: viewer.input(ChoiceQuery).query(listVerb(listChoices)),
  names: viewer.input(NamesQuery).query(verb(findNames)),
  events: viewer.query(verb((ctx) => listKnownEvents(ctx))),
  list: viewer.input(AutomationPage).query(verb(listAutomations)),
  get: viewer.input(AutomationKey).query(verb(getAutomation)),
  create: editor.input(AutomationInput).mutation(verb(createAutomation)),
  save: editor.input(AutomationDraft).mutation(verb(saveAutomation)),
  detach: editor.input(AutomationKey).mutation(verb(detachAutomation)),
  rename: editor.input(AutomationName).mutation(verb(renameAutomation)),
  changeKind: editor.input(AutomationKind).mutation(verb(changeKind)),
  duplicate: editor.input(AutomationKey).mutation(verb(duplicateAutomation)),
  pause: editor.input(AutomationKey).mutation(verb(pauseAutomation)),
  resume: editor.input(AutomationKey).mutation(verb(resumeAutomation)),
  delete: editor.input(Deleting).mutation(verb(deleteAutomationWithUndo)),
  undelete: editor.input(Undeleting).mutation(verb(undeleteAutomation)),
  previewPublication: viewer.input(AutomationKey).query(verb(previewPublication)),
  publish: editor.input(Publication).mutation(verb(publishAutomation)),
  versions: viewer.input(AutomationKey).query(verb(listVersions)),
  version: viewer.input(VersionKey).query(verb(getVersion)),
  previewMigration: viewer.input(MigrationKey).query(verb(previewMigration)),
  migrate: editor.input(Migration).mutation(verb(migrateSubscribers)),
  counts: viewer.input(CountRange).query(verb(countSteps)),
  occupiedSteps: viewer.input(AutomationKey).query(verb(listOccupiedSteps)),
  subscribers: viewer.input(RunPage).query(verb(listRuns)),
  trace: viewer.input(TraceInput).query(verb(traceRun)),
  ofSubscriber: viewer.input(OfSubscriber).query(verb(listRunsOfSubscriber)),
  upcoming: viewer.input(z.object({ subscriber_id: BigId })).query(verb(listUpcomingEmails)),
  addSubscribers: editor.input(AddInput).mutation(verb(addByHand)),
  previewAdding: viewer.input(AddFromInput).query(verb(previewAdding)),
  addFrom: editor.input(AddFromInput).mutation(verb(addFrom)),
  removeSubscribers: editor.input(RunsInput).mutation(verb(removeFromAutomation)),
  retrySubscribers: editor.input(RunsInput).mutation(verb(retryHeld)),
  moveSubscribers: editor.input(MoveInput).mutation(verb(moveRuns)),
  dryRuns: router({
    find: viewer.input(AutomationKey).query(verb(findDryRun)),
    start: editor.input(DryRunInput).mutation(verb(startDryRun)),
    subscribers: viewer.input(DryRunPage).query(listVerb(listSimulated)),
    compare: viewer.input(DryRunSubscriberKey).query(verb(compareSubscriber)),
    preview: viewer.input(DryRunEmailKey).query(verb(previewDryRunEmail)),
  }),
  tasks: viewer.input(AutomationKey).query(verb(listTasks)),
  cancelTask: editor.input(TaskKey).mutation(verb(cancelTask)),
})

import { bulk } from '../../rest/bulk/declaration.ts'
import { list, route, thenRead, upsert } from '../../rest/route.ts'
import { undoOfDeletion } from '../../rest/undelete.ts'
import { MemberFilter, Subscriber } from '../subscribers/schema.ts'
import {
  createFormWith,
  getFormRecord,
  getUntrashedRecord,
  setFormStatus,
  trashForm,
  updateFormPartly,
} from './design.ts'
import { deleteFormFileWithUndo, undeleteFormFile } from './files/deletion.ts'
import { receiveFormFile } from './files/receive.ts'
import { duplicateForm } from './landing/duplicate.ts'
import { addToLandingPage, getRecommendationsScript, listLegacyLandingPages } from './legacy.ts'
import { endFormTest, undoFormTestEnd } from './results/end-test.ts'
import { getFormResults } from './results/read.ts'
import {
  BulkAddition,
  BulkAdditionEcho,
  BulkFormSubscriber,
  FormAddition,
  FormAdditionByAddress,
  FormFilter,
  FormSubscriber,
  LegacyFilter,
  LegacyLandingPage,
  ListedForm,
  RecommendationsScript,
} from './schema.ts'
import { getForm, getUntrashedForm, listForms } from './service.ts'
import { addEachToForm } from './subscriptions/bulk.ts'
import {
  addByAddress,
  addToForm,
  checkAddition,
  listFormSubscribers,
  removeFromForm,
} from './subscriptions/subscriptions.ts'
import { ACCEPTED_FILES } from './values-schema.ts'
import {
  FileInput,
  FormFile,
  FormInput,
  FormPatch,
  FormRecord,
  Results,
  ResultsQuery,
  StatusInput,
  TestEndInput,
} from './wire-schema.ts'

const ADDING =
  'The state and the attribution of the subscriber do not change. A form with double opt-in emails an inactive subscriber once to confirm.'

const write = { names_fields: true } as const
const one = { as: 'form', of: FormRecord } as const

export const formsApi = [
  list('GET /forms', listForms, {
    summary: 'List forms',
    description:
      'Active ones unless `status` says otherwise. `type=hosted` are landing pages, `type=embed` are forms for websites.',
    as: 'forms',
    of: ListedForm,
    query: FormFilter,
  }),
  route('POST /forms', thenRead(createFormWith, getFormRecord), {
    ...write,
    ...one,
    summary: 'Create a form',
    description:
      'With double opt-in, and texts in the language of the account. `type` is `embed` unless it is given; a page with sections is made by `POST /v4/landing_pages`.',
    status: 201,
    body: FormInput,
  }),
  route('GET /forms/:id', getUntrashedRecord, {
    ...one,
    summary: 'Read a form',
    description: 'Of any status, except in the trash, with its settings and its file.',
  }),
  route('PUT /forms/:id', thenRead(updateFormPartly, getFormRecord), {
    ...write,
    ...one,
    summary: 'Change a form',
    description:
      'Changes only the properties in the body, also in `settings` and in the texts of its emails. Lists, `picture` and `version_b` are replaced as a whole. A `version_b` starts a test.',
    body: FormPatch,
    subject: getUntrashedForm,
  }),
  route('DELETE /forms/:id', trashForm, {
    ...write,
    summary: 'Delete a form',
    description: 'Moves it to the trash, from which `PUT /v4/forms/{id}/status` takes it back.',
  }),
  route('PUT /forms/:id/status', thenRead(setFormStatus, getFormRecord), {
    ...write,
    ...one,
    summary: 'Change the status of a form',
    description:
      'An archived form is closed to visitors, and programs can still add subscribers. `trashed` deletes it, every other status takes it back.',
    body: StatusInput,
    subject: getForm,
  }),
  route('POST /forms/:id/duplicate', thenRead(duplicateForm, getFormRecord), {
    ...write,
    ...one,
    summary: 'Duplicate a form',
    description: 'With its settings and sections, without its file, its version B, subscribers and results.',
    status: 201,
  }),
  route('PUT /forms/:id/file', receiveFormFile, {
    ...write,
    scope: 'files:write',
    summary: 'Set the file of a form',
    description: `Everyone who signs up gets it by email. Send it as \`file\` of \`multipart/form-data\` with at most 10 MB, or its \`url\`, from which it is copied with at most 25 MB. ${ACCEPTED_FILES}.`,
    as: 'file',
    of: FormFile,
    body: FileInput,
    form_file: 'file',
    subject: getForm,
  }),
  route('DELETE /forms/:id/file', deleteFormFileWithUndo, {
    ...write,
    scope: 'files:write',
    summary: 'Remove the file of a form',
    description: 'Links in emails stop working.',
  }),
  route('GET /forms/:id/results', getFormResults, {
    summary: 'Read the results of a form',
    description: 'Views and sign-ups by day, source and page, and the counts of a test of two versions.',
    as: 'results',
    of: Results,
    query: ResultsQuery,
  }),
  route('POST /forms/:id/end_test', thenRead(endFormTest, getFormRecord), {
    ...write,
    ...one,
    summary: 'End the test of a form',
    description: 'Everyone sees the version in `keep` from now on, also of a landing page. The other one is deleted.',
    body: TestEndInput,
    subject: getForm,
    errors: { 409: 'It has no version B' },
  }),
  list('GET /forms/:form_id/subscribers', listFormSubscribers, {
    summary: 'List the subscribers of a form',
    description: 'Active ones unless `status` says otherwise, each with the time of joining and the referrer.',
    as: 'subscribers',
    of: FormSubscriber,
    query: MemberFilter,
    subject: (ctx, { form_id }) => getForm(ctx, { id: form_id }),
  }),
  upsert('POST /forms/:form_id/subscribers', addByAddress, {
    summary: 'Add a subscriber to a form by address',
    description: `The subscriber must exist. ${ADDING}`,
    as: 'subscriber',
    of: FormSubscriber,
    body: FormAdditionByAddress,
    subject: (ctx, { form_id }) => getUntrashedForm(ctx, { id: form_id }),
  }),
  upsert('POST /forms/:form_id/subscribers/:id', addToForm, {
    summary: 'Add a subscriber to a form',
    description: ADDING,
    as: 'subscriber',
    of: FormSubscriber,
    body: FormAddition,
    subject: checkAddition,
  }),
  route('DELETE /forms/:form_id/subscribers/:id', removeFromForm, {
    summary: 'Remove a subscriber from a form',
    description:
      'The subscriber keeps their state, and need not be on the form. A link to confirm that was sent for it stops working.',
  }),
  list('GET /legacy_landing_pages', listLegacyLandingPages, {
    summary: 'List legacy landing pages',
    description: 'Always empty. Official plugins merge this list with the forms.',
    as: 'legacy_landing_pages',
    of: LegacyLandingPage,
    query: LegacyFilter,
  }),
  route('POST /landing_pages/:landing_page_id/subscribers/:id', addToLandingPage, {
    summary: 'Add a subscriber to a legacy landing page',
    description: 'Always 404, because there are none.',
    as: 'subscriber',
    of: Subscriber,
  }),
  route('GET /recommendations_script', getRecommendationsScript, {
    summary: 'Read the recommendations script',
    description: 'Always disabled.',
    of: RecommendationsScript,
  }),
  bulk('POST /bulk/forms/subscribers', addEachToForm, {
    summary: 'Add many subscribers to forms',
    description: ADDING,
    takes: 'additions',
    item: BulkAddition,
    as: 'subscribers',
    of: BulkFormSubscriber,
    failed: {
      as: 'subscription',
      of: BulkAdditionEcho,
      echo: ({ referrer, ...ids }) => ({
        ...BulkAdditionEcho.omit({ referrer: true }).parse(ids),
        referrer: typeof referrer === 'string' ? referrer : null,
      }),
    },
  }),
  undoOfDeletion('form_files', 'the file of a form', undeleteFormFile),
  undoOfDeletion('form_tests', 'the other version by the end of a test', undoFormTestEnd),
]

import { bulk } from '../../rest/bulk/declaration.ts'
import { list, route, upsert } from '../../rest/route.ts'
import { undoOfDeletion } from '../../rest/undelete.ts'
import { MemberFilter, Subscriber } from '../subscribers/schema.ts'
import { undeleteFormFile } from './files/deletion.ts'
import { addToLandingPage, getRecommendationsScript, listLegacyLandingPages } from './legacy.ts'
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
import { formView, getForm, getUntrashedForm, listForms } from './service.ts'
import { addEachToForm } from './subscriptions/bulk.ts'
import {
  addByAddress,
  addToForm,
  checkAddition,
  listFormSubscribers,
  removeFromForm,
} from './subscriptions/subscriptions.ts'

const ADDING =
  'The state and the attribution of the subscriber do not change. A form with double opt-in emails an inactive subscriber once to confirm.'

export const formsApi = [
  list(
    'GET /forms',
    {
      summary: 'List forms',
      description:
        'Active ones unless `status` says otherwise. `type=hosted` are landing pages, `type=embed` are forms for websites.',
      scope: 'read',
      credential: 'any',
      as: 'forms',
      of: ListedForm,
      query: FormFilter,
    },
    listForms,
  ),
  route(
    'GET /forms/:id',
    {
      summary: 'Read a form',
      description: 'Of any status, except in the trash.',
      scope: 'read',
      credential: 'any',
      as: 'form',
      of: ListedForm,
    },
    async (ctx, { id }) => formView(await getUntrashedForm(ctx, { id })),
  ),
  list(
    'GET /forms/:form_id/subscribers',
    {
      summary: 'List the subscribers of a form',
      description: 'Active ones unless `status` says otherwise, each with the time of joining and the referrer.',
      scope: 'read',
      credential: 'any',
      as: 'subscribers',
      of: FormSubscriber,
      query: MemberFilter,
      subject: (ctx, { form_id }) => getForm(ctx, { id: form_id }),
    },
    listFormSubscribers,
  ),
  upsert(
    'POST /forms/:form_id/subscribers',
    {
      summary: 'Add a subscriber to a form by address',
      description: `The subscriber must exist. ${ADDING}`,
      scope: 'write',
      credential: 'any',
      as: 'subscriber',
      of: FormSubscriber,
      body: FormAdditionByAddress,
      subject: (ctx, { form_id }) => getUntrashedForm(ctx, { id: form_id }),
    },
    addByAddress,
  ),
  upsert(
    'POST /forms/:form_id/subscribers/:id',
    {
      summary: 'Add a subscriber to a form',
      description: ADDING,
      scope: 'write',
      credential: 'any',
      as: 'subscriber',
      of: FormSubscriber,
      body: FormAddition,
      subject: checkAddition,
    },
    addToForm,
  ),
  route(
    'DELETE /forms/:form_id/subscribers/:id',
    {
      summary: 'Remove a subscriber from a form',
      description:
        'The subscriber keeps their state, and need not be on the form. A link to confirm that was sent for it stops working.',
      scope: 'write',
      credential: 'any',
    },
    removeFromForm,
  ),
  list(
    'GET /legacy_landing_pages',
    {
      summary: 'List legacy landing pages',
      description: 'Always empty. Official plugins merge this list with the forms.',
      scope: 'read',
      credential: 'any',
      as: 'legacy_landing_pages',
      of: LegacyLandingPage,
      query: LegacyFilter,
    },
    listLegacyLandingPages,
  ),
  route(
    'POST /landing_pages/:landing_page_id/subscribers/:id',
    {
      summary: 'Add a subscriber to a legacy landing page',
      description: 'Always 404, because there are none.',
      scope: 'write',
      credential: 'any',
      as: 'subscriber',
      of: Subscriber,
    },
    addToLandingPage,
  ),
  route(
    'GET /recommendations_script',
    {
      summary: 'Read the recommendations script',
      description: 'Always disabled.',
      scope: 'read',
      credential: 'any',
      of: RecommendationsScript,
    },
    getRecommendationsScript,
  ),
  bulk(
    'POST /bulk/forms/subscribers',
    {
      summary: 'Add many subscribers to forms',
      description: ADDING,
      scope: 'write',
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
    },
    addEachToForm,
  ),
  undoOfDeletion('form_files', 'the file of a form', undeleteFormFile),
]

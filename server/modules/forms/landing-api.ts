import { z } from 'zod'
import { route, thenRead } from '../../rest/route.ts'
import { ListedRevision } from '../revisions/schema.ts'
import { listPageRevisions } from './landing/history.ts'
import { publishLanding, unpublishLanding } from './landing/publish.ts'
import { createLanding, getLandingRecord, restoreLanding, saveLanding, startLanding } from './landing/service.ts'
import { addVersionB } from './landing/version-b.ts'
import { LandingInput, LandingRecord, NewLandingInput, PublishingInput, VariantInput } from './wire-schema.ts'

const write = { names_fields: true } as const
const one = { as: 'landing_page', of: LandingRecord } as const
const OTHER_VERSION = { 409: 'The draft has another `version`' }

/** A landing page has the id of its form, whose routes change its fields, texts and actions. */
export const landingApi = [
  route('POST /landing_pages', thenRead(createLanding, getLandingRecord), {
    ...write,
    ...one,
    summary: 'Create a landing page',
    description: 'From a template, with texts for its form. Visitors find it once it is published.',
    status: 201,
    body: NewLandingInput,
  }),
  route('GET /landing_pages/:id', getLandingRecord, {
    ...one,
    summary: 'Read a landing page',
    description: 'Its draft, and what visitors see. Its id is that of the form, which `GET /v4/forms/{id}` reads.',
  }),
  route('PUT /landing_pages/:id', thenRead(saveLanding, getLandingRecord), {
    ...write,
    ...one,
    summary: 'Change a landing page',
    description:
      'Replaces the draft of a version. Visitors see it once it is published. Version B has `page.form`, its own form.',
    body: LandingInput,
    subject: getLandingRecord,
    errors: OTHER_VERSION,
  }),
  route('POST /landing_pages/:id/start', thenRead(startLanding, getLandingRecord), {
    ...write,
    ...one,
    summary: 'Add sections to a landing page',
    description: 'For one that is only a form: a draft with its texts. One with sections stays as it is.',
  }),
  route('POST /landing_pages/:id/version_b', thenRead(addVersionB, getLandingRecord), {
    ...write,
    ...one,
    summary: 'Add version B to a landing page',
    description:
      'A copy of the draft with a form of its own. Half of the visitors see it once it is published, which starts a test. One with a version B stays as it is.',
    errors: { 409: 'It has no sections' },
  }),
  route('POST /landing_pages/:id/publish', thenRead(publishLanding, getLandingRecord), {
    ...write,
    ...one,
    summary: 'Publish a landing page',
    description: 'Shows visitors the draft. Version B needs a published version A.',
    body: PublishingInput,
    subject: getLandingRecord,
    errors: OTHER_VERSION,
  }),
  route('POST /landing_pages/:id/unpublish', thenRead(unpublishLanding, getLandingRecord), {
    ...write,
    ...one,
    summary: 'Unpublish a landing page',
    description: 'Visitors see its form alone. The draft stays.',
    errors: { 409: 'A test is running' },
  }),
  route('GET /landing_pages/:id/revisions', listPageRevisions, {
    summary: 'List the revisions of a landing page',
    description: 'Its earlier drafts, at most 30, newest first.',
    as: 'revisions',
    of: z.array(ListedRevision),
    query: VariantInput,
  }),
  route('POST /landing_pages/:id/revisions/:revision_id/restore', thenRead(restoreLanding, getLandingRecord), {
    ...write,
    ...one,
    summary: 'Restore a revision of a landing page',
    description: 'It becomes the draft of its version, and the present draft a revision.',
    body: VariantInput,
  }),
]

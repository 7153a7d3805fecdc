import { z } from 'zod'
import { list, route, thenRead } from '../../rest/route.ts'
import { Restoring } from '../revisions/schema.ts'
import { previewSnippet } from './preview.ts'
import {
  ListedSnippet,
  Snippet,
  SnippetChange,
  SnippetFilter,
  SnippetInput,
  SnippetPreview,
  SnippetPreviewInput,
  SnippetUse,
} from './schema.ts'
import { createSnippet, getSnippet, listSnippets, restoreSnippet, updateSnippet } from './service.ts'
import { findSnippetUses } from './uses.ts'

export const snippetsApi = [
  list('GET /snippets', listSnippets, {
    summary: 'List snippets',
    description: 'Archived ones only with `archived=true`. `include_content=true` adds the content.',
    as: 'snippets',
    of: ListedSnippet,
    query: SnippetFilter,
  }),
  route('POST /snippets', createSnippet, {
    summary: 'Create a snippet',
    description: 'An `inline` snippet takes `content`, a `block` snippet takes `document_attributes.value_html`.',
    status: 201,
    as: 'snippet',
    of: Snippet,
    body: SnippetInput,
    warns: true,
  }),
  route('GET /snippets/:id', getSnippet, {
    summary: 'Read a snippet',
    description: 'With its content, also if it is archived.',
    as: 'snippet',
    of: Snippet,
  }),
  route('PUT /snippets/:id', updateSnippet, {
    summary: 'Change a snippet',
    description:
      'Changes only the properties in the body. Emails sent later use the new content. The key does not change with the name.',
    as: 'snippet',
    of: Snippet,
    body: SnippetChange,
    warns: true,
    subject: getSnippet,
  }),
  route('POST /snippets/:id/preview', previewSnippet, {
    scope: 'read',
    summary: 'Preview a snippet',
    description: 'Renders it with this `source` for a sample subscriber. It stores nothing.',
    as: 'preview',
    of: SnippetPreview,
    body: SnippetPreviewInput.pick({ source: true }),
    subject: getSnippet,
  }),
  route('GET /snippets/:id/uses', findSnippetUses, {
    summary: 'List the uses of a snippet',
    description: 'Unsent emails, posts and other snippets that contain it.',
    as: 'uses',
    of: z.array(SnippetUse),
  }),
  route('POST /snippets/:id/restore', thenRead(restoreSnippet, getSnippet), {
    summary: 'Restore an earlier text of a snippet',
    description: '`GET /v4/revisions` lists them. The present text becomes an earlier one.',
    as: 'snippet',
    of: Snippet,
    body: Restoring.pick({ revision_id: true }),
    subject: getSnippet,
  }),
]

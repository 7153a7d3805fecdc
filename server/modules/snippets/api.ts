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

const read = { scope: 'read', credential: 'any' } as const
const write = { scope: 'write', credential: 'any' } as const

export const snippetsApi = [
  list(
    'GET /snippets',
    {
      ...read,
      summary: 'List snippets',
      description: 'Archived ones only with `archived=true`. `include_content=true` adds the content.',
      as: 'snippets',
      of: ListedSnippet,
      query: SnippetFilter,
    },
    listSnippets,
  ),
  route(
    'POST /snippets',
    {
      ...write,
      summary: 'Create a snippet',
      description: 'An `inline` snippet takes `content`, a `block` snippet takes `document_attributes.value_html`.',
      status: 201,
      as: 'snippet',
      of: Snippet,
      body: SnippetInput,
      warns: true,
    },
    createSnippet,
  ),
  route(
    'GET /snippets/:id',
    {
      ...read,
      summary: 'Read a snippet',
      description: 'With its content, also if it is archived.',
      as: 'snippet',
      of: Snippet,
    },
    getSnippet,
  ),
  route(
    'PUT /snippets/:id',
    {
      ...write,
      summary: 'Change a snippet',
      description:
        'Changes only the properties in the body. Emails sent later use the new content. The key does not change with the name.',
      as: 'snippet',
      of: Snippet,
      body: SnippetChange,
      warns: true,
      subject: getSnippet,
    },
    updateSnippet,
  ),
  route(
    'POST /snippets/:id/preview',
    {
      ...read,
      summary: 'Preview a snippet',
      description: 'Renders it with this `source` for a sample subscriber. It stores nothing.',
      as: 'preview',
      of: SnippetPreview,
      body: SnippetPreviewInput.pick({ source: true }),
      subject: getSnippet,
    },
    previewSnippet,
  ),
  route(
    'GET /snippets/:id/uses',
    {
      ...read,
      summary: 'List the uses of a snippet',
      description: 'Unsent emails, posts and other snippets that contain it.',
      as: 'uses',
      of: z.array(SnippetUse),
    },
    findSnippetUses,
  ),
  route(
    'POST /snippets/:id/restore',
    {
      ...write,
      summary: 'Restore an earlier text of a snippet',
      description: '`GET /v4/revisions` lists them. The present text becomes an earlier one.',
      as: 'snippet',
      of: Snippet,
      body: Restoring.pick({ revision_id: true }),
      subject: getSnippet,
    },
    thenRead(restoreSnippet, getSnippet),
  ),
]

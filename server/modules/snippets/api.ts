import { list, route } from '../../rest/route.ts'
import { ListedSnippet, Snippet, SnippetChange, SnippetFilter, SnippetInput } from './schema.ts'
import { createSnippet, getSnippet, listSnippets, updateSnippet } from './service.ts'

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
]

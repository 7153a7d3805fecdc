import { list, route } from '../../rest/route.ts'
import { ListedSnippet, Snippet, SnippetChange, SnippetFilter, SnippetInput } from './schema.ts'
import { createSnippet, getSnippet, listSnippets, updateSnippet } from './service.ts'

const read = { scope: 'read', credential: 'any' } as const
const write = { scope: 'write', credential: 'any' } as const

export const snippetsApi = [
  list(
    'GET /snippets',
    { ...read, summary: 'List snippets', as: 'snippets', of: ListedSnippet, query: SnippetFilter },
    listSnippets,
  ),
  route(
    'POST /snippets',
    {
      ...write,
      summary: 'Create a snippet',
      description: 'An `inline` one takes `content`, a `block` takes `document_attributes.value_html`.',
      status: 201,
      as: 'snippet',
      of: Snippet,
      body: SnippetInput,
    },
    createSnippet,
  ),
  route('GET /snippets/:id', { ...read, summary: 'Read a snippet', as: 'snippet', of: Snippet }, getSnippet),
  route(
    'PUT /snippets/:id',
    {
      ...write,
      summary: 'Change a snippet',
      description: 'Only what is sent changes, and what is sent from now on. The key stays when the name changes.',
      as: 'snippet',
      of: Snippet,
      body: SnippetChange,
      subject: getSnippet,
    },
    updateSnippet,
  ),
]

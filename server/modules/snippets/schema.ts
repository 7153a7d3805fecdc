import { z } from 'zod'
import { Flag, Id, missing, named, storable, Timestamp } from '../../core/wire.ts'
import { singleLine } from '../../lib/text/single-line.ts'

export const SNIPPET_TYPES = ['inline', 'block'] as const

/** The document of a block snippet. All values are null for an inline snippet. `version` grows with every content change. */
export const SnippetDocument = named('SnippetDocument', {
  id: z.int(),
  value: z.string().nullable(),
  value_html: z.string().nullable(),
  value_plain: z.string().nullable(),
  version: z.int(),
})

/** A text shared by emails: `{{ snippet.<key> }}`. The key stays when the name changes (contract 8.14). */
export const Snippet = named('Snippet', {
  id: z.int(),
  name: z.string(),
  snippet_type: z.enum(SNIPPET_TYPES).meta({ description: 'Fixed at creation.' }),
  archived: z.boolean(),
  key: z.string().meta({ example: 'sign-off', description: 'Emails use it as `{{ snippet.sign-off }}`.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  content: z.string().nullable().meta({ description: 'Null for a block snippet.' }),
  document: SnippetDocument,
})
export type Snippet = z.infer<typeof Snippet>

/** A snippet as loaded by the editor. */
export const EditedSnippet = Snippet.extend({
  text_version: z.string(),
  /** Parts of the HTML removed by the last save. */
  left_out: z.array(z.string()),
})
export type EditedSnippet = z.infer<typeof EditedSnippet>

/** `content` and `document` are present with `include_content`. */
export const ListedSnippet = Snippet.partial({ content: true, document: true }).meta({ id: 'ListedSnippet' })
export type ListedSnippet = z.infer<typeof ListedSnippet>

const TYPE_TEXT = `snippet_type must be one of: ${SNIPPET_TYPES.join(', ')}`
const SnippetType = z.enum(SNIPPET_TYPES, { error: TYPE_TEXT })
const MAX_CONTENT = 500_000

const Name = z
  .string(missing("name can't be blank"))
  .overwrite(singleLine)
  .trim()
  .min(1, "name can't be blank")
  .max(255, 'name is too long (maximum is 255 characters)')
const Content = z.string().overwrite(storable).max(MAX_CONTENT).nullish()
const Document = z
  .preprocess(
    // PHP encodes an empty object as a list.
    (value) => (Array.isArray(value) && value.length === 0 ? null : value),
    z.object({ value_html: Content }).nullish(),
  )
  .meta({ type: ['object', 'null'], properties: { value_html: { type: ['string', 'null'] } } })

const isBlank = (text: string | null | undefined) => !text?.trim()

export const SnippetInput = z
  .object({ name: Name, snippet_type: SnippetType, content: Content, document_attributes: Document })
  .check(({ value, issues }) => {
    const missing = (message: string) => issues.push({ code: 'custom', message, input: value, path: [] })
    if (value.snippet_type === 'inline' && isBlank(value.content)) missing("content can't be blank")
    if (value.snippet_type === 'block' && isBlank(value.document_attributes?.value_html))
      missing("document_attributes.value_html can't be blank")
  })
export type SnippetInput = z.infer<typeof SnippetInput>

/** Absent and null properties are unchanged. */
export const SnippetChange = z.object({
  name: Name.optional(),
  archived: Flag.nullish(),
  snippet_type: SnippetType.nullish(),
  content: Content,
  document_attributes: Document,
})
export type SnippetChange = z.infer<typeof SnippetChange>

export const SnippetFilter = z.object({
  snippet_type: SnippetType.optional(),
  archived: Flag.default(false).meta({ type: 'boolean', description: 'True lists only archived snippets.' }),
  include_content: Flag.default(false).meta({ type: 'boolean', description: 'Adds `content` and `document`.' }),
})
export type SnippetFilter = z.infer<typeof SnippetFilter>

/** A use of a snippet. `parent_id` is the ID of an email's sequence or automation. */
export const SnippetUse = named('SnippetUse', {
  kind: z.enum(['broadcast', 'sequence_email', 'automation_email', 'post', 'snippet']),
  id: z.int(),
  parent_id: z.int().nullable(),
  name: z.string().nullable(),
})
export type SnippetUse = z.infer<typeof SnippetUse>

export const SnippetPreviewInput = z.object({ id: Id, source: z.string().overwrite(storable).max(MAX_CONTENT) })
export type SnippetPreviewInput = z.infer<typeof SnippetPreviewInput>

/** `html` is empty if the source has a template error. */
export const SnippetPreview = named('SnippetPreview', { html: z.string(), mistake: z.string().nullable() })
export type SnippetPreview = z.infer<typeof SnippetPreview>

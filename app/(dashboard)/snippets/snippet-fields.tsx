import { ContentEditor } from '@/components/email-editor/content-editor'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'

export interface SnippetText {
  name: string
  snippet_type: 'inline' | 'block'
  /** Content of an inline snippet, or HTML of a block. */
  source: string
}

/** Returns the API's fields from the source. */
export const textInput = ({ snippet_type, source }: Pick<SnippetText, 'snippet_type' | 'source'>) =>
  snippet_type === 'inline' ? { content: source } : { document_attributes: { value_html: source } }

interface SnippetFieldsProps {
  text: SnippetText
  contentKey: string | number
  onChange: (text: SnippetText) => void
  editable: boolean
  /** Sentences about removed parts of the stored HTML. */
  leftOut?: readonly string[]
}

export function SnippetFields({ text, contentKey, onChange, editable, leftOut }: SnippetFieldsProps) {
  return (
    <>
      <Field label="Name">
        <Input
          value={text.name}
          maxLength={255}
          autoComplete="off"
          placeholder="Sign-off"
          disabled={!editable}
          onChange={(event) => onChange({ ...text, name: event.target.value })}
        />
      </Field>
      {text.snippet_type === 'inline' ? (
        <Field label="Content" description="Text, links and merge tags, which you copy under Settings › Custom fields.">
          <Textarea
            value={text.source}
            rows={4}
            placeholder="Yours, Nora"
            disabled={!editable}
            onChange={(event) => onChange({ ...text, source: event.target.value })}
          />
        </Field>
      ) : (
        <ContentEditor
          label="Content"
          content={text.source}
          contentKey={contentKey}
          placeholder="Write the snippet…"
          onChange={(source) => onChange({ ...text, source })}
          editable={editable}
          leftOut={leftOut}
        />
      )}
    </>
  )
}

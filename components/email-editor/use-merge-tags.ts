import { useQuery } from '@tanstack/react-query'
import type { DATE_FORMATS, MergeTag } from '@/components/editor/liquid/merge-tags'
import { useTRPC } from '@/components/trpc-provider'
import { fieldTagsQuery, snippetTagsQuery } from './queries'

/** Imports only the type, because the editor is loaded on demand. */
const FIRST_FORMAT: (typeof DATE_FORMATS)[0]['value'] = '%B %-d, %Y'

/** Returns the merge tags of an email: subscriber, custom fields and snippets. Public pages only have snippets. */
export function useMergeTags({ is_public }: { is_public: boolean }): MergeTag[] {
  const trpc = useTRPC()
  const fields = useQuery(fieldTagsQuery(trpc, !is_public))
  const snippets = useQuery(snippetTagsQuery(trpc))
  const of_snippets = (snippets.data?.rows ?? []).map(({ name, key }) => ({
    label: name,
    code: `{{ snippet.${key} }}`,
  }))
  if (is_public) return of_snippets
  return [
    { label: 'First name', code: '{{ subscriber.first_name | default: "friend" }}' },
    { label: 'Email address', code: '{{ subscriber.email_address }}' },
    ...(fields.data?.rows ?? []).map(({ label, key, type }) => {
      const is_date = type === 'date'
      return { label, code: `{{ subscriber.${key}${is_date ? ` | date: "${FIRST_FORMAT}"` : ''} }}`, is_date }
    }),
    { label: 'Unsubscribe link', code: '{{ unsubscribe_url }}' },
    ...of_snippets.map(({ label, code }) => ({ label: `Snippet: ${label}`, code })),
  ]
}

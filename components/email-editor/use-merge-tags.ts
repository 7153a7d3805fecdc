import { useQuery } from '@tanstack/react-query'
import type { MergeTag } from '@/components/editor/toolbar'
import { useTRPC } from '@/components/trpc-provider'

/** The merge tags of an email: subscriber, custom fields and snippets. */
export function useMergeTags(): MergeTag[] {
  const trpc = useTRPC()
  const fields = useQuery(trpc.custom_fields.list.queryOptions({ per_page: 200 }))
  const snippets = useQuery(trpc.snippets.list.queryOptions({ per_page: 200 }))
  return [
    { label: 'First name', code: '{{ subscriber.first_name | default: "friend" }}' },
    { label: 'Email address', code: '{{ subscriber.email_address }}' },
    ...(fields.data?.rows ?? []).map(({ label, key }) => ({ label, code: `{{ subscriber.${key} }}` })),
    { label: 'Unsubscribe link', code: '{{ unsubscribe_url }}' },
    ...(snippets.data?.rows ?? []).map(({ name, key }) => ({
      label: `Snippet: ${name}`,
      code: `{{ snippet.${key} }}`,
    })),
  ]
}

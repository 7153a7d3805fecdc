import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { HtmlFrame } from '@/components/html-frame'
import { useTRPCClient } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'

const FRAME_STYLE =
  '<style>body{margin:24px;font:16px/1.6 system-ui,sans-serif;color:#1c2426;background:#fff;overflow-wrap:break-word}img{max-width:100%}</style>'

/** Previews the unsaved content for a subscriber named Robin. */
export function SnippetPreview({ id, source }: { id: number; source: string }) {
  const client = useTRPCClient()
  const shown = useDeferredValue(source)
  const preview = useQuery({
    queryKey: ['snippet preview', id, shown],
    // A mutation, because a block can exceed the length of a URL.
    queryFn: () => client.snippets.preview.mutate({ id, source: shown }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="grid gap-2" aria-label="Preview">
      <h2 className="font-medium text-sm">Preview</h2>
      {preview.data?.mistake ? (
        <Alert tone="warning" title={preview.data.mistake} />
      ) : (
        <HtmlFrame title="Preview" className="h-56 min-h-40" html={`${FRAME_STYLE}${preview.data?.html ?? ''}`} />
      )}
    </section>
  )
}

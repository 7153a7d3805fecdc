'use client'

import { useQuery } from '@tanstack/react-query'
import { FormLoading } from '@/components/loading'
import { PageError } from '@/components/page-error'
import { useTRPC } from '@/components/trpc-provider'
import { SnippetEditor } from './snippet-editor'

export function Snippet({ id }: { id: number }) {
  const trpc = useTRPC()
  const snippet = useQuery(trpc.snippets.get.queryOptions({ id }, { refetchOnWindowFocus: false }))
  if (snippet.error)
    return <PageError query={snippet} title="Couldn’t load this snippet" href="/snippets" label="All snippets" />
  return snippet.data ? <SnippetEditor key={id} snippet={snippet.data} /> : <FormLoading />
}

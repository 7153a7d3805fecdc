'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { ErrorState } from '@/components/error-state'
import { FormLoading } from '@/components/loading'
import { Page } from '@/components/page-header'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SnippetEditor } from './snippet-editor'

export function Snippet({ id }: { id: number }) {
  const trpc = useTRPC()
  const snippet = useQuery(trpc.snippets.get.queryOptions({ id }, { refetchOnWindowFocus: false }))
  if (snippet.error) {
    return (
      <Page>
        <ErrorState
          as="h1"
          title="Couldn’t load this snippet"
          error={snippet.error}
          onRetry={() => void snippet.refetch()}
          actions={
            <Button asChild variant="outline">
              <Link href="/snippets">All snippets</Link>
            </Button>
          }
        />
      </Page>
    )
  }
  return snippet.data ? <SnippetEditor key={id} snippet={snippet.data} /> : <FormLoading />
}

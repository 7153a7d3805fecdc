'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { EmptyState } from '@/components/empty-state'
import { ErrorState } from '@/components/error-state'
import { DetailLoading } from '@/components/loading'
import { Page, PageHeader } from '@/components/page-header'
import { IfRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/sonner'
import { Builder } from './builder'
import { landingQuery } from './queries'

/** The sections of a landing page. */
export function LandingEditor({ id }: { id: number }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const landing = useQuery(landingQuery(trpc, id))
  const [loads, setLoads] = useState(0)
  const start = useMutation(
    trpc.forms.landing.start.mutationOptions({
      onSuccess: () => client.invalidateQueries(trpc.forms.pathFilter()),
      onError: (error) => toast.error(error.message),
    }),
  )
  // A reading that fails later does not take away what is being edited.
  if (landing.error && !landing.data)
    return (
      <Page>
        <ErrorState
          as="h1"
          title="Couldn’t load this landing page"
          error={landing.error}
          onRetry={() => void landing.refetch()}
          actions={
            <Button asChild variant="outline">
              <Link href="/forms">All forms</Link>
            </Button>
          }
        />
      </Page>
    )
  if (!landing.data) return <DetailLoading />
  const { data } = landing
  if (data.draft)
    return (
      <Builder
        key={loads}
        landing={data}
        draft={data.draft}
        onReload={async (discard) => {
          const { error } = await landing.refetch()
          if (error) throw error
          discard()
          setLoads(loads + 1)
        }}
      />
    )
  return (
    <Page>
      <PageHeader back={{ href: `/forms/${id}`, label: data.name }} title="Page sections" />
      <EmptyState
        illustration="file"
        title="This page has no sections yet"
        description="Turn it into a page with sections. It keeps its words and its form, and visitors see the sections once you publish them."
        actions={
          <IfRole atLeast="editor">
            <Button pending={start.isPending} onClick={() => start.mutate({ id })}>
              Add sections
            </Button>
          </IfRole>
        }
      />
    </Page>
  )
}

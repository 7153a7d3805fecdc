'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { ErrorState } from '@/components/error-state'
import { FormLoading } from '@/components/loading'
import { Page } from '@/components/page-header'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'

// Each template has one editor.
const DesignEditor = dynamic(() => import('./design-editor').then((own) => own.DesignEditor))

const HtmlEditor = dynamic(() => import('./html-editor').then((own) => own.HtmlEditor))

export function TemplateEditor({ id }: { id: number }) {
  const trpc = useTRPC()
  const template = useQuery(trpc.templates.get.queryOptions({ id }, { refetchOnWindowFocus: false }))
  if (template.error) {
    return (
      <Page>
        <ErrorState
          as="h1"
          title="Couldn’t load this template"
          error={template.error}
          onRetry={() => void template.refetch()}
          actions={
            <Button asChild variant="outline">
              <Link href="/templates">All templates</Link>
            </Button>
          }
        />
      </Page>
    )
  }
  if (!template.data) return <FormLoading />
  const { design } = template.data
  return design ? (
    <DesignEditor key={id} template={template.data} design={design} />
  ) : (
    <HtmlEditor key={id} template={template.data} />
  )
}

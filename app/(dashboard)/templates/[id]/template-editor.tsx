'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { FormLoading } from '@/components/loading'
import { PageError } from '@/components/page-error'
import { useTRPC } from '@/components/trpc-provider'

// Loaded on demand, because a template needs only one editor.
const DesignEditor = dynamic(() => import('./design-editor').then((own) => own.DesignEditor))

const HtmlEditor = dynamic(() => import('./html-editor').then((own) => own.HtmlEditor))

export function TemplateEditor({ id }: { id: number }) {
  const trpc = useTRPC()
  const template = useQuery(trpc.templates.get.queryOptions({ id }, { refetchOnWindowFocus: false }))
  if (template.error)
    return <PageError query={template} title="Couldn’t load this template" href="/templates" label="All templates" />
  if (!template.data) return <FormLoading />
  const { design } = template.data
  return design ? (
    <DesignEditor key={id} template={template.data} design={design} />
  ) : (
    <HtmlEditor key={id} template={template.data} />
  )
}

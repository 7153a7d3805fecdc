'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc-provider'
import { TemplateCards } from './template-cards'

/** An app's automation templates. Renders nothing without any. */
export function AppTemplates({ app_id }: { app_id: number }) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.automation_templates.list.queryOptions({ app_id }))
  if (!data || data.templates.length === 0) return null
  return (
    <section className="grid gap-4">
      <h2 className="font-semibold text-lg tracking-tight">Automation templates</h2>
      <TemplateCards as="h3" templates={data.templates} />
    </section>
  )
}

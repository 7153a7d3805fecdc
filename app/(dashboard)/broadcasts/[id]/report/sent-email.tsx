import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '@/components/error-state'
import { HtmlFrame } from '@/components/html-frame'
import { useTRPC } from '@/components/trpc-provider'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { planQuery } from '../queries'

/** The email as it was sent, with all versions of an A/B test. */
export function SentEmail({ id, title = 'The email as it was sent' }: { id: number; title?: string }) {
  const trpc = useTRPC()
  const [version, setVersion] = useState(1)
  const plan = useQuery(planQuery(trpc, id))
  const preview = useQuery(trpc.broadcasts.preview.queryOptions({ id, version }, { placeholderData: keepPreviousData }))
  const names = ['A', 'B', 'C'].slice(0, (plan.data?.versions.length ?? 0) + 1)
  if (preview.error) return <ErrorState query={preview} />
  if (!preview.data) return <Skeleton className="h-128 w-full rounded-xl" />
  return (
    <div className="grid gap-4">
      {names.length > 1 ? (
        <Field label="Version" className="max-w-96">
          <SelectInput
            value={String(version)}
            options={names.map((name, index) => ({ value: String(index + 1), label: `Version ${name}` }))}
            onChange={(chosen) => setVersion(Number(chosen))}
          />
        </Field>
      ) : null}
      <HtmlFrame title={title} html={preview.data.html} />
    </div>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useEffect, useEffectEvent, useState } from 'react'
import type { OnFix } from '@/components/email-editor/remark-list'
import { errorText } from '@/components/error-text'
import { ListChecks } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import type { EmailRef } from './email-ref'
import { useCheckKeys } from './use-check-keys'

// Loaded with the first result.
const Findings = dynamic(() => import('./findings').then((own) => own.Findings), { ssr: false })

interface ChecksCardProps {
  email: EmailRef
  flush: () => Promise<void>
  onFix?: OnFix | undefined
}

/** Checks the email during editing. Building messages takes time, so it starts on request, and then runs after each pause in typing. */
export function ChecksCard({ email, flush, onFix }: ChecksCardProps) {
  const [run, setRun] = useState(0)
  const [problem, setProblem] = useState<string>()
  const checklist = useChecklist(email, run > 0)
  useCheckAfterSaves(email, run > 0)
  async function check() {
    setProblem(undefined)
    try {
      await flush()
      setRun(run + 1)
      if (run > 0) await checklist.refetch()
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  const { data } = checklist
  return (
    <SectionCard title="Checks" description="Links, images, merge fields, size and recipients." className="grid gap-3">
      {problem || checklist.error ? (
        <Alert role="alert" tone="danger" title={problem ?? checklist.error?.message} />
      ) : data ? (
        <Findings key={run} email={email} remarks={data.remarks} onFix={onFix} success="No problems found." />
      ) : null}
      <Button variant="outline" pending={checklist.isFetching} onClick={() => void check()}>
        <ListChecks aria-hidden /> {data ? 'Check again' : 'Check email'}
      </Button>
    </SectionCard>
  )
}

/** Longer than the pause before autosaving, so a check does not interrupt typing. */
const PAUSE_MS = 1_500

/** Checks again after each save, so solved problems disappear. */
function useCheckAfterSaves(email: EmailRef, enabled: boolean) {
  const client = useQueryClient()
  const checks = useCheckKeys(email)
  const checkAgain = useEffectEvent(() => {
    for (const queryKey of checks) void client.invalidateQueries({ queryKey })
  })
  useEffect(() => {
    if (!enabled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = client.getMutationCache().subscribe(({ type, mutation }) => {
      if (type !== 'updated' || mutation.state.status !== 'success') return
      clearTimeout(timer)
      timer = setTimeout(checkAgain, PAUSE_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, enabled])
}

function useChecklist(ref: EmailRef, enabled: boolean) {
  const trpc = useTRPC()
  const sequence_email = ref.kind === 'sequence_email' ? ref : undefined
  const options = { staleTime: 0, gcTime: 0 }
  const of_broadcast = useQuery(
    trpc.broadcasts.checklist.queryOptions(
      { id: ref.id },
      { ...options, enabled: enabled && ref.kind === 'broadcast' },
    ),
  )
  const of_email = useQuery(
    trpc.sequences.checklist.queryOptions(
      { sequence_id: sequence_email?.sequence_id ?? 0, id: ref.id },
      { ...options, enabled: enabled && Boolean(sequence_email) },
    ),
  )
  const of_automation = useQuery(
    trpc.automations.emails.check.queryOptions(
      { id: ref.id },
      { ...options, enabled: enabled && ref.kind === 'automation_email' },
    ),
  )
  return { broadcast: of_broadcast, sequence_email: of_email, automation_email: of_automation }[ref.kind]
}

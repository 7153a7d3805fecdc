import { useQuery } from '@tanstack/react-query'
import { formatCount } from '@/components/format'
import { CircleCheck, CircleX, Clock } from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
import { RowsSkeleton } from '@/components/loading'
import { DateTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { Dialog } from '@/components/ui/dialog'

/** Labels of step kinds that the engine provides. All other steps run work of the job. */
const KINDS: Record<string, string> = {
  Sleep: 'Wait',
  WaitForEvent: 'Wait for an event',
  InvokeFunction: 'Run of another job',
}

/** A run with its input, steps and failure. */
export function RunDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const trpc = useTRPC()
  const run = useQuery(trpc.jobs.run.queryOptions({ id: id ?? '' }, { enabled: id !== null }))
  return (
    <Dialog open={id !== null} onClose={onClose} title={run.data?.job ?? 'Run'} description={id ?? undefined}>
      <Loaded query={run} as="h3" loading={<RowsSkeleton rows={4} />}>
        {(data) => (
          <div className="grid gap-5 text-sm">
            <p className="text-muted-foreground">
              Requested <DateTime at={data.created_at} />
              {data.ended_at ? (
                <>
                  , ended <DateTime at={data.ended_at} />
                </>
              ) : null}
              . Attempt {data.attempt} of the {data.ended_at ? 'last' : 'current'} step.
            </p>
            {data.error ? (
              <Text title="Failure" text={data.error.stack ?? `${data.error.name}: ${data.error.message}`} />
            ) : null}
            <section className="grid gap-2">
              <h3 className="font-semibold">Steps</h3>
              {data.steps.length === 0 ? <p className="text-muted-foreground">This run has no steps yet.</p> : null}
              <ol className="grid gap-2">
                {data.steps.map((step, index) => (
                  // A run's steps never change their order.
                  // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
                  <li key={index} className="grid gap-1.5 rounded-lg border border-border p-3">
                    <div className="flex flex-wrap items-center gap-x-2">
                      <StepIcon failed={step.failed} ended={step.ended_at !== null} />
                      <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{step.name}</span>
                      <span className="text-muted-foreground">
                        {step.attempt > 0 ? formatCount(step.attempt, 'failed attempt') : (KINDS[step.kind] ?? 'Step')}
                      </span>
                    </div>
                    {step.result ? <Json text={step.result} /> : null}
                  </li>
                ))}
              </ol>
              {data.more_steps > 0 ? (
                <p className="text-muted-foreground">{formatCount(data.more_steps, 'more step')} not shown.</p>
              ) : null}
            </section>
            <Text title="Input" text={data.input} />
            {data.output ? <Text title="Result" text={data.output} /> : null}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function StepIcon({ failed, ended }: { failed: boolean; ended: boolean }) {
  if (failed) return <CircleX aria-label="Failed" className="size-4 text-destructive-ink" />
  if (ended) return <CircleCheck aria-label="Completed" className="size-4 text-success-ink" />
  return <Clock aria-label="Waiting" className="size-4 text-muted-foreground" />
}

const Text = ({ title, text }: { title: string; text: string }) => (
  <section className="grid gap-2">
    <h3 className="font-semibold">{title}</h3>
    <Json text={text} />
  </section>
)

const Json = ({ text }: { text: string }) => (
  <pre className="max-h-60 overflow-auto whitespace-pre-wrap rounded-md bg-muted p-3 font-mono text-xs [overflow-wrap:anywhere]">
    {text}
  </pre>
)

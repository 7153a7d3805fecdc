import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorText } from '@/components/error-text'
import { Undo2 } from '@/components/generated/icons'
import { LiquidText } from '@/components/liquid-text'
import { Page, PageHeader } from '@/components/page-header'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card, CardContent } from '@/components/ui/card'
import { toast } from '@/components/ui/sonner'
import { offerUndo, UndoKey } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { ComposedBroadcast } from '@/server/modules/broadcasts/composer-schema.ts'
import { recipientsText } from './recipients-text'

/** The time in which "Send now" can be undone. Nothing has been sent yet. */
export function UndoWindow({ broadcast, until }: { broadcast: ComposedBroadcast; until: string }) {
  const { id } = broadcast
  const trpc = useTRPC()
  const client = useQueryClient()
  const seconds = useSecondsUntil(until)
  const [problem, setProblem] = useState<string>()
  const checklist = useQuery(trpc.broadcasts.checklist.queryOptions({ id }))
  const undo = useAction(trpc.broadcasts.unschedule)
  const send = useAction(trpc.broadcasts.send)
  const is_over = seconds === 0
  const may_undo = useHasRole('editor')
  // The server starts sending. Until then, polls once a second.
  useQuery(trpc.broadcasts.get.queryOptions({ id }, { refetchInterval: is_over ? 1_000 : 10_000 }))

  async function act(action: () => Promise<unknown>, done: string) {
    setProblem(undefined)
    try {
      await action()
      toast.success(done)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      await client.invalidateQueries(trpc.broadcasts.pathFilter())
    }
  }

  const takeBack = () => act(() => undo.run({ id }), 'Not sent. It is a draft again')
  const undoByKey = useEffectEvent(() => void takeBack())
  const button = useRef<HTMLButtonElement>(null)
  // The focused send button is gone. Lets keyboard users undo without searching.
  useEffect(() => button.current?.focus(), [])
  useEffect(() => (is_over || !may_undo ? undefined : offerUndo(() => undoByKey())), [is_over, may_undo])

  const count = checklist.data
    ? recipientsText(checklist.data.audience_count, checklist.data.is_exact)
    : t`your audience`
  return (
    <Page>
      <PageHeader
        back={{ href: '/broadcasts', label: 'Broadcasts' }}
        title={<LiquidText text={broadcast.subject || 'No subject'} />}
      />
      <Card>
        <CardContent className="grid justify-items-center gap-6 py-10 text-center">
          <Countdown seconds={seconds} until={until} />
          <div className="grid gap-1">
            <h2 className="font-semibold text-xl tracking-tight">
              {is_over ? 'Starting' : `Sending to ${count} in ${seconds} s`}
            </h2>
            <p className="max-w-prose text-pretty text-muted-foreground text-sm">
              {is_over
                ? 'The first messages are about to be sent.'
                : 'Nothing has been sent yet. You can close this page: it is sent unless you undo it.'}
            </p>
          </div>
          {problem ? <Alert role="alert" tone="danger" title={problem} /> : null}
          <IfRole atLeast="editor">
            <div className="flex flex-wrap justify-center gap-2">
              <Button
                ref={button}
                disabled={is_over}
                pending={undo.isPending}
                aria-keyshortcuts="z"
                // The key that pressed Send may still be down.
                onKeyDown={(event) => event.repeat && event.preventDefault()}
                onClick={() => void takeBack()}
              >
                <Undo2 aria-hidden /> Undo <UndoKey />
              </Button>
              <Button
                variant="outline"
                disabled={is_over}
                pending={send.isPending}
                onClick={() => void act(() => send.run({ id, skip_undo: true }), `Sending to ${count}`)}
              >
                Send right away
              </Button>
            </div>
          </IfRole>
        </CardContent>
      </Card>
      <p role="status" className="sr-only">
        {is_over ? 'Sending starts' : 'Sending starts soon. You can undo it.'}
      </p>
    </Page>
  )
}

const RADIUS = 34
const LENGTH = 2 * Math.PI * RADIUS

/** A ring that empties as the time runs out. */
function Countdown({ seconds, until }: { seconds: number; until: string }) {
  const [whole] = useState(() => Math.max(1, secondsUntil(until)))
  return (
    <div className="relative grid size-20 place-items-center" aria-hidden>
      <svg viewBox="0 0 80 80" className="-rotate-90 absolute inset-0" role="presentation">
        <circle cx="40" cy="40" r={RADIUS} fill="none" strokeWidth="6" className="stroke-secondary" />
        <circle
          cx="40"
          cy="40"
          r={RADIUS}
          fill="none"
          strokeWidth="6"
          strokeLinecap="round"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - seconds / whole)}
          className="stroke-primary transition-[stroke-dashoffset] duration-500"
        />
      </svg>
      {/* The browser has fewer seconds left than the server rendered. */}
      <span className="figures font-semibold text-2xl" suppressHydrationWarning>
        {seconds}
      </span>
    </div>
  )
}

const secondsUntil = (until: string) => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000))

function useSecondsUntil(end: string): number {
  // At least one second on first render, on the server and in the browser, because the end must not come before the page has loaded.
  const [seconds, setSeconds] = useState(() => Math.max(1, secondsUntil(end)))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(end)), 250)
    return () => clearInterval(timer)
  }, [end])
  return seconds
}

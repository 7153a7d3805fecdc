import Link from 'next/link'
import { ArrowRight, CircleCheck, CircleDashed } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { Progress } from '@/components/ui/progress'
import { useAction } from '@/components/use-action'
import type { Home, SetupStep } from '@/server/modules/home/schema.ts'

const STEPS: Record<SetupStep, { title: string; text: string; href: string }> = {
  postal_address: {
    title: 'Add your postal address',
    text: 'The law requires one at the end of every email. A P.O. box is fine.',
    href: '/settings/general',
  },
  sending_domain: {
    title: 'Send from your own domain',
    text: 'Inboxes trust signed emails more. You add a few DNS records, and we check them.',
    href: '/settings/sending-domains',
  },
  subscribers: {
    title: 'Bring your subscribers',
    text: 'Import a CSV file from another service, or add subscribers one at a time.',
    href: '/subscribers/import',
  },
  form: {
    title: 'Create a sign-up form',
    text: 'Embed it in your site, or share it as a landing page.',
    href: '/forms?new=true',
  },
  sequence: {
    title: 'Welcome new subscribers',
    text: 'A sequence greets them automatically. Write its first email and publish it.',
    href: '/sequences?new=true',
  },
  broadcast: {
    title: 'Send your first broadcast',
    text: 'You see every check, and send yourself a test, before anyone gets it.',
    href: '/broadcasts/new',
  },
}

/** Steps from sign-up to the first sent email. Shown until all are done or a member hides them. */
export function Setup({ steps }: { steps: Home['setup'] }) {
  const trpc = useTRPC()
  const hide = useAction(trpc.account.hideSetup, { invalidates: trpc.home })
  const doneCount = steps.filter(({ is_done }) => is_done).length
  const next = steps.find(({ is_done }) => !is_done)?.step
  return (
    <SectionCard
      title="Set up your account"
      description={`${doneCount} of ${steps.length} steps done.`}
      actions={
        <Button variant="ghost" size="sm" pending={hide.isPending} onClick={() => hide.start()}>
          Hide
        </Button>
      }
      className="grid gap-4"
    >
      <Progress label={`${doneCount} of ${steps.length} steps done`} value={doneCount} max={steps.length} />
      <ol className="grid gap-1">
        {steps.map(({ step, is_done }) => (
          <li key={step}>
            <Step {...STEPS[step]} is_done={is_done} is_next={step === next} />
          </li>
        ))}
      </ol>
    </SectionCard>
  )
}

interface StepProps {
  title: string
  text: string
  href: string
  is_done: boolean
  is_next: boolean
}

function Step({ title, text, href, is_done, is_next }: StepProps) {
  const Icon = is_done ? CircleCheck : CircleDashed
  return (
    <Link
      href={href}
      prefetch={href === '/broadcasts/new' ? false : null}
      className={cn(
        'flex items-center gap-3 rounded-xl px-3 py-2.5 hover:bg-accent',
        is_next && 'bg-secondary text-secondary-foreground',
      )}
    >
      <Icon aria-hidden className={cn('size-5 shrink-0', is_done ? 'text-success' : 'text-muted-foreground')} />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className={cn('font-medium', is_done && 'text-muted-foreground')}>
          {title}
          {is_done ? <span className="sr-only">: done</span> : null}
        </span>
        {is_done ? null : <span className="text-muted-foreground text-sm">{text}</span>}
      </span>
      {is_done ? null : <ArrowRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />}
    </Link>
  )
}

import {
  AtSign,
  CircleCheck,
  CreditCard,
  type LucideIcon,
  MessageSquare,
  Send,
  ShieldQuestion,
  TriangleAlert,
  Workflow,
} from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'
import { isProblem, KINDS, type NotificationKind, type Topic } from '@/server/modules/notifications/values-schema.ts'

const ICONS: Record<Topic, LucideIcon> = {
  jobs: CircleCheck,
  job_problems: TriangleAlert,
  broadcasts: Send,
  broadcast_problems: TriangleAlert,
  automations: Workflow,
  mentions: AtSign,
  comments: MessageSquare,
  sending: TriangleAlert,
  webhooks: TriangleAlert,
  plan: CreditCard,
  approvals: ShieldQuestion,
}

/** Icon of a notification's kind, which its text repeats. */
export function NotificationIcon({ kind, is_read }: { kind: NotificationKind; is_read: boolean }) {
  const Icon = ICONS[KINDS[kind]]
  return (
    <span
      className={cn(
        'relative mt-0.5 grid size-8 shrink-0 place-items-center rounded-full',
        isProblem(kind) ? 'bg-warning-soft text-warning-ink' : 'bg-primary-soft text-primary-ink',
      )}
    >
      <Icon aria-hidden className="size-4" />
      {is_read ? null : (
        <span className="absolute -top-0.5 -inset-e-0.5 size-2.5 rounded-full bg-primary ring-2 ring-background" />
      )}
    </span>
  )
}

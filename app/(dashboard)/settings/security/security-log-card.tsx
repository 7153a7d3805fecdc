import { useQuery } from '@tanstack/react-query'
import {
  AppWindow,
  BadgeDollarSign,
  Bot,
  Download,
  Eye,
  EyeOff,
  Globe,
  KeyRound,
  type LucideIcon,
  MailCheck,
  MonitorSmartphone,
  ShieldAlert,
  ShieldCheck,
  ShieldOff,
  ShieldQuestion,
  ShoppingBag,
  Trash2,
  Unplug,
  UserCog,
  UserMinus,
  UserPlus,
  Webhook,
} from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
import { RelativeTime } from '@/components/relative-time'
import { useTRPC } from '@/components/trpc-provider'
import { SectionCard } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import type { SecurityEvent } from '@/server/modules/security-events/schema.ts'
import type { SecurityEventKind } from '@/server/modules/security-events/values-schema.ts'

const ICONS: Record<SecurityEventKind, LucideIcon> = {
  app_authorised: AppWindow,
  app_uninstalled: Unplug,
  tokens_revoked: ShieldAlert,
  api_key_created: KeyRound,
  api_key_revoked: KeyRound,
  client_secret_rotated: KeyRound,
  password_changed: KeyRound,
  access_revoked: UserMinus,
  access_reduced: UserMinus,
  suppression_removed: MailCheck,
  sending_resumed: MailCheck,
  new_device: MonitorSmartphone,
  first_sign_in: MonitorSmartphone,
  second_factor_added: ShieldCheck,
  second_factor_removed: ShieldOff,
  recovery_code_used: ShieldAlert,
  recovery_codes_replaced: ShieldCheck,
  two_factor_required: ShieldCheck,
  two_factor_not_required: ShieldOff,
  plan_changed: BadgeDollarSign,
  deletion_scheduled: Trash2,
  deletion_canceled: ShieldCheck,
  account_viewed: Eye,
  account_view_ended: EyeOff,
  export_by_administrator: Download,
  export_requested: Download,
  sign_in_method_added: ShieldCheck,
  member_invited: UserPlus,
  invitation_withdrawn: UserMinus,
  member_joined: UserPlus,
  role_changed: UserCog,
  member_removed: UserMinus,
  webhook_created: Webhook,
  webhook_redirected: Webhook,
  webhook_secret_rotated: Webhook,
  webhook_deleted: Webhook,
  sending_keys_rotated: KeyRound,
  site_domain_changed: Globe,
  checkout_connected: ShoppingBag,
  checkout_replaced: ShoppingBag,
  checkout_disconnected: ShoppingBag,
  approval_requested: ShieldQuestion,
  approval_decided: ShieldCheck,
  assistant_called: Bot,
  assistant_limited: Bot,
}

/** Access granted and revoked in the account. Owners only. */
export function SecurityLogCard() {
  const trpc = useTRPC()
  const events = useQuery(trpc.security_events.list.queryOptions())
  return (
    <SectionCard
      title="Security log"
      description="Changes to the team, sign-in, keys, apps, webhooks and checkouts, and exports. Only owners see this."
    >
      <Loaded query={events} as="h3" loading={<Skeleton className="h-16 w-full" />}>
        {(data) =>
          data.length === 0 ? (
            <p className="text-muted-foreground text-sm">
              No events yet. Connected apps and other changes appear here.
            </p>
          ) : (
            <Entries events={data} />
          )
        }
      </Loaded>
    </SectionCard>
  )
}

/** The latest calls of assistants. Not shown without any. */
export function AssistantCallsCard() {
  const trpc = useTRPC()
  const calls = useQuery(trpc.security_events.calls.queryOptions())
  if (!calls.data?.length) return null
  return (
    <SectionCard
      title="Calls of assistants"
      description="The latest calls with the operation and its outcome. Values are not recorded."
    >
      <Entries events={calls.data} />
    </SectionCard>
  )
}

const Entries = ({ events }: { events: SecurityEvent[] }) => (
  <ul className="grid divide-y divide-border">
    {events.map((event) => (
      <Entry key={event.id} event={event} />
    ))}
  </ul>
)

function Entry({ event: { kind, summary, by, occurred_at } }: { event: SecurityEvent }) {
  const Icon = ICONS[kind]
  const is_alarm = kind === 'tokens_revoked'
  return (
    <li className="flex items-start gap-4 py-3 text-sm first:pt-0 last:pb-0">
      <Icon
        aria-hidden
        className={cn('mt-0.5 size-5 shrink-0', is_alarm ? 'text-destructive-ink' : 'text-muted-foreground')}
      />
      <div className="grid min-w-0 flex-1 gap-0.5">
        {/* The security log is in English. */}
        <span lang="en" className={cn('wrap-anywhere', is_alarm && 'font-medium')}>
          {summary}
        </span>
        <span className="text-muted-foreground">
          {by ? `${by} · ` : ''}
          <RelativeTime at={occurred_at} />
        </span>
      </div>
    </li>
  )
}

import {
  Activity,
  BadgeDollarSign,
  Building2,
  ChartColumn,
  ClipboardCheck,
  Gauge,
  HeartPulse,
  ListChecks,
  Mail,
  MailCheck,
  MailQuestionMark,
  MailSearch,
  MailX,
  Route,
  ScrollText,
  SlidersHorizontal,
  UserCog,
  Webhook,
  Wrench,
} from '@/components/generated/icons'
import type { Destination } from '@/components/shell/navigation'

/**
 * Pages for administrators of the instance, a separate group in the sidebar, drawer and command palette. List every new `/admin` page here
 * and nowhere else.
 */
export const administration: Destination[] = [
  { label: 'Instance overview', href: '/admin', icon: Gauge },
  { label: 'Setup', href: '/admin/setup', icon: Wrench },
  { label: 'Accounts', href: '/admin/accounts', icon: Building2 },
  { label: 'Plans', href: '/admin/plans', icon: BadgeDollarSign },
  { label: 'Users', href: '/admin/users', icon: UserCog },
  { label: 'Reviews', href: '/admin/review', icon: ClipboardCheck },
  { label: 'Background jobs', href: '/admin/jobs', icon: ListChecks },
  { label: 'API traffic', href: '/admin/api', icon: Activity },
  { label: 'Webhooks and calls', href: '/admin/webhooks', icon: Webhook },
  { label: 'Mail', href: '/admin/mail', icon: Mail },
  { label: 'Instance settings', href: '/admin/settings', icon: SlidersHorizontal },
  { label: 'Audit log', href: '/admin/audit', icon: ScrollText },
].map(forAdministrators)

/** Mail's tabs after its overview, for the command palette. */
export const mailAdministration: Destination[] = [
  { label: 'Results by domain', href: '/admin/mail/domains', icon: ChartColumn },
  { label: 'Messages', href: '/admin/mail/messages', icon: MailSearch },
  { label: 'Test message', href: '/admin/mail/test', icon: MailCheck },
  { label: 'Transports', href: '/admin/mail/transports', icon: Route },
  { label: 'Sending health of accounts', href: '/admin/mail/reputation', icon: HeartPulse },
  { label: 'Instance suppression list', href: '/admin/mail/suppression', icon: MailX },
  { label: 'Unmatched reports', href: '/admin/mail/reports', icon: MailQuestionMark },
].map(forAdministrators)

function forAdministrators(destination: Destination): Destination {
  return { ...destination, only_for_administrators: true }
}

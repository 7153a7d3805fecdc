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
} from 'lucide-react'
import type { Destination } from '@/components/shell/navigation'

/**
 * The pages of administrators of the instance: a group of its own in sidebar, drawer and command palette. A new page of `/admin` is
 * entered here and nowhere else.
 */
export const administration: Destination[] = [
  {
    label: 'Instance overview',
    href: '/admin',
    icon: Gauge,
    keywords: ['health', 'status', 'version', 'disk', 'backup'],
  },
  { label: 'Accounts', href: '/admin/accounts', icon: Building2, keywords: ['suspend', 'own limit'] },
  { label: 'Plans', href: '/admin/plans', icon: BadgeDollarSign, keywords: ['prices', 'limits', 'trial'] },
  { label: 'Users', href: '/admin/users', icon: UserCog, keywords: ['sessions', 'administrators', 'second factor'] },
  {
    label: 'Reviews',
    href: '/admin/review',
    icon: ClipboardCheck,
    keywords: ['store', 'apps', 'templates', 'approve'],
  },
  { label: 'Background jobs', href: '/admin/jobs', icon: ListChecks, keywords: ['runs', 'queue', 'failed'] },
  { label: 'API traffic', href: '/admin/api', icon: Activity, keywords: ['requests', 'errors', 'rate limit'] },
  {
    label: 'Webhooks and calls',
    href: '/admin/webhooks',
    icon: Webhook,
    keywords: ['endpoints', 'outbound', 'apps', 'deliveries', 'hooks'],
  },
  {
    label: 'Mail',
    href: '/admin/mail',
    icon: Mail,
    keywords: ['email', 'bounces', 'intake', 'throttles', 'circuits'],
  },
  {
    label: 'Instance settings',
    href: '/admin/settings',
    icon: SlidersHorizontal,
    keywords: ['sign-up', 'maintenance', 'announcement', 'environment', 'invitations'],
  },
  { label: 'Audit log', href: '/admin/audit', icon: ScrollText, keywords: ['security', 'who did what', 'history'] },
].map(forAdministrators)

/** The tabs of Mail behind its overview. The command palette finds each. */
export const mailAdministration: Destination[] = [
  {
    label: 'Results by domain',
    href: '/admin/mail/domains',
    icon: ChartColumn,
    keywords: ['gmail', 'outlook', 'yahoo', 'receivers', 'deferred', 'mail'],
  },
  {
    label: 'Messages',
    href: '/admin/mail/messages',
    icon: MailSearch,
    keywords: ['message-id', 'recipient', 'search', 'mail'],
  },
  { label: 'Test message', href: '/admin/mail/test', icon: MailCheck, keywords: ['smtp', 'transport', 'send', 'mail'] },
  {
    label: 'Transports',
    href: '/admin/mail/transports',
    icon: Route,
    keywords: ['smtp', 'mail servers', 'warm-up', 'mail'],
  },
  {
    label: 'Sending health of accounts',
    href: '/admin/mail/reputation',
    icon: HeartPulse,
    keywords: ['reputation', 'bounces', 'complaints', 'mail'],
  },
  {
    label: 'Instance suppression list',
    href: '/admin/mail/suppression',
    icon: MailX,
    keywords: ['blocked', 'instance', 'mail'],
  },
  {
    label: 'Unmatched reports',
    href: '/admin/mail/reports',
    icon: MailQuestionMark,
    keywords: ['bounces', 'complaints', 'mail'],
  },
].map(forAdministrators)

function forAdministrators(destination: Destination): Destination {
  return { ...destination, only_for_administrators: true }
}

import {
  AtSign,
  Ban,
  Bell,
  CircleUser,
  CreditCard,
  Globe,
  HeartHandshake,
  HeartPulse,
  KeyRound,
  LayoutTemplate,
  ListChecks,
  PackageCheck,
  Palette,
  Settings,
  ShieldCheck,
  Tag,
  TextCursorInput,
  UsersRound,
  Webhook,
} from '@/components/generated/icons'
import type { Destination, NavigationGroup } from '@/components/shell/navigation'

/** The page that opens first where the list of pages is beside it. */
export const GENERAL = '/settings/general'

/** Groups and sections of the settings, in order. */
export const settingsGroups: NavigationGroup[] = [
  {
    label: 'Account',
    items: [
      { label: 'General', href: GENERAL, icon: Settings },
      { label: 'Team', href: '/settings/team', icon: UsersRound },
      { label: 'Plan', href: '/settings/plan', icon: CreditCard, role: 'admin' },
    ],
  },
  {
    label: 'Sending',
    items: [
      { label: 'Sending addresses', href: '/settings/sending-addresses', icon: AtSign },
      { label: 'Sending domains', href: '/settings/sending-domains', icon: Globe },
      { label: 'Sending health', href: '/settings/sending-health', icon: HeartPulse },
    ],
  },
  {
    label: 'Public',
    items: [
      { label: 'Profile', href: '/settings/profile', icon: CircleUser },
      { label: 'Style', href: '/settings/style', icon: Palette },
      { label: 'Public site', href: '/settings/site', icon: LayoutTemplate },
      { label: 'Products', href: '/settings/product', icon: Tag },
    ],
  },
  {
    label: 'Audience',
    items: [
      { label: 'Custom fields', href: '/settings/fields', icon: TextCursorInput },
      { label: 'Preference page', href: '/settings/preferences', icon: ListChecks },
      { label: 'Suppression list', href: '/settings/suppression', icon: Ban },
      { label: 'Recommendations', href: '/settings/recommendations', icon: HeartHandshake },
    ],
  },
  {
    label: 'Developers',
    items: [
      { label: 'Installed apps', href: '/settings/apps', icon: PackageCheck },
      { label: 'API keys', href: '/settings/api-keys', icon: KeyRound, role: 'admin' },
      { label: 'Webhooks', href: '/settings/webhooks', icon: Webhook, role: 'admin' },
    ],
  },
  {
    label: 'You',
    items: [
      { label: 'Notifications', href: '/settings/notifications', icon: Bell },
      { label: 'Security', href: '/settings/security', icon: ShieldCheck },
    ],
  },
]

export const settingsPages: Destination[] = settingsGroups.flatMap(({ items }) => items)

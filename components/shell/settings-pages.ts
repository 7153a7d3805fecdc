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
} from 'lucide-react'
import type { Destination, NavigationGroup } from '@/components/shell/navigation'

/** Sections of the settings, in groups and in this order. */
export const settingsGroups: NavigationGroup[] = [
  {
    label: 'Account',
    items: [
      {
        label: 'General',
        href: '/settings',
        icon: Settings,
        keywords: ['postal address', 'time zone', 'account name'],
      },
      { label: 'Team', href: '/settings/team', icon: UsersRound, keywords: ['members', 'invite', 'roles'] },
      {
        label: 'Plan',
        href: '/settings/plan',
        icon: CreditCard,
        role: 'admin',
        keywords: ['billing', 'limit', 'trial'],
      },
      { label: 'Custom fields', href: '/settings/fields', icon: TextCursorInput, keywords: ['attributes'] },
    ],
  },
  {
    label: 'Email',
    items: [
      { label: 'Sending addresses', href: '/settings/sending-addresses', icon: AtSign, keywords: ['from', 'verify'] },
      {
        label: 'Sending domains',
        href: '/settings/sending-domains',
        icon: Globe,
        keywords: ['dkim', 'spf', 'dmarc', 'dns'],
      },
      {
        label: 'Sending health',
        href: '/settings/sending-health',
        icon: HeartPulse,
        keywords: ['bounces', 'complaints'],
      },
      { label: 'Suppression list', href: '/settings/suppression', icon: Ban, keywords: ['block', 'bounced'] },
      {
        label: 'Preference page',
        href: '/settings/preferences',
        icon: ListChecks,
        keywords: ['topics', 'unsubscribe'],
      },
    ],
  },
  {
    label: 'Public pages',
    items: [
      {
        label: 'Style',
        href: '/settings/style',
        icon: Palette,
        keywords: ['brand', 'logo', 'fonts', 'colors', 'palette', 'look'],
      },
      { label: 'Profile', href: '/settings/profile', icon: CircleUser, keywords: ['avatar', 'bio', 'byline'] },
      {
        label: 'Public site',
        href: '/settings/site',
        icon: LayoutTemplate,
        keywords: ['archive', 'website', 'own domain', 'handle', 'rss', 'blog'],
      },
      { label: 'Product', href: '/settings/product', icon: Tag, keywords: ['paid posts', 'buyers', 'price', 'shop'] },
      {
        label: 'Recommendations',
        href: '/settings/recommendations',
        icon: HeartHandshake,
        keywords: ['creators', 'cross-promotion', 'grow'],
      },
    ],
  },
  {
    label: 'Connections',
    items: [
      { label: 'Installed apps', href: '/settings/apps', icon: PackageCheck, keywords: ['integrations', 'installed'] },
      {
        label: 'API keys',
        href: '/settings/api-keys',
        icon: KeyRound,
        role: 'admin',
        keywords: ['token', 'developer'],
      },
      { label: 'Webhooks', href: '/settings/webhooks', icon: Webhook, role: 'admin', keywords: ['events', 'endpoint'] },
    ],
  },
  {
    label: 'You',
    items: [
      {
        label: 'Notifications',
        href: '/settings/notifications',
        icon: Bell,
        keywords: ['alerts', 'emails', 'digest', 'mentions'],
      },
      {
        label: 'Security',
        href: '/settings/security',
        icon: ShieldCheck,
        keywords: ['password', 'two-factor', 'passkey', 'sessions'],
      },
    ],
  },
]

export const settingsPages: Destination[] = settingsGroups.flatMap(({ items }) => items)

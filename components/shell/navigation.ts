import {
  Activity,
  AtSign,
  Ban,
  Blocks,
  ClipboardList,
  ClipboardPlus,
  Code,
  CreditCard,
  Filter,
  Globe,
  HeartPulse,
  House,
  Images,
  Inbox,
  KeyRound,
  LayoutTemplate,
  ListChecks,
  ListOrdered,
  ListPlus,
  type LucideIcon,
  MailPlus,
  Newspaper,
  PackageCheck,
  Palette,
  PenLine,
  Puzzle,
  Send,
  Settings,
  ShieldCheck,
  ShoppingBag,
  Tag,
  Tags,
  TextCursorInput,
  Upload,
  UserPlus,
  Users,
  UsersRound,
  Webhook,
  Workflow,
  Zap,
} from 'lucide-react'
import type { Role } from '@/components/role'

export interface Destination {
  label: string
  href: string
  icon: LucideIcon
  /** Shortcut of the destination. */
  keys?: string
  /** The minimum role. By default everyone. */
  role?: Role
  /** Shown only while the account’s emails are caught. */
  only_while_caught?: boolean
  /** Shown only to administrators of the instance. */
  only_for_administrators?: boolean
  /** Additional search words for the command palette. */
  keywords?: string[]
}

interface NavigationGroup {
  label?: string
  items: Destination[]
}

/** The groups of the sidebar, drawer and command palette, in this order. */
export const navigation: NavigationGroup[] = [
  { items: [{ label: 'Home', href: '/', icon: House, keys: 'g h', keywords: ['dashboard', 'overview'] }] },
  {
    label: 'Create',
    items: [
      {
        label: 'Broadcasts',
        href: '/broadcasts',
        icon: Send,
        keys: 'g b',
        keywords: ['newsletter', 'campaign', 'email'],
      },
      {
        label: 'Sequences',
        href: '/sequences',
        icon: ListOrdered,
        keys: 'g q',
        keywords: ['drip', 'course', 'autoresponder', 'welcome', 'series'],
      },
      {
        label: 'Automations',
        href: '/automations',
        icon: Workflow,
        keys: 'g w',
        keywords: ['rules', 'workflow', 'trigger', 'action', 'journey', 'funnel'],
      },
      {
        label: 'Posts',
        href: '/posts',
        icon: Newspaper,
        keys: 'g p',
        keywords: ['blog', 'web', 'archive', 'rss'],
      },
      {
        label: 'Templates',
        href: '/templates',
        icon: LayoutTemplate,
        keys: 'g l',
        keywords: ['layout', 'design', 'logo', 'font', 'brand'],
      },
      {
        label: 'Snippets',
        href: '/snippets',
        icon: Puzzle,
        keys: 'g n',
        keywords: ['block', 'footer', 'signature', 'reuse'],
      },
      {
        label: 'Images',
        href: '/images',
        icon: Images,
        keys: 'g g',
        keywords: ['pictures', 'media', 'photos', 'files', 'upload', 'library'],
      },
      {
        label: 'Caught emails',
        href: '/mail',
        icon: Inbox,
        keys: 'g m',
        keywords: ['caught', 'catcher', 'outbox', 'test'],
        role: 'editor',
        only_while_caught: true,
      },
    ],
  },
  {
    label: 'Audience',
    items: [
      {
        label: 'Subscribers',
        href: '/subscribers',
        icon: Users,
        keys: 'g s',
        keywords: ['contacts', 'list'],
      },
      {
        label: 'Forms',
        href: '/forms',
        icon: ClipboardList,
        keys: 'g f',
        keywords: ['landing page', 'sign up', 'embed', 'opt-in'],
      },
      { label: 'Tags', href: '/tags', icon: Tags, keys: 'g t', keywords: ['labels'] },
      { label: 'Segments', href: '/segments', icon: Filter, keys: 'g e', keywords: ['filter', 'group', 'engaged'] },
      {
        label: 'Purchases',
        href: '/purchases',
        icon: ShoppingBag,
        keys: 'g u',
        keywords: ['sales', 'orders', 'revenue', 'products'],
      },
    ],
  },
  {
    label: 'Connect',
    items: [
      {
        label: 'Apps',
        href: '/apps',
        icon: Blocks,
        keys: 'g i',
        keywords: ['store', 'integrations', 'plugins', 'connect'],
      },
    ],
  },
]

/** Background jobs, shown below the groups beside the settings. */
export const activity: Destination = {
  label: 'Activity',
  href: '/activity',
  icon: Activity,
  keys: 'g a',
  keywords: ['exports', 'imports', 'jobs', 'download', 'progress'],
}

export const settings: Destination = {
  label: 'Settings',
  href: '/settings',
  icon: Settings,
  keys: 'g ,',
  keywords: ['account', 'api keys', 'sending address', 'time zone'],
}

/** Sections of the settings, in this order. */
export const settingsPages: Destination[] = [
  { label: 'General', href: '/settings', icon: Settings, keywords: ['postal address', 'time zone', 'account name'] },
  { label: 'Sending addresses', href: '/settings/sending-addresses', icon: AtSign, keywords: ['from', 'verify'] },
  {
    label: 'Sending domains',
    href: '/settings/sending-domains',
    icon: Globe,
    keywords: ['dkim', 'spf', 'dmarc', 'dns'],
  },
  { label: 'Sending health', href: '/settings/sending-health', icon: HeartPulse, keywords: ['bounces', 'complaints'] },
  { label: 'Suppression list', href: '/settings/suppression', icon: Ban, keywords: ['block', 'bounced'] },
  { label: 'Preference page', href: '/settings/preferences', icon: ListChecks, keywords: ['topics', 'unsubscribe'] },
  { label: 'Profile and colors', href: '/settings/profile', icon: Palette, keywords: ['brand', 'avatar', 'bio'] },
  { label: 'Custom fields', href: '/settings/fields', icon: TextCursorInput, keywords: ['attributes'] },
  { label: 'Apps', href: '/settings/apps', icon: PackageCheck, keywords: ['integrations', 'installed'] },
  { label: 'API keys', href: '/settings/api-keys', icon: KeyRound, role: 'admin', keywords: ['token', 'developer'] },
  { label: 'Webhooks', href: '/settings/webhooks', icon: Webhook, role: 'admin', keywords: ['events', 'endpoint'] },
  { label: 'Team', href: '/settings/team', icon: UsersRound, keywords: ['members', 'invite', 'roles'] },
  { label: 'Plan', href: '/settings/plan', icon: CreditCard, role: 'admin', keywords: ['billing', 'limit', 'trial'] },
  {
    label: 'Security',
    href: '/settings/security',
    icon: ShieldCheck,
    keywords: ['password', 'two-factor', 'passkey', 'sessions'],
  },
]

/** Common actions. */
export const quickActions: Destination[] = [
  {
    label: 'New broadcast',
    href: '/broadcasts/new',
    icon: PenLine,
    keys: 'c',
    role: 'editor',
    keywords: ['new', 'compose', 'create'],
  },
  {
    label: 'New sequence',
    href: '/sequences?new=true',
    icon: ListPlus,
    role: 'editor',
    keywords: ['new', 'drip', 'course'],
  },
  {
    label: 'New automation',
    href: '/automations?new=visual',
    icon: Workflow,
    role: 'editor',
    keywords: ['new', 'workflow', 'journey'],
  },
  {
    label: 'New rule',
    href: '/automations?tab=rule&new=rule',
    icon: Zap,
    role: 'editor',
    keywords: ['new', 'when', 'then', 'trigger'],
  },
  { label: 'New post', href: '/posts/new', icon: Newspaper, role: 'editor', keywords: ['new', 'blog', 'create'] },
  { label: 'New snippet', href: '/snippets/new', icon: Puzzle, role: 'editor', keywords: ['new', 'block'] },
  { label: 'Add subscriber', href: '/subscribers/new', icon: UserPlus, role: 'editor', keywords: ['new', 'create'] },
  {
    label: 'Import subscribers',
    href: '/subscribers/import',
    icon: Upload,
    role: 'editor',
    keywords: ['csv', 'upload'],
  },
  {
    label: 'New form',
    href: '/forms?new=true',
    icon: ClipboardPlus,
    role: 'editor',
    keywords: ['new', 'landing page'],
  },
  { label: 'New segment', href: '/segments/new', icon: Filter, role: 'editor', keywords: ['new', 'filter'] },
  { label: 'New tag', href: '/tags?new=true', icon: Tag, role: 'editor', keywords: ['new'] },
  {
    label: 'Add sending address',
    href: '/settings/sending-addresses',
    icon: MailPlus,
    role: 'admin',
    keywords: ['from', 'verify'],
  },
  {
    label: 'View installed apps',
    href: '/settings/apps',
    icon: PackageCheck,
    keywords: ['integrations', 'uninstall', 'access', 'tokens'],
  },
  {
    label: 'Build an app',
    href: '/apps/develop',
    icon: Code,
    role: 'admin',
    keywords: ['developer', 'oauth', 'client id', 'secret'],
  },
]

export const destinations = [...navigation.flatMap(({ items }) => items), activity, settings]

/** Whether the path belongs to the destination. Home and the instance overview match only themselves. */
export function isCurrent(href: string, pathname: string) {
  return href === '/' || href === '/admin' ? pathname === href : pathname === href || pathname.startsWith(`${href}/`)
}

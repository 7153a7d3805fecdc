import {
  Activity,
  Bell,
  Blocks,
  Building2,
  ChartColumn,
  ClipboardList,
  Filter,
  House,
  Images,
  Inbox,
  LayoutTemplate,
  ListOrdered,
  type LucideIcon,
  Newspaper,
  PenLine,
  Puzzle,
  Send,
  Settings,
  ShoppingBag,
  Tags,
  Users,
  Workflow,
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

export interface NavigationGroup {
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
        label: 'Analytics',
        href: '/analytics',
        icon: ChartColumn,
        keys: 'g y',
        keywords: ['statistics', 'reports', 'growth', 'cohorts', 'deliverability', 'revenue', 'charts'],
      },
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

/** The pages of administrators of the instance, which have a sidebar of their own. */
export const instance: Destination = {
  label: 'Administration',
  href: '/admin',
  icon: Building2,
  only_for_administrators: true,
}

/** The action with a shortcut of its own. */
export const newBroadcast: Destination = {
  label: 'New broadcast',
  href: '/broadcasts/new',
  icon: PenLine,
  keys: 'c',
  role: 'editor',
  keywords: ['new', 'compose', 'create'],
}

/** Behind the bell. */
const notifications: Destination = {
  label: 'All notifications',
  href: '/notifications',
  icon: Bell,
  keywords: ['bell', 'news', 'alerts', 'mentions'],
}

export const destinations = [...navigation.flatMap(({ items }) => items), notifications, activity, settings]

/** Whether the path belongs to the destination. Home and the instance overview match only themselves. */
export function isCurrent(href: string, pathname: string) {
  return href === '/' || href === '/admin' ? pathname === href : pathname === href || pathname.startsWith(`${href}/`)
}

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
  ShieldQuestion,
  ShoppingBag,
  Tags,
  Users,
  Workflow,
} from '@/components/generated/icons'
import type { Role } from '@/components/role'

export interface Destination {
  label: string
  href: string
  icon: LucideIcon
  /** Shortcut of the destination. */
  keys?: string
  /** Minimum role. Default: everyone. */
  role?: Role
  /** Shown only while the account’s emails are caught. */
  only_while_caught?: boolean
  /** Shown only to administrators of the instance. */
  only_for_administrators?: boolean
  /** Search words for the command palette, in addition to `search-words.ts`. */
  keywords?: string[]
}

export interface NavigationGroup {
  label?: string
  items: Destination[]
}

/** Groups of the sidebar, drawer and command palette, in order. */
export const navigation: NavigationGroup[] = [
  { items: [{ label: 'Home', href: '/', icon: House, keys: 'g h' }] },
  {
    label: 'Create',
    items: [
      { label: 'Broadcasts', href: '/broadcasts', icon: Send, keys: 'g b' },
      { label: 'Sequences', href: '/sequences', icon: ListOrdered, keys: 'g q' },
      { label: 'Automations', href: '/automations', icon: Workflow, keys: 'g w' },
      { label: 'Posts', href: '/posts', icon: Newspaper, keys: 'g p' },
      { label: 'Templates', href: '/templates', icon: LayoutTemplate, keys: 'g l' },
      { label: 'Snippets', href: '/snippets', icon: Puzzle, keys: 'g n' },
      { label: 'Images', href: '/images', icon: Images, keys: 'g g' },
      { label: 'Caught emails', href: '/mail', icon: Inbox, keys: 'g m', role: 'editor', only_while_caught: true },
    ],
  },
  {
    label: 'Audience',
    items: [
      { label: 'Subscribers', href: '/subscribers', icon: Users, keys: 'g s' },
      { label: 'Forms', href: '/forms', icon: ClipboardList, keys: 'g f' },
      { label: 'Tags', href: '/tags', icon: Tags, keys: 'g t' },
      { label: 'Segments', href: '/segments', icon: Filter, keys: 'g e' },
      { label: 'Analytics', href: '/analytics', icon: ChartColumn, keys: 'g y' },
      { label: 'Purchases', href: '/purchases', icon: ShoppingBag, keys: 'g u' },
    ],
  },
  {
    label: 'Connect',
    items: [{ label: 'Apps', href: '/apps', icon: Blocks, keys: 'g i' }],
  },
]

/** Exports and jobs. Below the groups, next to the settings. */
export const activity: Destination = {
  label: 'Exports and jobs',
  href: '/activity',
  icon: Activity,
  keys: 'g a',
}

export const settings: Destination = {
  label: 'Settings',
  href: '/settings',
  icon: Settings,
  keys: 'g ,',
}

/** Pages for administrators of the instance, with a separate sidebar. */
export const instance: Destination = {
  label: 'Administration',
  href: '/admin',
  icon: Building2,
  only_for_administrators: true,
}

/** The only action with its own shortcut. */
export const newBroadcast: Destination = {
  label: 'New broadcast',
  href: '/broadcasts/new',
  icon: PenLine,
  keys: 'c',
  role: 'editor',
}

/** Opened by the bell. */
const notifications: Destination = {
  label: 'All notifications',
  href: '/notifications',
  icon: Bell,
}

/** Opened by notifications. */
const approvals: Destination = {
  label: 'Approvals',
  href: '/approvals',
  icon: ShieldQuestion,
  role: 'admin',
}

export const destinations = [...navigation.flatMap(({ items }) => items), notifications, approvals, activity, settings]

/** Returns true if the path belongs to the destination. Home and the instance overview match only themselves. */
export function isCurrent(href: string, pathname: string) {
  return href === '/' || href === '/admin' ? pathname === href : pathname === href || pathname.startsWith(`${href}/`)
}

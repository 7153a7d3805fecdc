import { Flag } from '../../core/wire.ts'
import { list, route } from '../../rest/route.ts'
import {
  ListedNotification,
  NotificationFilter,
  NotificationSettings,
  ReadAllInput,
  ReadInput,
  SettingsInput,
} from './schema.ts'
import { listNotifications, markAllRead, markRead } from './service.ts'
import { getNotificationSettings, saveNotificationSettings } from './settings.ts'

const write = { role: 'viewer' } as const
const settings = { as: 'notification_settings', of: NotificationSettings } as const

/** The notifications of the user whose rights a credential has. */
export const notificationsApi = [
  list('GET /notifications', listNotifications, {
    summary: 'List notifications',
    description: 'Those of the user whose rights the credential has, newest first.',
    as: 'notifications',
    of: ListedNotification,
    query: NotificationFilter.extend({ is_unread: Flag.default(false).meta({ type: 'boolean' }) }),
  }),
  route('POST /notifications/read', markRead, {
    ...write,
    summary: 'Mark notifications as read',
    description: 'At most 100. Ids of others are ignored.',
    body: ReadInput,
  }),
  route('POST /notifications/read_all', markAllRead, {
    ...write,
    summary: 'Mark all notifications as read',
    description: 'Up to one. Later ones stay unread.',
    body: ReadAllInput,
  }),
  route('GET /notification_settings', getNotificationSettings, {
    ...settings,
    summary: 'Read notification settings',
    description: 'What the user whose rights the credential has is told, and how.',
  }),
  route('PUT /notification_settings', saveNotificationSettings, {
    ...write,
    ...settings,
    summary: 'Change notification settings',
    description: 'Changes only the topics in `channels`, and `digest` if given. 403 for a key without a user.',
    body: SettingsInput,
  }),
]

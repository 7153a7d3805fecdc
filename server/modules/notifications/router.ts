import { PageQuery } from '../../core/page/page.ts'
import { listVerb, member, router, verb } from '../../trpc/init.ts'
import { NotificationFilter, ReadAllInput, ReadInput, SettingsInput } from './schema.ts'
import { countUnread, listNotifications, markAllRead, markRead } from './service.ts'
import { getNotificationSettings, saveNotificationSettings } from './settings.ts'

export const notificationsRouter = router({
  list: member('viewer').input(NotificationFilter.extend(PageQuery.shape)).query(listVerb(listNotifications)),
  unread: member('viewer').query(verb((ctx) => countUnread(ctx))),
  markRead: member('viewer').input(ReadInput).mutation(verb(markRead)),
  markAllRead: member('viewer').input(ReadAllInput).mutation(verb(markAllRead)),
  settings: member('viewer').query(verb((ctx) => getNotificationSettings(ctx))),
  saveSettings: member('viewer').input(SettingsInput).mutation(verb(saveNotificationSettings)),
})

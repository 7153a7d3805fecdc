import type { StoreListing } from '@/server/modules/apps/schema.ts'
import { eventLabel } from '@/server/modules/apps/values-schema.ts'

/** Describes OAuth scopes to creators. */
export function scopeLabel(scopes: readonly string[]): string {
  const may = (scope: string) => scopes.includes('public') || scopes.includes(scope)
  if (may('read') && may('write')) return 'Read and change everything in your account'
  if (!may('write') && scopes.some((scope) => scope.endsWith(':write')))
    return may('read') ? 'Read everything in your account, and change parts' : 'Change parts of your account'
  if (may('write')) return 'Change everything in your account'
  return may('read') ? 'Read everything in your account' : 'No access to your account'
}

export const scopeDescription = (scopes: readonly string[]): string =>
  scopes.includes('team:write')
    ? 'Subscribers, tags, forms, broadcasts, sequences, posts and purchases, and who has access. No access to your password.'
    : scopes.includes('public') || scopes.includes('write')
      ? 'Subscribers, tags, forms, broadcasts, sequences, posts and purchases. No access to your password, API keys or team.'
      : 'Subscribers, tags, forms, broadcasts, sequences, posts and purchases. It can’t change anything.'

export const pluginLabel = ({ kind, name }: StoreListing['plugins'][number]): string =>
  kind === 'content_block' ? `Adds the block “${name}” to the editor` : `Adds images from “${name}” to the editor`

export const eventLabels = (events: readonly string[]): string[] => events.map(eventLabel)

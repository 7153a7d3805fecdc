import type { StoreListing } from '@/server/modules/apps/schema.ts'
import { EVENT_WORDS } from '@/server/modules/apps/schema.ts'

/** What scopes allow, in a creator's words. */
export function scopeLabel(scopes: readonly string[]): string {
  const may = (scope: string) => scopes.includes('public') || scopes.includes(scope)
  if (may('read') && may('write')) return 'Read and change everything in your account'
  if (may('write')) return 'Change everything in your account'
  return may('read') ? 'Read everything in your account' : 'Use nothing of your account'
}

export const scopeDescription = (scopes: readonly string[]): string =>
  scopes.includes('public') || scopes.includes('write')
    ? 'Subscribers, tags, forms, broadcasts, sequences, posts and purchases. It cannot see your password, your API keys or your team.'
    : 'Subscribers, tags, forms, broadcasts, sequences, posts and purchases, without changing anything.'

export const pluginLabel = ({ kind, name }: StoreListing['plugins'][number]): string =>
  kind === 'content_block' ? `Adds the block “${name}” to the editor` : `Brings pictures from “${name}” into the editor`

export const eventLabel = (events: readonly string[]): string[] =>
  events.map((event) => EVENT_WORDS[event as keyof typeof EVENT_WORDS] ?? event)

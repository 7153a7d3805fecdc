import { countText, inLocaleOnce } from '../../lib/locale/formats.ts'
import { t } from '../../lib/locale/texts.ts'
import type { AccountContents } from './schema.ts'

/** Returns the counts of an account's data for a sentence: "1,912 subscribers, 3 broadcasts". */
export function contentsText(contents: AccountContents): string {
  const parts: [number, string][] = [
    [contents.subscribers, 'subscriber'],
    [contents.broadcasts, 'broadcast'],
    [contents.sequences, 'sequence'],
    [contents.automations, 'automation'],
    [contents.forms, 'form'],
    [contents.posts, 'post'],
    [contents.messages, 'sent or queued message'],
    [contents.members, 'team member'],
  ]
  return parts
    .map(([count, word]) => {
      const counted = countText(count, numbers().format(count), word)
      return word.endsWith('message') && contents.has_more_messages ? t`more than ${counted}` : counted
    })
    .join(', ')
}

const numbers = inLocaleOnce((tag) => new Intl.NumberFormat(tag))

import { refuseManyParts } from '../html/most-parts.ts'
import { hasContent, hasUnsubscribeLink } from '../html/text.ts'
import { conditionNames } from '../liquid/condition-names.ts'
import { LiquidError } from '../liquid/error.ts'
import { type LiquidMode, parseLiquid } from '../liquid/template.ts'
import { readMergeTags } from '../merge-tags/read.ts'
import { EMAIL_TASKS } from './email-tasks.ts'
import { INSPECT_TASKS } from './inspect-tasks.ts'
import { LAYOUT_TASKS } from './layout-tasks.ts'
import { PAGE_TASKS } from './page-tasks.ts'

// Work on users' texts. Each task is a function of its input, so a thread can run it.

/** Returns the error of each source that does not parse, undefined for a valid one. */
function parse({
  sources,
}: {
  sources: readonly { source: string; mode: LiquidMode; counts?: boolean }[]
}): ({ message: string; line: number } | undefined)[] {
  return sources.map(({ source, mode, counts }) => {
    try {
      if (counts) refuseManyParts(source)
      parseLiquid(source, mode)
      return undefined
    } catch (error) {
      if (!(error instanceof LiquidError)) throw error
      return { message: error.message, line: error.line }
    }
  })
}

/** Returns for each HTML whether it shows anything. */
const shows = ({ html }: { html: readonly string[] }): boolean[] => html.map(hasContent)

/** Returns whether there is an unsubscribe link. */
const leavesList = ({ html }: { html: string }): boolean => hasUnsubscribeLink(html)

/** Returns the names of tags and segments in conditions. */
const names = ({ sources }: { sources: readonly string[] }) => ({
  tags: conditionNames(sources, 'tags'),
  segments: conditionNames(sources, 'segments'),
})

export const TASKS = {
  parse,
  shows,
  leavesList,
  names,
  mergeTags: readMergeTags,
  ...EMAIL_TASKS,
  ...PAGE_TASKS,
  ...LAYOUT_TASKS,
  ...INSPECT_TASKS,
}
type Tasks = typeof TASKS
export type TaskName = keyof Tasks
export type Input<Name extends TaskName> = Parameters<Tasks[Name]>[0]
export type Output<Name extends TaskName> = ReturnType<Tasks[Name]>

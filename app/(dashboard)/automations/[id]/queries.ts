import { keepPreviousData } from '@tanstack/react-query'
import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { CURSOR, type Cursor, cursorOf } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'
import type { AutomationDetail } from '@/server/modules/automations/schema.ts'
import { RUN_FILTERS } from '@/server/modules/automations/values-schema.ts'
import { namedIds } from '../graph/named-ids'
import { namesQuery } from '../queries'

export const TABS = ['steps', 'subscribers', 'versions'] as const

export const RUN_LIST_FILTERS = { state: parseAsStringLiteral(RUN_FILTERS), step: parseAsString }

export const automationAddress = createLoader({
  tab: parseAsStringLiteral(TABS).withDefault('steps'),
  ...RUN_LIST_FILTERS,
  ...CURSOR,
})

/** Counts at each step, in total or from a local date on. */
export const countsQuery = (trpc: Trpc, id: number, from?: string) =>
  trpc.automations.counts.queryOptions({ id, ...(from ? { from } : {}) }, { refetchInterval: 15_000 })

export const runsQuery = (
  trpc: Trpc,
  { id, kind }: Pick<AutomationDetail, 'id' | 'kind'>,
  { state, step }: inferParserType<typeof RUN_LIST_FILTERS>,
  cursor: Cursor,
) =>
  trpc.automations.subscribers.queryOptions(
    {
      id,
      per_page: 25,
      state: state ?? (kind === 'rule' ? 'completed' : 'inside'),
      ...(step ? { step_id: step } : {}),
      ...cursor,
    },
    { placeholderData: keepPreviousData },
  )

export const versionsQuery = (trpc: Trpc, id: number) => trpc.automations.versions.queryOptions({ id })
export const occupiedQuery = (trpc: Trpc, id: number) => trpc.automations.occupiedSteps.queryOptions({ id })
export const adoptionQuery = (trpc: Trpc, automation_id: number) =>
  trpc.automation_templates.adoption.queryOptions({ automation_id })

/** Returns the queries of an automation’s page for its initial tab. */
export function automationQueries(
  trpc: Trpc,
  automation: AutomationDetail,
  address: Awaited<ReturnType<typeof automationAddress>>,
) {
  const { id, graph, version, kind, is_locked } = automation
  const of_tab = {
    steps: kind === 'rule' ? [] : [countsQuery(trpc, id)],
    subscribers: [
      runsQuery(trpc, automation, address, cursorOf(address)),
      occupiedQuery(trpc, id),
      versionsQuery(trpc, id),
    ],
    versions: [versionsQuery(trpc, id)],
  }[address.tab]
  return [
    namesQuery(trpc, namedIds(graph)),
    ...(is_locked ? [adoptionQuery(trpc, id)] : []),
    ...(version === null ? [] : of_tab),
  ]
}

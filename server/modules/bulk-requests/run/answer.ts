import type { Done } from '../../../core/wire.ts'
import type { BulkRoute } from '../../../rest/bulk.ts'

/** What came of some items: members of the answer's two lists, as JSON without the brackets. */
export interface BulkResult {
  rows: string
  failures: string
  /** What each row is about; empty where rows stand for themselves. */
  keys: string[]
  failure_count: number
}

/** Of several rows about the same thing the last is kept: it shows how the thing is now. */
export function resultOf({ bulk: { key, failed } }: BulkRoute, { rows, failures }: Done<unknown, unknown>): BulkResult {
  const kept = key ? new Map(rows.map((row) => [key(row), row])) : undefined
  return {
    rows: members(kept ? [...kept.values()] : rows),
    failures: members(failures.map(({ item, errors }) => ({ [failed.as]: item, errors }))),
    keys: kept ? [...kept.keys()] : [],
    failure_count: failures.length,
  }
}

const members = (values: readonly unknown[]) => JSON.stringify(values).slice(1, -1)

/** What stands around and between the results of an answer, however many they are. */
export function answerParts({ options: { as } }: BulkRoute) {
  return as ? [`{"${as}":[`, '],"failures":[', ']}'] : ['{"failures":[', ']}']
}

export function answerText(route: BulkRoute, { rows, failures }: BulkResult): string {
  const [opening, between, closing] = answerParts(route)
  return route.options.as ? `${opening}${rows}${between}${failures}${closing}` : `${opening}${failures}${between}`
}

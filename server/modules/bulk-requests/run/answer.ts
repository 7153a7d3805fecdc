import type { BulkOperation } from '../../../core/bulk.ts'
import type { Done } from '../../../core/wire.ts'

/** Results of some items, as JSON for the answer's two lists, without their brackets. */
export interface BulkResult {
  rows: string
  failures: string
  /** Key of each row. Empty if the operation has no keys. */
  keys: string[]
  failure_count: number
}

/** Keeps only the last of several rows with the same key, which shows the current state. */
export function resultOf({ key, failed }: BulkOperation, { rows, failures }: Done<unknown, unknown>): BulkResult {
  const kept = key ? new Map(rows.map((row) => [key(row), row])) : undefined
  return {
    rows: itemsJson(kept ? [...kept.values()] : rows),
    failures: itemsJson(failures.map(({ item, errors }) => ({ [failed.as]: item, errors }))),
    keys: kept ? [...kept.keys()] : [],
    failure_count: failures.length,
  }
}

const itemsJson = (values: readonly unknown[]) => JSON.stringify(values).slice(1, -1)

/** The JSON before, between and after the lists of an answer. */
export function answerParts({ as }: BulkOperation) {
  return as ? [`{"${as}":[`, '],"failures":[', ']}'] : ['{"failures":[', ']}']
}

export function answerText(operation: BulkOperation, { rows, failures }: BulkResult): string {
  const [opening, between, closing] = answerParts(operation)
  return operation.as ? `${opening}${rows}${between}${failures}${closing}` : `${opening}${failures}${between}`
}

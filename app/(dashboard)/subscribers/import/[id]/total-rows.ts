import { roundEstimate } from './round-estimate'

/** How far the file was read says more about its length than the guess from its beginning. */
export function estimateTotalRows({
  done_rows,
  progress,
  total_rows,
}: {
  done_rows: number
  progress: number
  total_rows: number | null
}): number {
  if (progress >= 1) return done_rows
  const estimate = roundEstimate(done_rows / progress)
  // A number that was counted, or is as good, is not replaced by one that moves.
  const is_near = total_rows !== null && Math.abs(estimate - total_rows) < total_rows / 20
  if (progress > 0.02 && !is_near) return Math.max(done_rows, estimate)
  return Math.max(done_rows, total_rows ?? 0)
}

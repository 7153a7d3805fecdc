import { roundEstimate } from './round-estimate'

/** Estimates the number of rows from the part of the file that has been read. */
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
  // Keeps a counted total, so the displayed number stops changing.
  const is_near = total_rows !== null && Math.abs(estimate - total_rows) < total_rows / 20
  if (progress > 0.02 && !is_near) return Math.max(done_rows, estimate)
  return Math.max(done_rows, total_rows ?? 0)
}

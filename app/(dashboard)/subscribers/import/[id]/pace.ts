import { roughly } from './roughly'

/** How far the file was read says more about its length than the guess from its beginning. */
export function totalOf({
  done_rows,
  progress,
  total_rows,
}: {
  done_rows: number
  progress: number
  total_rows: number | null
}): number {
  if (progress > 0.02 && progress < 1) return Math.max(done_rows, roughly(done_rows / progress))
  return Math.max(done_rows, total_rows ?? 0)
}

/** Views of a version of a form, and its sign-ups. */
export interface VersionCounts {
  views: number
  sign_ups: number
}

/** `too few`: not enough yet to say anything. `no difference`: enough, and chance explains the difference. */
export type TestDecision = 'too few' | 'no difference' | 'a' | 'b'

/** Below these, the normal distribution says little about a proportion. */
const MIN_VIEWS = 100
const MIN_SIGN_UPS = 10
/** Two-sided, at 99 %: a test is looked at again and again, and at 95 % one of several looks would find a difference that is none. */
const CRITICAL_Z = 2.576

/** Compares two proportions (z-test with pooled variance). */
export function compareVersions(a: VersionCounts, b: VersionCounts): TestDecision {
  const sign_ups = a.sign_ups + b.sign_ups
  if (Math.min(a.views, b.views) < MIN_VIEWS || sign_ups < MIN_SIGN_UPS) return 'too few'
  const pooled = Math.min(1, sign_ups / (a.views + b.views))
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / a.views + 1 / b.views))
  const difference = b.sign_ups / b.views - a.sign_ups / a.views
  if (deviation === 0 || Math.abs(difference) / deviation < CRITICAL_Z) return 'no difference'
  return difference > 0 ? 'b' : 'a'
}

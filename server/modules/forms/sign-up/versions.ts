import { createHash } from 'node:crypto'
import type { OpenForm } from './sign-up.ts'

/** A version of a test of two: as visitors are given it. */
export type Version = 'a' | 'b'

/** Returns the name under which a version is counted: `b3` in the third test of the form. Empty without a test. */
export const versionName = ({ settings, test_number }: OpenForm, version: Version): string =>
  settings.version_b ? `${version}${test_number}` : ''

/** Returns the form as a version shows it. Consent texts, fields and what follows a sign-up are the same in both. */
export function inVersion(form: OpenForm, version: Version): OpenForm {
  const { version_b } = form.settings
  if (version === 'a' || !version_b) return form
  const { labels, ...different } = version_b
  const fields = form.fields.map((field) => ({ ...field, label: labels[field.id ?? 'first_name'] || field.label }))
  return { ...form, settings: { ...form.settings, ...different }, fields }
}

/** Returns the same version for the same visitor without storing anything: decided by a digest of what every request has. */
export function versionFor(form: OpenForm, visitor: string): Version {
  if (!form.settings.version_b) return 'a'
  const digest = createHash('sha256').update(`${form.uid} ${form.test_number} ${visitor}`).digest()
  return (digest[0] ?? 0) % 2 === 0 ? 'a' : 'b'
}

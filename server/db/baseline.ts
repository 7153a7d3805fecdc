import { SettingError } from '../env.ts'

/** A migration, and the names of the migrations that it replaces. */
interface Standing {
  name: string
  replaces?: readonly string[]
}

/** The version whose migrations are replaced by the baseline, and its commit. */
const REPLACED_VERSION = '0.1.0 (commit a3cbe829)'

/**
 * Returns the names of applied migrations, with the baseline in place of the migrations that it replaces (decision 0127). Throws SettingError if
 * only some were applied. `subject` begins the message, such as "DATABASE_URL: the database".
 */
export function withBaseline(
  applied_names: readonly string[],
  { migrations, subject }: { migrations: readonly Standing[]; subject: string },
): string[] {
  const baseline = migrations.find(({ replaces }) => replaces)
  const replaced = new Set(baseline?.replaces)
  const other_names = applied_names.filter((name) => !replaced.has(name))
  if (!baseline || other_names.length === applied_names.length || other_names.includes(baseline.name))
    return other_names
  const missing = [...replaced].find((name) => !applied_names.includes(name))
  if (missing)
    throw new SettingError(
      `${subject} is older than version ${REPLACED_VERSION}: it lacks the migration ${missing}. Bring it to that version first, then to this one (docs/operate.md).`,
    )
  return [baseline.name, ...other_names]
}

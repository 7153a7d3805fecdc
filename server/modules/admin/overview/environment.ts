import { env, SECRET, Settings } from '../../../env.ts'
import { sourceOfVariable } from '../../../lib/environment.ts'

export interface EnvironmentSetting {
  name: string
  description: string
  /** Says only "set" for a secret. Null: not set. */
  value: string | null
  is_secret: boolean
  source: 'environment' | '.env file' | 'default'
}

/** Lists this process's settings, which only a restart changes. Never includes secrets. */
export function listEnvironment(): EnvironmentSetting[] {
  // Typed as strings, because settings are read by name.
  const values = env() as unknown as Record<string, unknown>
  return Object.entries(Settings.shape).map(([name, schema]) => {
    const is_secret = SECRET.test(name)
    const source = sourceOfVariable(name)
    const value = is_secret ? (source === 'default' ? null : 'set') : textOf(values[name])
    return { name, description: schema.meta()?.description ?? '', value, is_secret, source }
  })
}

const textOf = (value: unknown): string | null =>
  value === undefined
    ? null
    : typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? value.join(', ')
        : JSON.stringify(value)

import path from 'node:path'
import type { Env } from '../../../env.ts'
import { type Finding, finding } from '../../../lib/finding.ts'
import { isLoopback } from '../../../lib/net/web-address.ts'

type SecretSettings = Pick<
  Env,
  'has_given_key' | 'DATABASE_URL' | 'DATA_DIR' | 'METRICS_PUBLIC' | 'METRICS_TOKEN' | 'ADMIN_TWO_FACTOR' | 'APP_URL'
>

/** Reports where the instance's key is stored, and who can read its metrics or become an administrator with only a password. */
export function checkSecrets({ env }: { env: SecretSettings }): Finding[] {
  const file = path.join(env.DATA_DIR, 'secret-key')
  const key = env.has_given_key
    ? finding('SECRET_KEY', 'ok', 'is set')
    : env.DATABASE_URL
      ? finding('SECRET_KEY', 'warn', `is not set, so it is in ${file}. Set it to the same value for every process`)
      : finding('SECRET_KEY', 'ok', `is in ${file}`)
  const metrics =
    env.METRICS_PUBLIC === 'on'
      ? finding('/metrics', 'warn', 'answers everyone. Set METRICS_TOKEN and remove METRICS_PUBLIC')
      : finding('/metrics', 'ok', env.METRICS_TOKEN ? 'requires METRICS_TOKEN' : 'is off, as METRICS_TOKEN is not set')
  const two_factor =
    env.ADMIN_TWO_FACTOR === 'on' || isLoopback(new URL(env.APP_URL))
      ? []
      : [finding('ADMIN_TWO_FACTOR', 'warn', 'is off, so administrators need only a password. Set it to on')]
  return [key, metrics, ...two_factor]
}

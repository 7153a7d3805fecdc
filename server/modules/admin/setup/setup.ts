import { setTimeout as delay } from 'node:timers/promises'
import type { Ctx } from '../../../core/context.ts'
import { type Env, env } from '../../../env.ts'
import { type Finding, finding } from '../../../lib/finding.ts'
import type { SetupTest } from '../overview-schema.ts'
import { checkMail, checkMailHosts, checkServiceSender } from './mail.ts'
import { checkAddresses, checkIntake, checkProxies } from './network.ts'
import { checkSecrets } from './secrets.ts'
import { checkBackups, checkDisk, checkPictures } from './storage.ts'

const PATIENCE_MS = 20_000

type Check = (ctx: Ctx, settings: { env: Env }) => Promise<Finding[]> | Finding[]

/** Checks of each part of the setup, most of which `doctor` also runs. */
const CHECKS: Record<SetupTest['part'], Check[]> = {
  mail: [
    (_ctx, settings) => checkMail(settings),
    () => checkMailHosts(),
    (_ctx, settings) => checkServiceSender(settings),
  ],
  bounces: [checkIntake],
  addresses: [checkAddresses],
  proxies: [() => checkProxies()],
  storage: [(_ctx, settings) => checkDisk(settings), (_ctx, settings) => checkPictures(settings)],
  backups: [(_ctx, settings) => checkBackups(settings)],
  secrets: [(_ctx, settings) => checkSecrets(settings)],
}

/** Runs the checks of a part now. An unresponsive server is a finding. */
export async function testSetup(ctx: Ctx, { part }: SetupTest): Promise<Finding[]> {
  const settings = { env: env() }
  const running = Promise.all(CHECKS[part].map((check) => check(ctx, settings)))
  const slow = delay(PATIENCE_MS, [[finding('test', 'fail', `did not end within ${PATIENCE_MS / 1000} seconds`)]], {
    ref: false,
  })
  return (await Promise.race([running, slow])).flat()
}

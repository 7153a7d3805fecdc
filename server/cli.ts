import { parseArgs } from 'node:util'
import { openRuntime } from './boot.ts'
import { createAccount, createKey, grantAdmin } from './cli/accounts.ts'
import { mergeAddresses } from './cli/addresses.ts'
import { backup, restoreFile } from './cli/backup.ts'
import { type Answer, type Command, type LoneCommand, UsageError, type Values } from './cli/command.ts'
import { doctor } from './cli/doctor.ts'
import { exportFile } from './cli/export.ts'
import { importFile } from './cli/import.ts'
import { cancelJobRun, listJobRuns, retryJobRun, showJobRun } from './cli/jobs.ts'
import { listAllPlans, setAccountPlan } from './cli/plan.ts'
import { seed } from './cli/seed.ts'
import { tailWebhooks } from './cli/webhooks.ts'
import { AppError } from './core/errors.ts'
import { logToStderr } from './core/log.ts'
import { problemLine } from './db/start-problem.ts'
import { SettingError } from './env.ts'
import { withSourcePlaces } from './lib/source-places.ts'

const migrate: Command = {
  summary: 'applies migrations and stops',
  usage: 'migrate',
  options: {},
  run: async (_values, { migrated }) => ({
    lines: migrated.length > 0 ? migrated : ['The database is up to date.'],
    data: { migrated },
  }),
}

const COMMANDS: Record<string, Command | LoneCommand> = {
  'account create': createAccount,
  'account plan': setAccountPlan,
  'plan list': listAllPlans,
  'key create': createKey,
  'admin grant': grantAdmin,
  addresses: mergeAddresses,
  import: importFile,
  export: exportFile,
  'webhooks tail': tailWebhooks,
  'jobs list': listJobRuns,
  'jobs show': showJobRun,
  'jobs retry': retryJobRun,
  'jobs cancel': cancelJobRun,
  backup,
  restore: restoreFile,
  seed,
  doctor,
  migrate,
}

logToStderr()
// `head` closes the pipe before everything is printed.
process.stdout.on('error', () => process.exit())
process.exitCode = await main(process.argv.slice(2))
// A pool that is still closing must not delay the prompt.
process.exit()

async function main(args: string[]): Promise<number> {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const name = Object.keys(COMMANDS).find((known) => words.slice(0, known.split(' ').length).join(' ') === known)
  const command = name === undefined ? undefined : COMMANDS[name]
  const asks_for_help = args.includes('--help') || args.length === 0
  if (!name || !command || asks_for_help) {
    const say = asks_for_help ? console.log : console.error
    say(command && name ? usageOf(command) : overview(words))
    return asks_for_help ? 0 : 1
  }
  try {
    return await carryOut(command, withoutName(args, name))
  } catch (error) {
    console.error(lineOf(error, command))
    return 1
  }
}

/** Removes the words of the name, which come first among the arguments that are not options. */
function withoutName(args: string[], name: string): string[] {
  const words = name.split(' ')
  return args.filter((arg) => (arg === words[0] ? !words.shift() : true))
}

async function carryOut(command: Command | LoneCommand, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: { ...command.options, json: { type: 'boolean', default: false } },
    allowPositionals: command.positional !== undefined,
  })
  if (positionals.length > 1)
    throw new UsageError(`There is one ${command.positional}, not ${positionals.join(' and ')}`)
  const all_values = { ...values, ...(command.positional ? { [command.positional]: positionals[0] } : {}) }
  const tell = ({ lines, data, failed }: Answer): number => {
    console.log(values.json ? JSON.stringify(data) : lines.join('\n'))
    return failed ? 1 : 0
  }
  if ('runAlone' in command) return tell(await command.runAlone(all_values as Values))
  const closers: (() => unknown)[] = []
  const runtime = await openRuntime({ exclusive: false })
  try {
    const collect = (close: () => unknown) => closers.push(close)
    return tell(await command.run(all_values as Values, runtime, { work: collect, runtime: collect }))
  } finally {
    for (const close of closers.reverse()) await close()
    await runtime.close()
  }
}

function lineOf(error: unknown, command: Command | LoneCommand): string {
  if (error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) {
    return `${(error as Error).message}\n${usageOf(command)}`
  }
  if (error instanceof SettingError || error instanceof AppError) return error.message
  if (!(error instanceof Error)) return String(error)
  return problemLine(error) ?? withSourcePlaces(error.stack ?? error.message)
}

function usageOf({ usage, summary }: Command | LoneCommand): string {
  return `npm run envoi -- ${usage} [--json]\n  ${summary}`
}

function overview(words: string[]): string {
  const unknown = words.length > 0 ? [`There is no command "${words.slice(0, 2).join(' ')}".`] : []
  return [
    ...unknown,
    'Commands, each with --json and --help:',
    ...Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage}\n      ${summary}`),
  ].join('\n')
}

import { once } from 'node:events'
import { configureLog } from '../../core/log.ts'
import { closeDatabase, openDatabase } from '../../db/client.ts'
import { setEnv } from '../../env.ts'
import { answerToken } from '../../modules/oauth/tokens/token.ts'
import './keep-compiled.ts'

// A separate process that sends token requests on command, so two processes can send at the same instant.
// node oauth-child.ts '{"settings": {...}, "bodies": ["grant_type=..."]}', then a line on its standard input.

const { settings, bodies } = JSON.parse(process.argv[2] ?? '{}') as {
  settings: Record<string, string>
  bodies: string[]
}
setEnv({ ...settings, DATABASE_CHECK: 'on' })
configureLog('silent')
await openDatabase(settings.DATABASE_URL ?? '').pool.query('select 1')
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const results = await Promise.all(
  bodies.map((body) =>
    answerToken(new Request('http://envoi.test/', { method: 'POST', body: new URLSearchParams(body) }), {
      ip: '127.0.0.1',
      user_agent: null,
    }).then(
      () => 'won',
      (error: { error?: string }) => error.error ?? 'fault',
    ),
  ),
)
process.stdout.write(`${JSON.stringify(results)}\n`)
await closeDatabase()
process.exit()

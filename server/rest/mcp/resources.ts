import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { MAX_A_DAY, MAX_PENDING, sampleText } from '../registry.ts'
import { marked, present } from './answer.ts'
import { type Arguments, type Called, type Caller, callOperation, requireLimits } from './call.ts'
import { known, recorded, refusalOf, runOperation } from './outcome.ts'

export interface AssistantResource {
  name: string
  uri: string
  title: string
  description: string
  /** Returns its text. */
  read: (caller: Caller) => Promise<string>
}

/** Operations whose answers are together one resource, by the name of the part. */
type Parts = Record<string, [operation: string, query?: Arguments['query']]>

const BRAND: Parts = {
  style: ['readStyle'],
  colors: ['readPalette'],
  profile: ['readCreatorProfile'],
  senders: ['listSendingAddresses', { per_page: 20 }],
  templates: ['listEmailTemplates', { per_page: 20 }],
}

const REPORTS: Parts = {
  broadcasts: ['statisticsOfBroadcasts', { status: 'completed', per_page: 10 }],
  emails: ['readEmailStatisticsOfLast90Days'],
  growth: ['readGrowthStatisticsOfList'],
}

const SAMPLES = 5
const SAMPLE_LENGTH = 3_000

export const RESOURCES = {
  brand: {
    name: 'brand',
    uri: 'envoi://brand',
    title: 'Brand style',
    description: 'Colors, fonts, logo, profile, sender names and templates, with the default one.',
    read: (caller) => readParts(caller, BRAND),
  },
  reports: {
    name: 'reports',
    uri: 'envoi://reports',
    title: 'Last reports',
    description: 'Opens, clicks and unsubscribes of the last ten broadcasts, of 90 days, and the growth of the list.',
    read: (caller) => readParts(caller, REPORTS),
  },
  samples: {
    name: 'writing-samples',
    uri: 'envoi://writing-samples',
    title: 'Writing samples',
    description: 'Subjects and texts of the last five broadcasts that were sent, to write like their author.',
    read: readSamples,
  },
  limits: {
    name: 'limits',
    uri: 'envoi://limits',
    title: 'Guide of limits',
    description: 'What this assistant may do alone, what an admin approves, and how much of it in a day.',
    read: async (caller) => limitsGuide(caller),
  },
} as const satisfies Record<string, AssistantResource>

/** Adds the resources to a server. Each read has the scopes and limits of its caller and is in the security log. */
export function addResources(server: McpServer, caller: Caller): void {
  for (const { name, uri, title, description, read } of Object.values<AssistantResource>(RESOURCES)) {
    server.registerResource(name, uri, { title, description, mimeType: 'text/plain' }, async () => {
      const { result, error } = await recorded(caller, `resource ${name}`, {}, () => read(caller))
      if (result === null) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, error)
      return { contents: [{ uri, mimeType: 'text/plain', text: result }] }
    })
  }
}

/** Throws only if every part is refused: statistics are not in every plan. */
async function readParts(caller: Caller, parts: Parts): Promise<string> {
  await requireLimits(caller, 'read')
  const read: Record<string, unknown> = {}
  const refused: Called[] = []
  for (const [name, [operation, query = {}]] of Object.entries(parts)) {
    const called = await callOperation(caller, known(operation), { query })
    if (called.status >= 400) refused.push(called)
    read[name] = called.body
  }
  const [first] = refused
  if (first && refused.length === Object.keys(parts).length) throw refusalOf(first)
  return marked(present(read, caller.limits))
}

interface SentBroadcast {
  subject: string | null
  preview_text: string | null
  send_at: string | null
  content: string | null
}

async function readSamples(caller: Caller): Promise<string> {
  await requireLimits(caller, 'read')
  const query = { status: 'completed', per_page: SAMPLES }
  const { body } = await runOperation(caller, known('listBroadcasts'), { query })
  const samples = (body as { broadcasts: SentBroadcast[] }).broadcasts.map(
    ({ subject, preview_text, send_at, content }) => ({
      subject,
      preview_text,
      sent_at: send_at,
      text: sampleText(content ?? '', SAMPLE_LENGTH),
    }),
  )
  return marked(present({ samples }, caller.limits))
}

const ALONE: Record<Caller['limits']['access'], string> = {
  read: 'You may read, and nothing else.',
  drafts: 'You may read and write drafts. You cannot ask for approvals.',
  tests: 'You may read, write drafts, and ask an admin to approve test emails to members of the account.',
  approvals: 'You may read, write drafts, and ask an admin to approve the rest with request_approval.',
}

function limitsGuide({ limits: { access, shows_addresses, recipients_per_day, hours } }: Caller): string {
  return [
    ALONE[access],
    'write stores drafts, which reach no subscriber. No tool and no argument sends, schedules or deletes.',
    `A request for approval waits for an admin for 24 hours. At most ${MAX_PENDING} wait, and at most ${MAX_A_DAY} are made in 24 hours. The same request twice is one.`,
    'To send a broadcast: store it with write, look at it with dry_run, then ask for approval of changeBroadcast with send_at as the only property of body.',
    'What was edited after the request is not sent. Ask again.',
    recipients_per_day === null
      ? 'The number of subscribers that approved operations reach in a day is not limited.'
      : `Approved operations may reach ${recipients_per_day} subscribers in 24 hours.`,
    hours
      ? `You may work from ${hours.from}:00 to ${hours.until}:00 in the account’s time zone.`
      : 'You may work at any hour.',
    shows_addresses ? 'Answers contain email addresses.' : 'Email addresses in answers are masked.',
    'An answer has at most 20,000 characters, and a list 20 rows unless query.per_page says otherwise. `cut` says what was left out.',
    'After 429, wait as long as Retry-After says.',
  ].join('\n')
}

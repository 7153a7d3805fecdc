import { list, route } from '../../rest/route.ts'
import { CaughtMail, CaughtMailFilter, CaughtMessage } from './schema.ts'
import { clearCaughtMail, deleteCaughtMail, getCaughtMail, listCaughtMail } from './transport/caught-mail.ts'

const read = { scope: 'read', credential: 'any' } as const
const write = { scope: 'write', credential: 'any' } as const

export const caughtMailApi = [
  list(
    'GET /caught_mail',
    {
      ...read,
      summary: 'List caught messages',
      description: 'What subscribers would have got, while no mail server is configured. Newest first.',
      as: 'messages',
      of: CaughtMail,
      query: CaughtMailFilter,
    },
    listCaughtMail,
  ),
  route(
    'DELETE /caught_mail',
    {
      ...write,
      summary: 'Delete all caught messages',
      description: 'All that `GET /v4/caught_mail` lists.',
    },
    (ctx) => clearCaughtMail(ctx),
  ),
  route(
    'GET /caught_mail/:id',
    {
      ...read,
      summary: 'Read a caught message',
      description: 'Parsed. Its remote images are removed.',
      as: 'message',
      of: CaughtMessage,
    },
    getCaughtMail,
  ),
  route(
    'DELETE /caught_mail/:id',
    { ...write, summary: 'Delete a caught message', description: 'It was not sent.' },
    deleteCaughtMail,
  ),
]

import { list, route } from '../../rest/route.ts'
import { CaughtMail, CaughtMailFilter, CaughtMessage } from './schema.ts'
import { clearCaughtMail, deleteCaughtMail, getCaughtMail, listCaughtMail } from './transport/caught-mail.ts'

export const caughtMailApi = [
  list('GET /caught_mail', listCaughtMail, {
    summary: 'List caught messages',
    description: 'What subscribers would have got, while no mail server is configured. Newest first.',
    as: 'messages',
    of: CaughtMail,
    query: CaughtMailFilter,
  }),
  route('DELETE /caught_mail', (ctx) => clearCaughtMail(ctx), {
    summary: 'Delete all caught messages',
    description: 'All that `GET /v4/caught_mail` lists.',
  }),
  route('GET /caught_mail/:id', getCaughtMail, {
    summary: 'Read a caught message',
    description: 'Parsed. Its remote images are removed.',
    as: 'message',
    of: CaughtMessage,
  }),
  route('DELETE /caught_mail/:id', deleteCaughtMail, {
    summary: 'Delete a caught message',
    description: 'It was not sent.',
  }),
]

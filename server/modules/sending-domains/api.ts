import { pagesOf } from '../../core/page/page.ts'
import { list, route, thenRead } from '../../rest/route.ts'
import { NewDomain, SendingDomainRow, SendingDomainView } from './schema.ts'
import {
  addSendingDomain,
  cancelRotation,
  checkNow,
  deleteSendingDomain,
  getSendingDomain,
  listSendingDomains,
  rotateKeys,
} from './service.ts'

const write = { scope: 'sending:write', role: 'admin' } as const
const one = { as: 'sending_domain', of: SendingDomainView } as const

export const sendingDomainsApi = [
  list('GET /sending_domains', pagesOf('sending_domains', listSendingDomains), {
    summary: 'List sending domains',
    description: 'By name. For the DNS records of a domain, read it.',
    as: 'sending_domains',
    of: SendingDomainRow,
  }),
  route('POST /sending_domains', thenRead(addSendingDomain, getSendingDomain), {
    ...write,
    ...one,
    summary: 'Add a sending domain',
    description: 'Add its `records` to DNS, then check it. Emails from the domain are signed once it is verified.',
    status: 201,
    names_fields: true,
    body: NewDomain,
  }),
  route('GET /sending_domains/:id', getSendingDomain, {
    ...one,
    summary: 'Read a sending domain',
    description: 'With the DNS records that it should have, and what the last check found.',
  }),
  route('DELETE /sending_domains/:id', deleteSendingDomain, {
    ...write,
    summary: 'Remove a sending domain',
    description: 'With its keys: its emails are no longer signed.',
  }),
  route('POST /sending_domains/:id/check', checkNow, {
    ...write,
    ...one,
    role: 'editor',
    summary: 'Check a sending domain',
    description: 'Looks up its records now. Domains are also checked regularly.',
  }),
  route('POST /sending_domains/:id/rotate', thenRead(rotateKeys, getSendingDomain), {
    ...write,
    ...one,
    summary: 'Rotate the keys of a sending domain',
    description: 'New keys replace the present ones once their records are in DNS. Until then the present ones sign.',
    errors: { 409: 'New keys wait for their records' },
  }),
  route('POST /sending_domains/:id/cancel_rotation', thenRead(cancelRotation, getSendingDomain), {
    ...write,
    ...one,
    summary: 'Cancel the rotation of keys',
    description: 'Deletes the new keys, and the present ones continue to sign.',
    errors: { 409: 'The domain was never verified, so it has no other keys' },
  }),
]

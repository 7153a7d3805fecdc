import { administrator, router, verb } from '../../trpc/init.ts'
import { getMessageEvidence } from './mail/evidence.ts'
import { findMessages } from './mail/find-messages.ts'
import { readReceivers } from './mail/receivers.ts'
import { sendTest } from './mail/test-send.ts'
import { MessageKey, MessageSearch, ReceiversQuery, TestSend } from './mail-schema.ts'

/** Procedures about the email of all accounts. Reading a recipient's messages is a mutation, because it writes an audit entry. */
export const mailAdminRouter = router({
  receivers: administrator.input(ReceiversQuery).query(verb(readReceivers)),
  findMessages: administrator.input(MessageSearch).mutation(verb(findMessages)),
  message: administrator.input(MessageKey).mutation(verb(getMessageEvidence)),
  sendTest: administrator.input(TestSend).mutation(verb(sendTest)),
})

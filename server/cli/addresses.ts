import { findPairs, mergePair, type Pair } from '../modules/subscribers/spellings/merge.ts'
import { rewriteSpellings } from '../modules/subscribers/spellings/rewrite.ts'
import { type Command, numeric } from './command.ts'

const MAX_ACCOUNT_ID = 2_147_483_647

export const mergeAddresses: Command = {
  summary: 'lists mailboxes that are two subscribers because of two spellings; --merge makes one of each',
  usage: 'addresses [--account <id>] [--merge]',
  options: { account: { type: 'string' }, merge: { type: 'boolean', default: false } },
  async run(values) {
    const account = numeric(values, 'account', { least: 0, most: MAX_ACCOUNT_ID, otherwise: 0 })
    const rewritten = await rewriteSpellings()
    const pairs = await findPairs({ account_id: account || undefined })
    const merged: Pair[] = []
    if (values.merge === true) for (const pair of pairs) if (await mergePair(pair)) merged.push(pair)
    const unmerged = pairs.length - merged.length
    return {
      lines: [
        ...pairs.map(describe),
        `${count(pairs.length, 'mailbox', 'mailboxes')} in two spellings, ${merged.length} merged.`,
        ...(unmerged > 0 && values.merge !== true ? ['Run it with --merge to make one subscriber of each.'] : []),
        ...(unmerged > 0 && values.merge === true
          ? [`${unmerged} not merged: messages are queued. Run it again later.`]
          : []),
      ],
      data: { rewritten, pairs, merged: merged.length },
    }
  },
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

const describe = ({ account_id, canonical, subscribers }: Pair): string =>
  `Account ${account_id}, ${canonical}: ${subscribers.map(({ id, email_address, state }) => `${id} ${email_address} (${state})`).join(', ')}`

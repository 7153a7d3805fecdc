import { cryptographer } from '../../core/instance/cryptographer.ts'

interface FileRef {
  account_id: number
  id: number
}

/** Returns the token of an address that downloads an export until a time. */
export const signDownload = ({ account_id, id }: FileRef, until: Date): string =>
  cryptographer().signToken(LINK, [account_id, id, +until])

/** Returns undefined for a token that we did not sign or that has expired. */
export function readDownload(token: string, now: Date): FileRef | undefined {
  const [account_id, id, until] = cryptographer().readToken(LINK, token) ?? []
  if (typeof account_id !== 'number' || typeof id !== 'number') return undefined
  return typeof until === 'number' && until > +now ? { account_id, id } : undefined
}

const LINK = 'export download'

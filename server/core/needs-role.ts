import { t } from '../lib/locale/texts.ts'
import type { Role } from './context.ts'

/** The message for a member whose role is too low. */
export const needsRole = (role: Role): string =>
  ({
    owner: t`This needs the role owner in the account`,
    admin: t`This needs the role admin in the account`,
    editor: t`This needs the role editor in the account`,
    viewer: t`This needs the role viewer in the account`,
  })[role]

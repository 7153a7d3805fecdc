import { t } from '../../lib/locale/texts.ts'

/** Labels of the roles, for pages, emails and errors. */
export const ROLE_LABELS = {
  owner: {
    get label() {
      return t`Owner`
    },
    get with_article() {
      return t`an owner`
    },
    /** Names everyone with at least this role. */
    get at_least() {
      return t`owners`
    },
    get description() {
      return t`Full access, including owners`
    },
  },
  admin: {
    get label() {
      return t`Admin`
    },
    get with_article() {
      return t`an admin`
    },
    get at_least() {
      return t`owners and admins`
    },
    get description() {
      return t`Also manages settings, keys and team`
    },
  },
  editor: {
    get label() {
      return t`Editor`
    },
    get with_article() {
      return t`an editor`
    },
    get at_least() {
      return t`owners, admins and editors`
    },
    get description() {
      return t`Writes and sends emails, edits subscribers`
    },
  },
  viewer: {
    get label() {
      return t`Viewer`
    },
    get with_article() {
      return t`a viewer`
    },
    get at_least() {
      return t`members`
    },
    get description() {
      return t`Can view everything, but not make changes`
    },
  },
} as const

/** Labels of the roles, for pages, emails and errors. */
export const ROLE_LABELS = {
  owner: {
    label: 'Owner',
    with_article: 'an owner',
    /** Everyone with at least this role. */
    at_least: 'owners',
    description: 'Full access, including owners',
  },
  admin: {
    label: 'Admin',
    with_article: 'an admin',
    at_least: 'owners and admins',
    description: 'Also manages settings, keys and team',
  },
  editor: {
    label: 'Editor',
    with_article: 'an editor',
    at_least: 'owners, admins and editors',
    description: 'Writes and sends emails, edits subscribers',
  },
  viewer: {
    label: 'Viewer',
    with_article: 'a viewer',
    at_least: 'members',
    description: 'Can view everything, but not make changes',
  },
} as const

/** What each role may do, in the product's words. */
export const roleOptions = [
  { value: 'viewer', label: 'Viewer', description: 'Sees everything, changes nothing' },
  { value: 'editor', label: 'Editor', description: 'Writes and sends letters, edits people' },
  { value: 'admin', label: 'Admin', description: 'Also manages settings, keys and team' },
  { value: 'owner', label: 'Owner', description: 'Everything, owners included' },
] as const

export type RoleValue = (typeof roleOptions)[number]['value']

export const asRole = (value: string): RoleValue =>
  roleOptions.find((option) => option.value === value)?.value ?? 'viewer'

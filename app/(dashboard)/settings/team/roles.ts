import { ROLE_LABELS } from '@/server/modules/accounts/role-schema.ts'

export type RoleValue = keyof typeof ROLE_LABELS

/** Roles, lowest first. */
const ORDER: readonly RoleValue[] = ['viewer', 'editor', 'admin', 'owner']

export const roleOptions = () => ORDER.map((value) => ({ value, ...ROLE_LABELS[value] }))

export const asRole = (value: string): RoleValue => ORDER.find((role) => role === value) ?? 'viewer'

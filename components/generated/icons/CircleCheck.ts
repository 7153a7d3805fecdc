// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const CircleCheck = /* @__PURE__ */ lucideIcon('lucide lucide-circle-check lucide-check-circle-2', '<circle cx="12" cy="12" r="10"/><path d="m16 9-5.5 5.5L8 12"/>')

// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const X = /* @__PURE__ */ lucideIcon('lucide lucide-x', '<path d="M18 6 6 18"/><path d="m6 6 12 12"/>')

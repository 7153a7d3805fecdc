// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const ChevronDown = /* @__PURE__ */ lucideIcon('lucide lucide-chevron-down', '<path d="m6 9 6 6 6-6"/>')

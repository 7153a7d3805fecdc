// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const ChevronRight = /* @__PURE__ */ lucideIcon('lucide lucide-chevron-right', '<path d="m9 18 6-6-6-6"/>')

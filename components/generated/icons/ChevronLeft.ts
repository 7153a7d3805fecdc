// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const ChevronLeft = /* @__PURE__ */ lucideIcon('lucide lucide-chevron-left', '<path d="m15 18-6-6 6-6"/>')

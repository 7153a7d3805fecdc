// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const ArrowUpRight = /* @__PURE__ */ lucideIcon('lucide lucide-arrow-up-right', '<path d="M7 7h10v10"/><path d="M7 17 17 7"/>')

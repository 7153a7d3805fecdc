// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const ArrowRight = /* @__PURE__ */ lucideIcon('lucide lucide-arrow-right', '<path d="M5 12h14"/><path d="m12 5 7 7-7 7"/>')

// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const ArrowDownRight = /* @__PURE__ */ lucideIcon('lucide lucide-arrow-down-right', '<path d="m7 7 10 10"/><path d="M17 7v10H7"/>')

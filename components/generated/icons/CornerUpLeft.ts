// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const CornerUpLeft = /* @__PURE__ */ lucideIcon('lucide lucide-corner-up-left', '<path d="M20 20v-7a4 4 0 0 0-4-4H4"/><path d="M9 14 4 9l5-5"/>')

// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const Check = /* @__PURE__ */ lucideIcon('lucide lucide-check', '<path d="M20 6 9 17l-5-5"/>')

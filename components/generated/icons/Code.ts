// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const Code = /* @__PURE__ */ lucideIcon('lucide lucide-code', '<path d="m16 18 6-6-6-6"/><path d="m8 6-6 6 6 6"/>')

// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const Clock = /* @__PURE__ */ lucideIcon('lucide lucide-clock', '<circle cx="12" cy="12" r="10"/><path d="M12 6v6l4 2"/>')

// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const Ban = /* @__PURE__ */ lucideIcon('lucide lucide-ban', '<circle cx="12" cy="12" r="10"/><path d="M4.929 4.929 19.07 19.071"/>')

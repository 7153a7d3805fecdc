// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const Ellipsis = /* @__PURE__ */ lucideIcon('lucide lucide-ellipsis lucide-more-horizontal', '<circle cx="12" cy="12" r="1"/><circle cx="19" cy="12" r="1"/><circle cx="5" cy="12" r="1"/>')

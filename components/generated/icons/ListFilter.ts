// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const ListFilter = /* @__PURE__ */ lucideIcon('lucide lucide-list-filter', '<path d="M2 5h20"/><path d="M6 12h12"/><path d="M9 19h6"/>')

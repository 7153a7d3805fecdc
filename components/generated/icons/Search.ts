// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const Search = /* @__PURE__ */ lucideIcon('lucide lucide-search', '<path d="m21 21-4.34-4.34"/><circle cx="11" cy="11" r="8"/>')

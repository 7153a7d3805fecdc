// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const Columns3 = /* @__PURE__ */ lucideIcon('lucide lucide-columns-3 lucide-panels-left-right', '<rect width="18" height="18" x="3" y="3" rx="2"/><path d="M9 3v18"/><path d="M15 3v18"/>')

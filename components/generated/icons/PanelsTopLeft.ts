// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const PanelsTopLeft = /* @__PURE__ */ lucideIcon('lucide lucide-panels-top-left lucide-layout', '<rect width="18" height="18" x="3" y="3" rx="2"/><path d="M3 9h18"/><path d="M9 21V9"/>')

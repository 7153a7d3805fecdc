// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const PanelRight = /* @__PURE__ */ lucideIcon('lucide lucide-panel-right', '<rect width="18" height="18" x="3" y="3" rx="2"/><path d="M15 3v18"/>')

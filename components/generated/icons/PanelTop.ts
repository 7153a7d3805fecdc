// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const PanelTop = /* @__PURE__ */ lucideIcon('lucide lucide-panel-top', '<rect width="18" height="18" x="3" y="3" rx="2"/><path d="M3 9h18"/>')

// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const ChartNoAxesColumn = /* @__PURE__ */ lucideIcon('lucide lucide-chart-no-axes-column lucide-bar-chart-2', '<path d="M5 21v-6"/><path d="M12 21V3"/><path d="M19 21V9"/>')

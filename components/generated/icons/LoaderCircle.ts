// Written by npm run icons from Lucide (ISC license, https://lucide.dev/license).
import { lucideIcon } from '@/components/lucide-icon'

export const LoaderCircle = /* @__PURE__ */ lucideIcon('lucide lucide-loader-circle lucide-loader-2', '<path d="M21 12a9 9 0 1 1-6.219-8.56"/>')

import type { Control } from 'react-hook-form'
import type { z } from 'zod'
import type { StyleInput } from '@/server/modules/style/schema.ts'

export type StyleControl = Control<z.input<typeof StyleInput>, unknown, StyleInput>

import { z } from 'zod'
import { SignInAddress } from '@/server/modules/users/schema.ts'

export const InvitationForm = z.object({ email_address: SignInAddress })

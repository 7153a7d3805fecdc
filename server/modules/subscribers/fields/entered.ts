import type { Ctx } from '../../../core/context.ts'
import type { Saved } from '../../../core/wire.ts'
import { readEnteredValues } from '../../custom-fields/typed.ts'
import type { FieldValues, ManualSubscriber, Subscriber, SubscriberChange } from '../schema.ts'
import { updateSubscriber, upsertSubscriber } from '../service.ts'

// Parses values that members enter by their field's type; the API accepts any text. Both throw invalid for other values.

export const addByMember = async (ctx: Ctx, input: ManualSubscriber): Promise<Saved<Subscriber>> =>
  upsertSubscriber(ctx, await entered(ctx, input))

export const updateByMember = async (ctx: Ctx, change: SubscriberChange & { id: number }): Promise<Saved<Subscriber>> =>
  updateSubscriber(ctx, await entered(ctx, change))

const entered = async <Input extends { fields?: FieldValues | undefined }>(ctx: Ctx, input: Input): Promise<Input> =>
  input.fields ? { ...input, fields: await readEnteredValues(ctx, input.fields) } : input

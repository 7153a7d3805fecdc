import { zodResolver } from '@hookform/resolvers/zod'
import * as Primitive from '@radix-ui/react-radio-group'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { NameDialog } from '@/components/name-dialog'
import { styleQuery } from '@/components/page-queries'
import { builtInDesign, TemplateSketch } from '@/components/templates/template-sketch'
import { useTRPC } from '@/components/trpc-provider'
import { FormField } from '@/components/ui/form'
import { RadioGroup } from '@/components/ui/radio-group'
import { useAction } from '@/components/use-action'
import { NewTemplate } from '@/server/modules/templates/editor-schema.ts'
import { LAYOUT_NAMES } from '@/server/modules/templates/editor-values-schema.ts'

const STARTS = [...LAYOUT_NAMES, 'HTML'] as const

export function NewTemplateDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const trpc = useTRPC()
  const router = useRouter()
  const style = useQuery(styleQuery(trpc))
  const create = useAction(trpc.templates.create, { invalidates: trpc.templates })
  const form = useForm<NewTemplate>({
    resolver: zodResolver(NewTemplate),
    defaultValues: { name: '', start: 'Modern' },
  })

  async function save(values: NewTemplate) {
    const { id } = await create.run(values)
    router.push(`/templates/${id}`)
  }

  return (
    <NameDialog
      title="New template"
      description="Start from a layout and style it, or write HTML."
      form={form}
      onSubmit={save}
      submitLabel="Create template"
      open={open}
      onClose={onClose}
      placeholder="Weekly newsletter"
      hint="Only you see this."
    >
      <FormField control={form.control} name="start" label="Start from">
        {({ value, onChange, ref, ...field }) => (
          <RadioGroup
            ref={ref}
            value={value}
            onValueChange={onChange}
            className="grid-cols-3 gap-2 sm:grid-cols-5"
            {...field}
          >
            {STARTS.map((start) => (
              <Primitive.Item
                key={start}
                value={start}
                className="grid cursor-pointer justify-items-center gap-2 rounded-xl border border-border-strong bg-card px-2 pt-3 pb-2.5 transition-colors hover:border-input data-[state=checked]:border-primary data-[state=checked]:bg-primary-soft"
              >
                <TemplateSketch
                  design={start === 'HTML' ? null : builtInDesign(start, style.data)}
                  className="h-19 w-15"
                />
                <span className="font-medium text-xs">{start === 'HTML' ? 'Custom HTML' : start}</span>
              </Primitive.Item>
            ))}
          </RadioGroup>
        )}
      </FormField>
    </NameDialog>
  )
}

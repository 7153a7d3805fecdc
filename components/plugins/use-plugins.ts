import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pluginsQuery } from '@/components/email-editor/queries'
import { useTRPC, useTRPCClient } from '@/components/trpc-provider'
import type { SettingValues } from '@/server/modules/plugins/settings-schema.ts'

/** Returns the editor plugins of installed apps. */
export function usePlugins() {
  return useQuery(pluginsQuery(useTRPC()))
}

/** Renders a block in its app. Keeps the previous result while loading. */
export function useBlockHtml(plugin_id: number, settings: SettingValues, { enabled }: { enabled: boolean }) {
  const client = useTRPCClient()
  return useQuery({
    queryKey: ['block of an app', plugin_id, settings],
    queryFn: () => client.plugins.render.mutate({ plugin_id, settings }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
    enabled,
  })
}

/** Returns the app's options for a settings field. */
export function useOptions(
  input: { plugin_id: number; field: string; search: string; settings: SettingValues },
  { enabled }: { enabled: boolean },
) {
  const client = useTRPCClient()
  return useQuery({
    queryKey: ['options of an app', input],
    queryFn: () => client.plugins.options.mutate(input),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
    enabled,
  })
}

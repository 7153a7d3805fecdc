import { locales } from '@/server/core/locale/locales.ts'
import { DeleteAccountCard } from './delete-account-card'
import { ExportCard } from './export-card'
import { General } from './general'
import { SettingsPage } from './settings-page'

export const GeneralPage = () => (
  <SettingsPage title="General" description="Account name, time zone, language and tracking." isForm>
    <General languages={[{ tag: 'en', name: 'English' }, ...locales().filter(({ tag }) => tag !== 'en-US')]} />
    <ExportCard />
    <DeleteAccountCard />
  </SettingsPage>
)

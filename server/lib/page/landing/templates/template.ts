import type { LandingPage } from '../document.ts'

/** Texts of the form that comes with a template. */
export interface TemplateForm {
  heading: string
  description: string
  button_label: string
  ask_first_name?: boolean
}

/** A landing page to start from. It uses the account's style, so it has no colors or fonts. */
export interface LandingTemplate {
  name: string
  label: string
  /** Its purpose in a few words. */
  purpose: string
  form: TemplateForm
  page: LandingPage
}

import type { LandingPage } from '../document.ts'

/** The texts of the form that comes with a template. */
export interface TemplateForm {
  heading: string
  description: string
  button_label: string
  ask_first_name?: boolean
}

/** A landing page to start from. It has the account's style, so it brings no colors or fonts. */
export interface LandingTemplate {
  name: string
  label: string
  /** Its purpose, in a few words. */
  purpose: string
  form: TemplateForm
  page: LandingPage
}

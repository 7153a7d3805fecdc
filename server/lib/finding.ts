/** Result of one check of the instance: a line of `doctor`, and of the Setup page. */
export interface Finding {
  subject: string
  status: 'ok' | 'warn' | 'fail'
  text: string
}

export const finding = (subject: string, status: Finding['status'], text: string): Finding => ({
  subject,
  status,
  text,
})

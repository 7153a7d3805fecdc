/** One line of `doctor`. */
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

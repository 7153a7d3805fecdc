import { type FormLook, formPageStyle, overlayStyle, signUpFormStyle } from '@/server/lib/page/form-style.ts'
import { html, trustedHtml } from '@/server/lib/page/html.ts'
import { publisherHtml } from '@/server/lib/page/public-style.ts'
import { type SignUpForm, signUpFormHtml } from '@/server/lib/page/sign-up-form.ts'

const SITE = `*{box-sizing:border-box}body{margin:0;background:#fff;color:#1c1917;font:16px/1.6 system-ui,sans-serif}
.site{max-width:38rem;margin:0 auto;padding:28px 24px}.line{height:11px;margin:0 0 14px;border-radius:6px;background:#e7e5e4}
.title{height:22px;width:55%;margin-bottom:26px}.short{width:72%}.stand{padding:26px 0 38px}.veil{position:fixed;inset:0;display:grid;place-items:center;padding:16px;background:rgb(12 10 9/.55)}`

const LINES = html`<div class="line"></div><div class="line"></div><div class="line short"></div>`
const TEXT = html`<div class="line title"></div>${LINES}${LINES}`

/** Returns a sample page with the form in the position of its type. */
export function previewPage({
  kind,
  account_name,
  form,
  look,
}: {
  kind: 'inline' | 'modal' | 'slide in' | 'sticky bar' | 'hosted'
  account_name: string
  form: SignUpForm
  look: FormLook
}): string {
  const formHtml = signUpFormHtml(form, { is_bar: kind === 'sticky bar' })
  if (kind === 'hosted') {
    const style = trustedHtml(formPageStyle(look))
    const publisher = { name: account_name, site_url: null, image_url: null, style: look.style }
    return html`<style>${style}</style>${publisherHtml(publisher)}<main>${formHtml}</main>`.toString()
  }
  const style = html`<style>${trustedHtml(`${SITE}${signUpFormStyle(look)}${overlayStyle(look)}`)}</style>`
  if (kind === 'inline')
    return html`${style}<div class="site">${TEXT}<div class="stand">${formHtml}</div>${LINES}</div>`.toString()
  const panel = html`<div class="panel">${formHtml}<button class="close" type="button" aria-label="Close">×</button></div>`
  const overlay = { modal: 'veil', 'slide in': 'corner', 'sticky bar': 'bar' }[kind]
  return html`${style}<div class="site">${TEXT}${LINES}${LINES}</div><div class="${overlay}">${panel}</div>`.toString()
}

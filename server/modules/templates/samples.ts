/** Starter HTML of a new template. */
export const STARTER_HTML = `<html>
<head>
<style>
  body { margin: 0; background-color: #f4f4f5; }
  .email { font-family: Helvetica, Arial, sans-serif; font-size: 16px; line-height: 1.6; color: #27272a; background-color: #ffffff; }
  .email h1, .email h2 { line-height: 1.25; }
  .email a { color: #1d4ed8; }
  .email img { max-width: 100%; height: auto; }
  @media (max-width: 480px) {
    .email { padding: 24px 16px; }
  }
</style>
</head>
<body>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
  <tr><td align="center" style="padding: 24px 12px">
    <table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width: 100%; max-width: 600px">
      <tr><td class="email" style="padding: 32px">
        {{ content }}
      </td></tr>
      <tr><td align="center">{{ footer }}</td></tr>
    </table>
  </td></tr>
</table>
</body>
</html>
`

const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:8px;background-color:#1f2937;color:#ffffff;font-weight:600;text-decoration:none'

/** Content of the preview, with the usual parts of an email. */
export const SAMPLE_CONTENT = `<h1>A slow week in the studio</h1>
<p>Hello {{ subscriber.first_name }},</p>
<p>This week I drew <strong>less</strong>, on purpose. Here is what I learned, and <a href="https://example.com/notes">the longer version</a> is on the site.</p>
<h2>What helped</h2>
<ul><li>Start before breakfast</li><li>Stop before it is done</li></ul>
<blockquote><p>Leave the table before the drawing is finished.</p></blockquote>
<p data-button="" style="margin:28px 0;text-align:center"><a href="https://example.com/course" style="${BUTTON}">Join the course</a></p>
<p>Yours,<br>Nora</p>`

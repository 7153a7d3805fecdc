/** Fonts that are installed with email clients and browsers. Web fonts load in few email clients, and Outlook replaces them with Times. */
export const FONTS = {
  system: "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  helvetica: 'Helvetica,Arial,sans-serif',
  verdana: 'Verdana,Geneva,sans-serif',
  trebuchet: "'Trebuchet MS',Tahoma,sans-serif",
  georgia: "Georgia,'Times New Roman',serif",
  palatino: "'Palatino Linotype',Palatino,'Book Antiqua',serif",
  courier: "'Courier New',Courier,monospace",
} as const
export type FontName = keyof typeof FONTS

export const FONT_NAMES = Object.keys(FONTS) as [FontName, ...FontName[]]

export const FONT_LABELS: Readonly<Record<FontName, string>> = {
  system: 'System font',
  helvetica: 'Helvetica or Arial',
  verdana: 'Verdana',
  trebuchet: 'Trebuchet',
  georgia: 'Georgia',
  palatino: 'Palatino',
  courier: 'Courier',
}

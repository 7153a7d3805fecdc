/** Feature labels, which describe a template's purpose. */
export const LABELS = {
  onboarding: 'Onboarding',
  selling: 'Selling',
  launches: 'Launches and webinars',
  courses: 'Courses',
  growth: 'Growing your list',
  re_engagement: 'Re-engagement',
  dates: 'Dates and birthdays',
  feedback: 'Feedback',
} as const

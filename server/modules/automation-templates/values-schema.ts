/** Feature labels: what a template is for. */
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

import { type ChangeEvent, createElement, Suspense, use, useState } from 'react'

/** A page whose form React has attached to, but does not hydrate before `late` resolves, as when a part's scripts arrive after it. */
export const LatePage = ({ late }: { late: PromiseLike<void> }) =>
  createElement(
    'html',
    { lang: 'en' },
    createElement('head', null, createElement('title', null, 'Page')),
    createElement('body', null, createElement(Suspense, null, createElement(Fields), createElement(Late, { late }))),
  )

function Late({ late }: { late: PromiseLike<void> }) {
  use(late)
  return null
}

function Fields() {
  const [name, setName] = useState('')
  const [agrees, setAgrees] = useState(false)
  const [plan, setPlan] = useState('free')
  const [sent, setSent] = useState('')
  return createElement(
    'form',
    {
      onSubmit: (event) => {
        event.preventDefault()
        setSent(`${sent}${name}, ${plan}${agrees ? ', agrees' : ''}.`)
      },
    },
    createElement('input', { 'aria-label': 'Name', value: name, onChange: (event) => setName(event.target.value) }),
    createElement(
      'select',
      {
        'aria-label': 'Plan',
        value: plan,
        onChange: (event: ChangeEvent<HTMLSelectElement>) => setPlan(event.target.value),
      },
      createElement('option', null, 'free'),
      createElement('option', null, 'pro'),
    ),
    createElement('input', {
      'aria-label': 'Agree',
      type: 'checkbox',
      checked: agrees,
      onChange: (event) => setAgrees(event.target.checked),
    }),
    createElement('button', { type: 'submit' }, 'Send'),
    createElement('output', null, sent),
  )
}

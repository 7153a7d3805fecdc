import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Caller } from './call.ts'
import { recorded } from './outcome.ts'
import { type AssistantResource, RESOURCES } from './resources.ts'

interface AssistantPrompt {
  name: string
  title: string
  description: string
  args: z.ZodObject
  /** Embedded after the text, because some models cannot read resources. */
  resources: readonly AssistantResource[]
  text: (args: Record<string, string | undefined>) => string
}

const given = (description: string) => z.string().trim().min(1).max(1_000).describe(description)

const PROMPTS: readonly AssistantPrompt[] = [
  {
    name: 'write-like-me',
    title: 'Write like me',
    description: 'Draft a broadcast in the voice of your last five.',
    args: z.object({ about: given('Subject of the broadcast, in your words') }),
    resources: [RESOURCES.samples, RESOURCES.brand],
    text: ({ about }) => `Write a broadcast about: ${about}

The samples below are my last broadcasts. Write as I do: greeting and sign-off, length of sentences and paragraphs, how I ask for something, how my subjects look. Use nothing that is not in my words above or in the samples: no facts, prices or dates of your own.
Store it with \`write\` and createBroadcast, without send_at: subject, preview_text, and content in HTML with p, h2, ul, a and strong. Then show me subject and text, and say what you were not sure of. Ask for an approval only when I tell you to.`,
  },
  {
    name: 'weekly-report',
    title: 'Weekly report',
    description: 'What was sent, how it went against the emails before, and what to do next.',
    args: z.object({}),
    resources: [RESOURCES.reports],
    text: () => `Write a report of the last seven days for me, in at most 200 words: what was sent, opens, clicks and unsubscribes of each email beside the average of those before it, how the list grew, and at most three things to do next, each with its reason.
Use the figures below. For the links of an email, use \`read\` and clicksOnLinksOfBroadcast. Opens are partly made by machines, so say how sure a difference is when few subscribers make it.`,
  },
  {
    name: 'why-this-email',
    title: 'Why did they get this email?',
    description: 'Explain why a subscriber got an email, or did not.',
    args: z.object({
      subscriber: given('Email address, or id, of the subscriber'),
      email: given('Subject or id of the email').optional(),
    }),
    resources: [],
    text: ({
      subscriber,
      email = 'the last email',
    }) => `Explain why the subscriber ${subscriber} got, or did not get, ${email}.

Find the subscriber with \`read\` and listSubscribers (query.email_address), and a broadcast with listBroadcasts (query.slim). Then use \`explain\` with about: broadcast, or about: sequence_emails and automations for what is sent automatically. readSubscriber says whether they can get emails at all.
Answer in a few sentences that I could send to the subscriber: what they signed up for and when, which rule chose them, and how they stop it.`,
  },
  {
    name: 'plan-welcome-automation',
    title: 'Plan a welcome automation',
    description: 'Plan emails for new subscribers, store them as a draft, and try it without sending.',
    args: z.object({ goal: given('What new subscribers should do in the end').optional() }),
    resources: [RESOURCES.brand, RESOURCES.samples],
    text: ({
      goal = 'get to know me and read my emails',
    }) => `Plan a welcome automation. In the end, new subscribers should ${goal}.

First say who enters it and when, each email with its day, subject and purpose in one line, and who leaves it early. Wait until I agree.
Then create it with \`write\`: createAutomation with the whole graph (describe_operation has an example), and its emails with createEmailForAutomation, in my voice as in the samples. Check it with \`read\` and checkAutomationBeforePublishing, start startDryRunOfAutomation, and tell me whom it would have reached. Ask for an approval of publishAutomation only when I tell you to.`,
  },
]

/** Adds the prompts to a server. What they embed has the scopes and limits of its caller. */
export function addPrompts(server: McpServer, caller: Caller): void {
  for (const { name, title, description, args: argsSchema, resources, text } of PROMPTS)
    server.registerPrompt(name, { title, description, argsSchema }, async (args: Record<string, unknown>) => {
      const { result, error } = await recorded(caller, `prompt ${name}`, {}, async () =>
        Promise.all(
          resources.map(async ({ uri, read }) => ({ uri, mimeType: 'text/plain', text: await read(caller) })),
        ),
      )
      if (result === null) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, error)
      const contents = [
        { type: 'text' as const, text: text(args as Record<string, string | undefined>) },
        ...result.map((resource) => ({ type: 'resource' as const, resource })),
      ]
      return { messages: contents.map((content) => ({ role: 'user' as const, content })) }
    })
}

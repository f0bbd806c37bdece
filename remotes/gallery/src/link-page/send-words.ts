import { pasteCut } from '@encre/protocol/paste-cut'
import { repeatKeyHeader } from '@encre/protocol/repeat-key'
import { typedText } from '@encre/protocol/typed-text'
import { createWriter, notDoneYet, TakenBackError } from '@encre/protocol/writer'
import { createWriteKeys } from '@encre/remote-kit/choose-repeat-key'
import { judge, RequestError } from '@encre/remote-kit/request-error'
import type { answerMessages } from '../atelier/workbench/atelier-messages.ts'
import { reveal } from './page-parts.ts'

/** What the worker answers: how many answers are left, or the receipt of a report. */
interface Receipt {
  left: number
  number?: number
  url?: string
}

/** An answer of one press has what it says beside its words. */
interface Answer {
  text: string
  verdict?: string
  sizeMm?: number
}

type Sentences = Omit<typeof answerMessages, 'paper' | 'sent' | 'atLeast'> & {
  sent: (receipt: Receipt) => string
}

/**
 * Sends an answer to the member, or a report to the operators. Without a form or an address, the
 * page takes none.
 */
export function sendWords(
  page: Document,
  id: 'answer' | 'report',
  url: string | undefined,
  text: Sentences,
): void {
  const parts = findForm(page, id)
  if (!url || !parts) return
  const { form, field, button, status } = parts
  form.hidden = false
  // The answers of one press. Pages of older workers have none, and a report neither.
  const verdicts = id === 'answer' ? reveal('verdicts', HTMLElement) : null
  const presses = [...(verdicts?.querySelectorAll('button') ?? [])]
  const say = (sentence: string, hasFailed: boolean) => {
    status.textContent = sentence
    status.classList.toggle('failed', hasFailed)
  }
  field.addEventListener('paste', ({ clipboardData }) =>
    say(pasteCut(field, clipboardData?.getData('text') ?? ''), false),
  )
  const keys = createWriteKeys()
  const writer = createWriter(judge)
  // Other words take back those that wait for the network.
  field.addEventListener('input', () => writer.takeBack(id))
  const buttons = [button, ...presses]
  const sendOnce = async (answer: Answer) => {
    // Not `disabled`, which would drop the focus.
    if (button.ariaDisabled === 'true') return
    for (const each of buttons) each.ariaDisabled = 'true'
    say(text.sending, false)
    const key = keys.keyOf(...Object.values(answer))
    const end = (sentence: string, hasFailed: boolean) => {
      for (const each of buttons) each.ariaDisabled = 'false'
      say(sentence, hasFailed)
    }
    try {
      const receipt = await writer.write(id, {
        send: () => send(url, key, answer),
        onWait(code) {
          if (code === null) return say(text.sending, false)
          end(code === notDoneYet ? text.waiting : text.unknown, true)
        },
      })
      keys.forget()
      // What was typed while nobody knew is not sent yet.
      if (typedText(field.value).trim() === answer.text) field.value = ''
      end(text.sent(receipt), false)
      for (const each of [field, ...buttons]) each.disabled = receipt.left === 0
    } catch (error) {
      keys.forgetRefused(error)
      if (error instanceof TakenBackError) say('', false)
      else end(findRefusal(error, text), true)
    }
  }
  button.addEventListener('click', () => {
    const answer = typedText(field.value).trim()
    if (answer !== '') return sendOnce({ text: answer })
    field.focus()
    say(text.empty, true)
  })
  for (const press of presses) press.addEventListener('click', () => sendOnce(verdictOf(press)))
}

function verdictOf({ value, textContent, dataset: { sizeMm } }: HTMLButtonElement): Answer {
  return { text: textContent ?? '', verdict: value, ...(sizeMm && { sizeMm: Number(sizeMm) }) }
}

function findForm(page: Document, id: string) {
  const form = page.getElementById(id)
  const field = page.getElementById(`${id}-text`)
  const button = page.getElementById(`${id}-send`)
  const status = page.getElementById(`${id}-status`)
  const isWhole =
    field instanceof HTMLTextAreaElement && button instanceof HTMLButtonElement && form && status
  return isWhole ? { form, field, button, status } : null
}

const timeoutMs = 15_000

async function send(url: string, key: string, answer: Answer): Promise<Receipt> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [repeatKeyHeader]: key },
    body: JSON.stringify(answer),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new RequestError('unavailable', 0, null, { cause })
  })
  const body: unknown = await reply.json().catch(() => null)
  // Another 200 is not the worker's.
  if (![201, 204].includes(reply.status))
    throw new RequestError(textOf(body, 'code') ?? 'internal', reply.status, null)
  const number = Number(textOf(body, 'number'))
  const address = textOf(body, 'url')
  return {
    left: Number(textOf(body, 'left') ?? 0),
    ...(number && address && { number, url: address }),
  }
}

function textOf(body: unknown, field: string): string | undefined {
  const value = new Map(Object.entries(body ?? {})).get(field)
  return value === undefined ? undefined : String(value)
}

function findRefusal(error: unknown, text: Sentences): string {
  const status = error instanceof RequestError ? error.status : 0
  const sentences: Record<number, string> = {
    400: text.refused,
    404: text.gone,
    409: text.tooMany,
    429: text.tooOften,
  }
  return sentences[status] ?? text.failed
}

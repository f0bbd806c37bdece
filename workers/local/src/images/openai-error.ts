/** Refuses as OpenAI does: `{ error: { message, type, param, code } }`. */
export class OpenAIError extends Error {
  override name = 'OpenAIError'
  constructor(
    readonly status: 400 | 401 | 404,
    readonly code: string | null,
    message: string,
    readonly param: string | null = null,
    readonly type = 'invalid_request_error',
  ) {
    super(message)
  }

  toResponse(): Response {
    const { message, type, param, code } = this
    return Response.json({ error: { message, type, param, code } }, { status: this.status })
  }
}

export function missingParameter(param: string): OpenAIError {
  return new OpenAIError(
    400,
    'missing_required_parameter',
    `Missing required parameter: '${param}'.`,
    param,
  )
}

export function invalidType(param: string, expected: string): OpenAIError {
  return new OpenAIError(
    400,
    'invalid_type',
    `Invalid type for '${param}': expected ${expected}.`,
    param,
  )
}

export function invalidValue(
  param: string,
  value: unknown,
  supported: readonly string[],
): OpenAIError {
  const list = supported.map((one) => `'${one}'`).join(', ')
  return new OpenAIError(
    400,
    'invalid_value',
    `Invalid value: '${value}'. Supported values are: ${list}.`,
    param,
  )
}

export function promptTooLong(limit: number, length: number): OpenAIError {
  const message = `Invalid 'prompt': string too long. Expected a string with maximum length ${limit}, but got a string with length ${length} instead.`
  return new OpenAIError(400, 'string_above_max_length', message, 'prompt')
}

export function invalidImage(): OpenAIError {
  return new OpenAIError(
    400,
    'invalid_image_file',
    'Invalid image file or mode for image 1, please check your image file.',
    'image',
  )
}

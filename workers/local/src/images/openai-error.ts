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

export function missingKey(): OpenAIError {
  return new OpenAIError(401, null, 'Missing bearer authentication in header')
}

export function unknownModel(model: string): OpenAIError {
  return new OpenAIError(404, 'model_not_found', `The model \`${model}\` does not exist or you do not have access to it.`, 'model')
}

export function missingParameter(param: string): OpenAIError {
  return new OpenAIError(400, 'missing_required_parameter', `Missing required parameter: '${param}'.`, param)
}

export function unknownParameter(param: string): OpenAIError {
  return new OpenAIError(400, 'unknown_parameter', `Unknown parameter: '${param}'.`, param)
}

export function invalidType(param: string, expected: string): OpenAIError {
  return new OpenAIError(400, 'invalid_type', `Invalid type for '${param}': expected ${expected}.`, param)
}

export function invalidValue(param: string, value: unknown, supported: readonly string[]): OpenAIError {
  const list = supported.map((one) => `'${one}'`).join(', ')
  return new OpenAIError(400, 'invalid_value', `Invalid value: '${value}'. Supported values are: ${list}.`, param)
}

export function promptTooLong(limit: number, length: number): OpenAIError {
  const message = `Invalid 'prompt': string too long. Expected a string with maximum length ${limit}, but got a string with length ${length} instead.`
  return new OpenAIError(400, 'string_above_max_length', message, 'prompt')
}

export function invalidImage(): OpenAIError {
  return new OpenAIError(400, 'invalid_image_file', 'Invalid image file or mode for image 1, please check your image file.', 'image')
}

export function moderationBlocked(requestId: string): OpenAIError {
  const message = `Your request was rejected by the safety system. If you believe this is an error, contact us at help.openai.com and include the request ID ${requestId}.`
  return new OpenAIError(400, 'moderation_blocked', message, null, 'image_generation_user_error')
}

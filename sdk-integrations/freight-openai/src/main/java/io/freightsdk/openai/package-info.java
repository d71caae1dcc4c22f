/** Freight tools as functions of OpenAI's Responses API and of chat completions. */
@NullMarked
package io.freightsdk.openai;

import org.jspecify.annotations.NullMarked;

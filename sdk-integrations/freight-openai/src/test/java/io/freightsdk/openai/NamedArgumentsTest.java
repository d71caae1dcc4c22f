package io.freightsdk.openai;

import com.openai.models.chat.completions.ChatCompletionMessageFunctionToolCall;
import com.openai.models.responses.ResponseFunctionToolCall;
import io.freightsdk.testsupport.NamedNulls;
import org.junit.jupiter.api.Test;

class NamedArgumentsTest {
  @Test
  void everyNullIsRefusedByItsName() throws Exception {
    ResponseFunctionToolCall use =
        ResponseFunctionToolCall.builder().callId("1").name("get_pricing").arguments("{}").build();
    ChatCompletionMessageFunctionToolCall.Function function =
        ChatCompletionMessageFunctionToolCall.Function.builder()
            .name("get_pricing")
            .arguments("{}")
            .build();
    ChatCompletionMessageFunctionToolCall chat =
        ChatCompletionMessageFunctionToolCall.builder().id("1").function(function).build();
    NamedNulls.of(OpenAiTools.class)
        .with(ResponseFunctionToolCall.class, () -> use)
        .with(ChatCompletionMessageFunctionToolCall.class, () -> chat)
        .areRefused();
  }
}

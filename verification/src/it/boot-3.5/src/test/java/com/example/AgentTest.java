package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.freightsdk.server.Broker;
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest
@AutoConfigureFreightServer
class AgentTest {
  private static final String LOAD =
      """
      {"driverPhone":"+13125550142","customerRef":"PO-1",
       "pickups":[{"address":"120 Main St","city":"Corbin","state":"KY","zip":"40701"}],
       "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}""";

  @Autowired ToolCallbackProvider tools;
  @Autowired ToolCallbackResolver byName;
  @Autowired ToolCallingManager manager;
  @Autowired Broker broker;

  @Test
  void modelCallsAnExistingAndAnUnknownTool() {
    assertTrue(byName.resolve("get_budget").call("{}").contains("\"balanceUsd\":\"25.00\""));

    assertContains("\"created\":true", result("create_load", LOAD));
    assertContains("UNKNOWN_TOOL", result("set_status", "{}"));
    String another = LOAD.replace("PO-1", "PO-2").replace("0142", "0143");
    assertContains("SPEND_LIMIT", result("create_load", another));
    assertEquals("24.35", broker.balanceUsd().toPlainString());
  }

  /** Runs a tool call as a chat model of Spring AI does. */
  private String result(String tool, String arguments) {
    AssistantMessage message =
        AssistantMessage.builder()
            .content("")
            .toolCalls(List.of(new ToolCall("call-1", "function", tool, arguments)))
            .build();
    Prompt prompt =
        new Prompt(
            "Go.",
            ToolCallingChatOptions.builder().toolCallbacks(tools.getToolCallbacks()).build());
    List<Message> history =
        manager
            .executeToolCalls(prompt, new ChatResponse(List.of(new Generation(message))))
            .conversationHistory();
    ToolResponseMessage results = (ToolResponseMessage) history.get(history.size() - 1);
    return results.getResponses().get(0).responseData();
  }

  private static void assertContains(String part, String text) {
    assertTrue(text.contains(part), text);
  }
}

package io.freightsdk.anthropic;

import com.anthropic.core.JsonValue;
import com.anthropic.models.messages.ToolUseBlock;
import io.freightsdk.testsupport.NamedNulls;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamedArgumentsTest {
  @Test
  void everyNullIsRefusedByItsName() throws Exception {
    ToolUseBlock use =
        ToolUseBlock.builder()
            .id("1")
            .name("get_pricing")
            .input(JsonValue.from(Map.of()))
            .caller(com.anthropic.models.messages.DirectCaller.builder().build())
            .build();
    NamedNulls.of(AnthropicTools.class).with(ToolUseBlock.class, () -> use).areRefused();
  }
}

package io.freightsdk.bedrock;

import io.freightsdk.testsupport.NamedNulls;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.bedrockruntime.model.ToolUseBlock;

class NamedArgumentsTest {
  @Test
  void everyNullIsRefusedByItsName() throws Exception {
    ToolUseBlock use = ToolUseBlock.builder().toolUseId("1").name("get_pricing").build();
    NamedNulls.of(BedrockTools.class).with(ToolUseBlock.class, () -> use).areRefused();
  }
}

package io.freightsdk.examples.sdks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.freightsdk.agent.AgentTool;
import java.io.IOException;

/** Compares what an SDK has sent with the schema of a tool. */
final class Schemas {
  private Schemas() {}

  static void requireSame(JsonNode sent, AgentTool tool) throws IOException {
    JsonNode schema = new ObjectMapper().readTree(tool.inputSchema());
    assertThat(schema.equals(Schemas::compared, sent)).as(sent.toString()).isTrue();
  }

  /** Values as they are, numbers by their value: Jackson writes 90 as 90.0 from a double. */
  private static int compared(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return one.decimalValue().compareTo(other.decimalValue());
    }
    return one.equals(other) ? 0 : 1;
  }
}

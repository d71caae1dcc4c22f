package io.freightsdk.examples.mcp;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON for the wire. MCP SDK 2.1.0 answers a bad HTTP request with a whole exception as JSON, stack
 * trace and causes included; without them it is what a client can use.
 */
final class WireJson {
  private WireJson() {}

  static McpJsonMapper mapper() {
    return new JacksonMcpJsonMapper(
        JsonMapper.builder().addMixIn(Throwable.class, WithoutTrace.class).build());
  }

  @JsonIgnoreProperties({"stackTrace", "cause", "suppressed", "localizedMessage", "message"})
  private interface WithoutTrace {}
}
